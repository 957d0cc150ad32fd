import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toItemKey } from '../item/dfid.ts';
import { packedHitsMax, packHits, unpackHits } from './packed-hits.ts';

const toItems = (names: string) =>
	Array.from(names, (name, at) => ({ indexName: name === 'p' ? 'product' : 'blog', itemKey: toItemKey(String(at)) }));

test('packed hits are the same items in the same order, in few characters', () => {
	for (const names of ['', 'p', 'pppppppppp', 'pbpbbp', 'b'.repeat(packedHitsMax)]) {
		const items = toItems(names);
		const packed = packHits(items);
		assert.deepEqual(unpackHits(packed), items);
		assert(JSON.stringify(packed).length <= 2 + 40 * items.length);
	}
	assert(JSON.stringify(packHits(toItems('p'.repeat(20)))).length < 20 * 23 + 20);
});

test('more hits than are kept are cut off at the end', () => {
	const items = toItems('p'.repeat(packedHitsMax + 5));
	assert.deepEqual(unpackHits(packHits(items)), items.slice(0, packedHitsMax));
});
