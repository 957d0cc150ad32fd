/** A changed override has the index rebuilt beside the old one, which answers until the new one is whole. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { emptyQuery } from '../../src/domain/query/index-query.ts';
import { toIndexSchema } from '../../src/domain/schema/index-schema.ts';
import type { SchemaChange } from '../../src/domain/schema/schema-override.ts';
import { FailureError } from '../../src/lib/failure.ts';
import type { Database } from '../../src/ports/database.ts';
import { fillDatabase, live } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { compareWithStore, type IndexedZone, openIndexedZone, toStampedText } from '../support/indexed-zone.ts';
import { waitFor } from '../support/wait-for.ts';

const { hashid, indexName } = live;
const scope = { hashid, indexNames: [indexName] };
const itemCount = 1_400;

async function openScratch(t: TestContext) {
	const directory = makeTemporaryDirectory();
	let zone = await openIndexedZone(directory.path);
	t.after(async () => {
		await zone.close();
		directory.remove();
	});
	await fillDatabase(zone.database);
	const writes = Array.from({ length: itemCount }, (_, at) => {
		const id = `i${at}`;
		return { kind: 'put' as const, id, text: toStampedText(id, at), groupId: null };
	});
	for (let at = 0; at < itemCount; at += 1000) {
		assert(Array.isArray(await zone.database.items.write(live, writes.slice(at, at + 1000))));
	}
	await zone.settle();
	return {
		get zone() {
			return zone;
		},
		async reopen(): Promise<IndexedZone> {
			await zone.close();
			zone = await openIndexedZone(directory.path);
			return zone;
		},
	};
}

async function say({ searchEngines }: Database, change: SchemaChange): Promise<void> {
	assert.equal(await searchEngines.changeSchema(hashid, indexName, change), 'updated');
}

async function count({ searchIndex }: IndexedZone, text: string): Promise<number> {
	return (await searchIndex.search(scope, { ...emptyQuery, text, queryName: 'match_and' })).count;
}

/** The count, or that the index is still being loaded, as it may be for long on a busy machine. */
async function countOnceLoaded(zone: IndexedZone, text: string): Promise<number | 'busy'> {
	return count(zone, text).catch((error) => {
		if (error instanceof FailureError && error.failure.code === 'busy') return 'busy';
		throw error;
	});
}

/** Searches until it finds the new count; before that it must find what the old index has. */
async function waitForCount(zone: IndexedZone, text: string, { old, fresh }: { old: number; fresh: number }) {
	await waitFor(
		`${fresh} items that have ${text}`,
		async () => {
			const found = await countOnceLoaded(zone, text);
			assert(
				found === 'busy' || found === old || found === fresh,
				`${found} items: neither the old index nor the new one`,
			);
			return found;
		},
		(found) => found === fresh,
	);
}

test('searches are answered by the old index, whole, until the one of the new schema is', async (t) => {
	const { zone } = await openScratch(t);
	assert.equal(await count(zone, 'brand'), itemCount);
	await say(zone.database, { brand: { isSearchable: false } });
	await waitForCount(zone, 'brand', { old: itemCount, fresh: 0 });
	assert.equal(await count(zone, 'item'), itemCount);
	await zone.settle();
	assert.equal(await compareWithStore(zone), itemCount);
	assert.equal((await zone.searchIndex.describe(hashid, indexName))?.replacement, undefined);
	await say(zone.database, { brand: null });
	await waitForCount(zone, 'brand', { old: 0, fresh: itemCount });
	assert.deepEqual(zone.events, []);
});

test('the progress of the new index can be read meanwhile', async (t) => {
	const { zone } = await openScratch(t);
	await say(zone.database, { brand: { isIgnored: true } });
	const described = await zone.searchIndex.describe(hashid, indexName);
	assert.equal(described?.itemCount, itemCount);
	assert.equal(described.build, undefined);
	assert.equal(described.replacement?.writesWanted, itemCount);
	await waitFor(
		'an index that is in place',
		async () => (await zone.searchIndex.describe(hashid, indexName))?.replacement,
		(replacement) => replacement === undefined,
	);
	assert.equal(await count(zone, 'brand'), 0);
	assert.equal((await zone.searchIndex.readProgress(0))?.replacements.length, 0);
});

test('overrides that change during a rebuild are applied in the end', async (t) => {
	const { zone } = await openScratch(t);
	await say(zone.database, { brand: { isSearchable: false } });
	assert.equal(await count(zone, 'brand'), itemCount);
	await say(zone.database, { brand: null, title: { isSearchable: false } });
	await waitForCount(zone, 'rare', { old: Math.ceil(itemCount / 7), fresh: 0 });
	await waitForCount(zone, 'brand', { old: 0, fresh: itemCount });
	await zone.settle();
	assert.equal(await compareWithStore(zone), itemCount);
});

test('a start in the middle of it finds the old index, and builds the new one', async (t) => {
	const scratch = await openScratch(t);
	await say(scratch.zone.database, { brand: { isSearchable: false } });
	assert.equal(await count(scratch.zone, 'brand'), itemCount);
	const zone = await scratch.reopen();
	await waitForCount(zone, 'brand', { old: itemCount, fresh: 0 });
	await zone.settle();
	assert.equal(await compareWithStore(zone), itemCount);
	assert.deepEqual(zone.events, [], 'no index was found damaged');
	const again = await scratch.reopen();
	await waitForCount(again, 'brand', { old: 0, fresh: 0 });
	assert.deepEqual(again.events, []);
});

/** The score of an item whose brand has the word, while the store has these overrides. */
async function readBrandScore({ database, searchIndex }: IndexedZone): Promise<number> {
	const engine = await database.searchEngines.find(hashid);
	const { weights } = toIndexSchema(engine?.indices.find(({ name }) => name === indexName)?.schemaOverrides ?? {});
	const query = { ...emptyQuery, text: 'brand', ...(weights && { weights: [{ indexName, weights }] }) };
	const { count: found, hits } = await searchIndex.search(scope, query);
	assert.equal(found, itemCount);
	return hits[0]?.score as number;
}

test('a weight that a field did not have is applied when the index is rebuilt, and another one at once', async (t) => {
	const scratch = await openScratch(t);
	const old = await readBrandScore(scratch.zone);
	await say(scratch.zone.database, { brand: { weight: 7.5 } });
	assert.equal(await readBrandScore(scratch.zone), old);
	const isTwice = (score: number) => Math.abs(score / old - 2) < 1e-4;
	const readKnown = async () => {
		const score = await readBrandScore(scratch.zone);
		assert(score === old || isTwice(score), `${score}: neither by the old weight nor by the new one`);
		return score;
	};
	await waitFor('the new weight', readKnown, isTwice);
	await scratch.zone.settle();
	await say(scratch.zone.database, { brand: { weight: 3.75 } });
	assert((await readBrandScore(scratch.zone)) === old);
	assert.equal((await scratch.zone.searchIndex.describe(hashid, indexName))?.replacement, undefined);
	await say(scratch.zone.database, { brand: { weight: 7.5 } });
	const again = await scratch.reopen();
	const found = await waitFor(
		'the index',
		() => readBrandScore(again).catch(() => 0),
		(score) => score > 0,
	);
	assert(isTwice(found));
	assert.equal((await again.searchIndex.describe(hashid, indexName))?.replacement, undefined);
	assert.deepEqual(again.events, []);
});

test('changing only a facet type or the weight of popularity rebuilds nothing', async (t) => {
	const { zone } = await openScratch(t);
	await say(zone.database, { price: { facet: 'terms', popularity: 3, popularityBest: 'lowest' } });
	assert.equal((await zone.searchIndex.describe(hashid, indexName))?.replacement, undefined);
});
