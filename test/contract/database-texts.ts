/** Texts that are hard for a database: every store must keep the same text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { readEvents } from '../support/read-events.ts';
import type { OpenDatabase } from './database.ts';
import {
	fillDatabase,
	live,
	sampleAccount,
	sampleCart,
	sampleEngine,
	sampleEvent,
	sampleIndex,
	sampleKey,
	sampleStore,
	sampleUser,
	sampleWidget,
	toHexId,
} from './sample-data.ts';

const oddTexts: Readonly<Record<string, string>> = {
	'U+0000 alone': '\u0000',
	'U+0000 inside': 'a\u0000b',
	'U+0001, by which U+0000 is escaped': 'a\u0001\u0001\u0002b',
	'both, one after another': '\u0000\u0001\u0000',
	'quotes, backslashes and braces': `{"a\\",'$1'}`,
	'characters beyond 16 bits': '\u{1f600}\u{10ffff}',
};

export function testTexts(open: OpenDatabase): void {
	describe('texts', () => {
		for (const [name, odd] of Object.entries(oddTexts)) {
			test(`of settings and items come back with ${name}`, async (t) => {
				const database = await open(t);
				await fillDatabase(database);
				await checkSettings(database, odd);
				await checkItems(database, odd);
			});

			test(`of events come back with ${name}`, async (t) => {
				const database = await open(t);
				await fillDatabase(database);
				await checkEvents(database, odd);
			});

			test(`that nothing has find nothing with ${name}`, async (t) => {
				const database = await open(t);
				await fillDatabase(database);
				await checkAbsence(database, odd);
			});
		}

		test('with half of a surrogate pair come back with U+FFFD instead', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.accounts.renameAccount(sampleAccount().id, 'a\ud800b');
			assert.equal((await database.accounts.findAccount(sampleAccount().id))?.name, 'a\ufffdb');
			await database.items.write(live, [{ kind: 'put', id: '\udc00', text: '{}', groupId: null }]);
			const found = await database.items.findMany(live, ['\udc00']);
			assert(typeof found !== 'string');
			assert.equal(found[0]?.id, '\ufffd');
		});
	});
}

async function checkSettings({ accounts, stores, searchEngines }: Database, odd: string): Promise<void> {
	const user = sampleUser(2, { code: odd, name: odd, email: odd, role: 'member' });
	assert.equal(await accounts.createUser(user), 'created');
	assert.deepEqual(await accounts.findUser(odd), user);
	const key = sampleKey(2, { userCode: odd, name: odd, sealed: odd });
	assert.equal(await accounts.createKey(key), 'created');
	assert.deepEqual(await accounts.listActiveKeys(odd), [key]);
	const store = { name: odd, allowedDomains: [odd], blockedIps: [odd] };
	assert.equal(await stores.updateStore(sampleStore().id, store), 'updated');
	assert.deepEqual(await stores.findStore(sampleStore().id), sampleStore(1, store));
	assert.equal(await stores.updateWidget(sampleWidget().id, { name: odd }), 'updated');
	assert.equal((await stores.findWidget(sampleWidget().id))?.widget.name, odd);
	const { hashid } = sampleEngine();
	const index = { ...sampleIndex(odd), options: { [odd]: odd } };
	assert.equal(await searchEngines.createIndex(hashid, index), 'created');
	assert.equal(await searchEngines.createIndex(hashid, index), 'exists');
	const found = (await searchEngines.find(hashid))?.indices.find((one) => one.name === odd);
	assert.deepEqual(found?.options, index.options);
	assert.equal(await searchEngines.removeIndex(hashid, odd), 'deleted');
}

async function checkItems({ items }: Database, odd: string): Promise<void> {
	const text = JSON.stringify({ id: odd, title: odd });
	await items.write(live, [
		{ kind: 'put', id: odd, text, groupId: odd },
		{ kind: 'put', id: `${odd}2`, text, groupId: `${odd}2` },
	]);
	const found = await items.findMany(live, [odd]);
	assert(typeof found !== 'string');
	assert.equal(found[0]?.id, odd);
	assert.equal(found[0]?.text, text);
	assert.deepEqual(
		(await items.findGroup(live, odd, 10)).map(({ id }) => id),
		[odd],
	);
	const log = await items.readLog(live, startPosition, { changeCountMax: 10 });
	assert(log !== 'missing');
	assert.deepEqual(
		log.changes.map(({ id }) => id),
		[odd, `${odd}2`],
	);
}

async function checkEvents({ events, items }: Database, odd: string): Promise<void> {
	await items.write(live, [{ kind: 'put', id: odd, text: '{}', groupId: null }]);
	const shopper = { sessionId: odd, userId: odd };
	const cart = sampleCart(1, odd, { ...shopper, action: { ...sampleCart(1, odd).action, title: odd } as never });
	assert.equal(await events.recordOfItem(cart), 'recorded');
	const checkout = sampleEvent(2, { kind: 'checkout', sources: [odd] }, shopper);
	assert.equal(await events.recordMany([checkout]), 'recorded');
	const purchase = { kind: 'purchase', indexName: live.indexName, itemKey: toItemKey(odd) };
	const { hashid } = sampleEngine();
	assert.deepEqual(await events.listOfEngine(hashid, 'cart', 10), [cart]);
	assert.deepEqual(await events.listOfEngine(hashid, 'checkout', 10), [checkout]);
	const [bought] = await events.listOfEngine(hashid, 'purchase', 10);
	assert.deepEqual(bought?.sessionId, odd);
	assert.partialDeepStrictEqual(bought?.action, purchase);
	assert.equal((await readEvents(events)).length, 3);
}

async function checkAbsence({ accounts, stores, items, searchEngines, events }: Database, odd: string): Promise<void> {
	assert.equal(await accounts.findUser(odd), undefined);
	assert.equal(await accounts.findAccount(odd), undefined);
	assert.equal(await accounts.findKeyByDigest(odd), undefined);
	assert.equal(await accounts.revokeKey(odd, odd, 1), 'missing');
	assert.equal(await stores.findStore(odd), undefined);
	assert.equal(await stores.findWidget(odd), undefined);
	assert.equal(await searchEngines.find(odd), undefined);
	assert.equal(await items.count({ ...live, indexName: odd }), 'missing');
	assert.deepEqual(await items.findGroup(live, odd, 10), []);
	const bounds = { itemCountMax: 1, groupId: odd, nowMs: 1000, expiresAtMs: 2000 };
	assert.equal(await items.continueScroll(live, odd, bounds), 'missing');
	const scroll = await items.openScroll(live, toHexId(7, 32), bounds);
	assert(typeof scroll !== 'string');
	assert.equal(scroll.totalCount, 0);
	assert.deepEqual(await events.listOfEngine(odd, 'cart', 1), []);
}
