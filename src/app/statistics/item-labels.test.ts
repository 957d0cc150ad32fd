/** Labels that are kept must be those of the items as they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toItemKey } from '../../domain/item/dfid.ts';
import { toPosition } from '../../domain/log/position.ts';
import { createItemLabels } from './item-labels.ts';

const hashid = 'a'.repeat(32);
const indexName = 'product';
const engine = {
	...{ hashid, accountId: 'account', storeId: null, name: hashid, currency: 'EUR', locale: 'en', siteUrl: null },
	...{ hasStopwords: false, isDefault: false, hasGrouping: false, platform: 'api', sector: null, createdAtMs: 0 },
	indices: [
		{
			name: indexName,
			preset: 'product' as const,
			...{ options: {}, datasources: [], hasTemporary: false, schemaOverrides: {} },
		},
	],
};

/** A shop whose log keeps each item's last write, as the store does. */
function openShop() {
	let generationId = 1;
	let writeCount = 0;
	let nowMs = 0;
	const log = new Map<string, { position: number; text: string | null }>();
	/** Keys of the items that were read. */
	const read: string[] = [];
	const toText = (id: string) => log.get(id)?.text ?? undefined;
	const readLabels = createItemLabels({
		items: {
			async findByKeys(_, keys) {
				read.push(...keys);
				const ids = keys.map((key) => [...log.keys()].find((id) => toItemKey(id) === key) ?? '');
				return ids.map((id) => {
					const text = toText(id);
					return text === undefined ? undefined : { id, text };
				});
			},
			async readLog(_, after, { changeCountMax }) {
				const later = [...log].filter(([, { position }]) => toPosition(position) > after);
				const changes = later
					.toSorted(([, a], [, b]) => a.position - b.position)
					.slice(0, changeCountMax)
					.map(([id, { position, text }]) => ({ position: toPosition(position), id, text, createdSeq: 1 }));
				const position = changes.at(-1)?.position ?? after;
				return { generationId, changes, position, end: toPosition(writeCount), isEnd: changes.length === later.length };
			},
		},
		generations: {
			async listOfSearchEngine() {
				const state = { generationId, hashid, indexName, kind: 'live', end: toPosition(writeCount) } as const;
				return [{ ...state, locale: 'en', currency: 'EUR', schema: '', followed: null, incarnation: '' }];
			},
		},
		monotonicMs: () => nowMs,
	});
	return {
		read,
		write(id: string, title: string | null) {
			writeCount += 1;
			log.set(id, { position: writeCount, text: title === null ? null : JSON.stringify({ id, title }) });
		},
		forgetDeletion: (id: string) => void log.delete(id),
		replace() {
			generationId += 1;
			log.clear();
		},
		wait: (ms: number) => {
			nowMs += ms;
		},
		async listTitles(ids: readonly string[]): Promise<string[]> {
			const items = ids.map((id) => ({ hashid, indexName, itemKey: toItemKey(id) }));
			const labels = await readLabels({ engines: [engine], runShort: async (work) => work() }, items);
			return labels.map(({ title }) => title);
		},
	};
}

const manyIds = Array.from({ length: 600 }, (_, at) => `item ${at}`);

test('an item is read once, and again when it was written, deleted or created since', async () => {
	const shop = openShop();
	shop.write('1', 'Shoe');
	shop.write('2', 'Hat');
	assert.deepEqual(await shop.listTitles(['2', '3', '1']), ['Hat', '', 'Shoe']);
	assert.equal(shop.read.splice(0).length, 3);
	assert.deepEqual(await shop.listTitles(['1', '2', '3']), ['Shoe', 'Hat', '']);
	assert.deepEqual(shop.read, []);
	shop.write('1', null);
	shop.write('2', 'Cap');
	shop.write('3', 'Scarf');
	assert.deepEqual(await shop.listTitles(['1', '2', '3']), ['', 'Cap', 'Scarf']);
	assert.equal(shop.read.length, 3);
});

test('after many writes, and in another generation, all items are read again', async () => {
	const shop = openShop();
	shop.write('1', 'Shoe');
	await shop.listTitles(['1']);
	for (const id of manyIds) shop.write(id, 'Many');
	assert.deepEqual(await shop.listTitles(['1', ...manyIds]), ['Shoe', ...manyIds.map(() => 'Many')]);
	assert.equal(shop.read.splice(0).length, 2 + manyIds.length);
	shop.replace();
	shop.write('1', 'Boot');
	assert.deepEqual(await shop.listTitles(['1', manyIds[0] ?? '']), ['Boot', '']);
});

test('a deletion that the log has forgotten is seen after a minute at most', async () => {
	const shop = openShop();
	shop.write('1', 'Shoe');
	assert.deepEqual(await shop.listTitles(['1']), ['Shoe']);
	shop.write('1', null);
	shop.forgetDeletion('1');
	shop.wait(60_001);
	assert.deepEqual(await shop.listTitles(['1']), ['']);
});
