import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSearchSettings, type SearchSettings } from '../../domain/query/search-settings.ts';
import type { StoredSearchSettings } from '../../ports/search-settings-repository.ts';
import { cacheSearchSettings } from './cached-search-settings.ts';

function openStore() {
	const stored = new Map<string, StoredSearchSettings>();
	const reads: string[] = [];
	let checkCount = 0;
	let changes = 0;
	let nowMs = 0;
	const repository: Parameters<typeof cacheSearchSettings>[0] = {
		async read(hashid, knownVersion) {
			checkCount += 1;
			const found = stored.get(hashid) ?? { version: 0, settings: defaultSearchSettings };
			if (found.version === knownVersion) return 'same';
			reads.push(hashid);
			return structuredClone(found);
		},
	};
	const read = cacheSearchSettings(repository, {
		readSettingsVersion: () => changes,
		stalenessMsMax: 1000,
		monotonicMs: () => nowMs,
	});
	/** As another process does. */
	const putUnnoticed = (hashid: string, change: Partial<SearchSettings>) => {
		const version = (stored.get(hashid)?.version ?? 0) + 1;
		stored.set(hashid, { version, settings: { ...defaultSearchSettings, ...change } });
	};
	return {
		...{ reads, read, putUnnoticed },
		countChecks: () => checkCount,
		put(hashid: string, change: Partial<SearchSettings>) {
			putUnnoticed(hashid, change);
			changes += 1;
		},
		remove(hashid: string) {
			stored.delete(hashid);
			changes += 1;
		},
		pass(ms: number) {
			nowMs += ms;
		},
	};
}

function toSynonyms(phraseCount: number): SearchSettings['synonyms'] {
	return [{ kind: 'two_way', phrases: Array.from({ length: phraseCount }, (_, index) => `word${index}`) }];
}

test('an engine that was never changed has the defaults, and nothing is read', async () => {
	const { read, reads } = openStore();
	assert.equal(await read('a'), defaultSearchSettings);
	assert.deepEqual(reads, []);
});

test('the same settings are the same object, read once; a change counts at once', async () => {
	const { read, reads, put } = openStore();
	put('a', { isOutOfStockLast: true });
	const first = await read('a');
	assert.equal(first.isOutOfStockLast, true);
	assert.equal(await read('a'), first);
	assert.deepEqual(reads, ['a']);
	put('a', { isOutOfStockLast: false });
	assert.equal((await read('a')).isOutOfStockLast, false);
	assert.deepEqual(reads, ['a', 'a']);
});

test('the store is not asked until a setting has changed, or a second is over', async () => {
	const { read, countChecks, put, putUnnoticed, pass } = openStore();
	put('a', { isOutOfStockLast: true });
	for (let count = 0; count < 3; count += 1) for (const hashid of ['a', 'b']) await read(hashid);
	assert.equal(countChecks(), 2);
	putUnnoticed('a', { isOutOfStockLast: false });
	assert.equal((await read('a')).isOutOfStockLast, true);
	pass(1000);
	assert.equal((await read('a')).isOutOfStockLast, false);
	assert.equal(countChecks(), 3);
	put('b', { isOutOfStockLast: true });
	assert.equal((await read('b')).isOutOfStockLast, true);
	assert.equal((await read('a')).isOutOfStockLast, false);
	assert.equal(countChecks(), 5);
});

test('searches at the same time get the same object', async () => {
	const { read, put } = openStore();
	put('a', { synonyms: toSynonyms(2) });
	const [one, other] = await Promise.all([read('a'), read('a')]);
	assert.equal(one, other);
});

test('an engine that is gone has the defaults again', async () => {
	const { remove, read, put } = openStore();
	put('a', { facets: [] });
	await read('a');
	remove('a');
	assert.equal(await read('a'), defaultSearchSettings);
});

test('the cache is bounded: the least recently used entry is evicted', async () => {
	const { read, reads, put } = openStore();
	const hashids = Array.from({ length: 15 }, (_, index) => `engine${index}`);
	for (const hashid of hashids) put(hashid, { synonyms: toSynonyms(9_000) });
	for (const hashid of hashids) {
		await read(hashid);
		await read('engine0');
	}
	assert.deepEqual(reads, hashids);
	await read('engine14');
	await read('engine0');
	assert.equal(reads.length, 15);
	await read('engine1');
	assert.deepEqual(reads.slice(15), ['engine1']);
});
