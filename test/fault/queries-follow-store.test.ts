/** Popular queries are suggested to other shoppers, from the events in the store. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createNodeRandomness } from '../../src/adapters/crypto/node-randomness.ts';
import { createEventEraser } from '../../src/app/event/erase-events.ts';
import type { ShopperEvent } from '../../src/domain/event/shopper-event.ts';
import { unwrap } from '../../src/lib/failure.ts';
import { fillDatabase, live } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { openIndexedZone } from '../support/indexed-zone.ts';
import { waitFor } from '../support/wait-for.ts';

const { hashid } = live;
const limits = { publishQueriesIntervalMs: 0 };

function toSearch(number: number, text: string, userId: string | null = null): ShopperEvent {
	return {
		id: number.toString(16).padStart(32, '0'),
		storeId: null,
		hashid,
		sessionId: `session ${number}`,
		userId,
		clientKey: null,
		isBot: false,
		occurredAtMs: number,
		action: {
			kind: 'search',
			text,
			queryName: 'match_and',
			indexNames: [],
			page: 1,
			hitCount: 1,
			firstRank: 1,
			hits: [],
			filters: [],
		},
	};
}

test('a popular query is suggested as long as it finds something, even after a restart', async (t) => {
	const directory = makeTemporaryDirectory();
	let zone = await openIndexedZone(directory.path, limits);
	t.after(async () => {
		await zone.close();
		directory.remove();
	});
	await fillDatabase(zone.database);
	const put = (id: string, title: string) =>
		({ kind: 'put', id, text: JSON.stringify({ id, title }), groupId: null }) as const;
	await zone.database.items.write(live, [put('1', 'Red running shoe'), put('2', 'Reddish lamp')]);
	await zone.settle();
	const suggest = () => zone.searchIndex.suggest({ hashid, indexNames: ['product'] }, 'red', 10);
	const texts = [
		'running shoe red',
		'running shoe red',
		'Rùnning shoe red',
		'red rocket',
		'red rocket',
		'red rocket',
		'red run',
	];
	await zone.database.events.recordMany(texts.map((text, number) => toSearch(number, text)));
	await waitFor('what shoppers ask, first', suggest, ([first]) => first === 'running shoe red');
	assert(!(await suggest()).some((text) => text === 'red rocket' || text === 'red run'));
	await zone.close();
	zone = await openIndexedZone(directory.path, limits);
	await waitFor('what shoppers ask, first', suggest, ([first]) => first === 'running shoe red');
	await zone.close();
	const file = join(directory.path, 'search', 'queries');
	writeFileSync(file, readFileSync(file).subarray(9));
	zone = await openIndexedZone(directory.path, limits);
	await waitFor('what shoppers ask, first', suggest, ([first]) => first === 'running shoe red');
	await zone.database.items.write(live, [{ kind: 'delete', id: '1' }]);
	await zone.settle();
	assert(!(await suggest()).includes('running shoe red'));
});

test('what an erased user or session asked is suggested no more once others did not ask it often enough', async (t) => {
	const directory = makeTemporaryDirectory();
	const zone = await openIndexedZone(directory.path, limits);
	t.after(async () => {
		await zone.close();
		directory.remove();
	});
	const { database } = zone;
	await fillDatabase(database);
	const put = {
		kind: 'put',
		id: '1',
		text: '{"id":"1","title":"Red shoe, red sock, red hat"}',
		groupId: null,
	} as const;
	await database.items.write(live, [put]);
	await zone.settle();
	const texts = ['hat red', 'sock red', 'shoe red'];
	const askedAs = ['jane', null, null, 'joe'];
	const events = askedAs.flatMap((userId, client) =>
		texts.slice(0, client === 3 ? 1 : 3).map((text, number) => toSearch(10 * client + number, text, userId)),
	);
	await database.events.recordMany(events.map((event, number) => ({ ...event, sessionId: `s${number % 10}` })));
	const suggest = () => zone.searchIndex.suggest({ hashid, indexNames: ['product'] }, 'red', 10);
	const shown = async () => (await suggest()).filter((text) => texts.includes(text)).sort();
	await waitFor('three queries', shown, ({ length }) => length === 3);
	const eraser = createEventEraser({
		...{ ...database, clock: { nowMs: () => 1_000, steadyMs: () => 1_000 }, yieldToOthers: setImmediate },
		randomness: createNodeRandomness(),
	});
	const [account] = await database.accounts.listAccounts();
	assert(account !== undefined);
	const owner = { accountId: account.id, userCode: '', keyId: '' };
	assert(unwrap(await eraser.erase(owner, { hashid, userId: 'jane' })) === 3);
	await waitFor('hat and red', shown, (texts) => String(texts) === 'hat red');
	assert(unwrap(await eraser.erase(owner, { hashid, sessionId: 's9' })) === 1);
	await waitFor('no query', shown, ({ length }) => length === 0);
});
