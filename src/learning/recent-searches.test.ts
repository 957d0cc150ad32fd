import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packHits } from '../domain/event/packed-hits.ts';
import { toItemName } from './item-name.ts';
import { createRecentSearches, type RecentSearch } from './recent-searches.ts';

const item = { indexName: 'product', itemKey: '1'.padStart(32, '0') };
const itemName = toItemName(item);

function toSearch(queryId: string, sessionId: string | null): RecentSearch {
	return { queryId, sessionId, hits: packHits([item]), text: 'lamp', key: 'lamp', firstRank: 1, chosen: [] };
}

test('the newest searches are kept, whichever were added again, however the limit changes, and after a restart', () => {
	const step = fc.record({
		queryId: fc.integer({ min: 0, max: 30 }).map(String),
		sessionId: fc.constantFrom('a', 'b', null),
		countMax: fc.integer({ min: 1, max: 12 }),
		isRestored: fc.constantFrom(false, false, false, true),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
			let countMax = 1;
			let searches = createRecentSearches(() => countMax);
			/** In the order in which their ids came first. */
			let kept: RecentSearch[] = [];
			for (const { queryId, sessionId, isRestored, ...next } of steps) {
				countMax = next.countMax;
				const search = toSearch(queryId, sessionId);
				const at = kept.findIndex((one) => one.queryId === queryId);
				kept = (at === -1 ? [...kept, search] : kept.with(at, search)).slice(-countMax);
				searches.add(search);
				if (isRestored) searches = createRecentSearches(() => countMax, searches.toRows());
				assert.deepEqual(searches.toRows(), kept);
				for (const one of kept) {
					assert.deepEqual(searches.find({ ...one, clientKey: null, itemName, key: undefined }), one);
				}
			}
		}),
	);
});

test('a click that names no search belongs to the newest one of its session that is still kept', () => {
	const searches = createRecentSearches(() => 3);
	const find = () =>
		searches.find({ queryId: null, sessionId: 'a', clientKey: null, itemName, key: undefined })?.queryId;
	assert.equal(find(), undefined);
	searches.add(toSearch('1', 'a'));
	searches.add(toSearch('2', 'a'));
	assert.equal(find(), '2');
	for (const queryId of ['3', '4', '5']) {
		assert.equal(find(), '2');
		searches.add(toSearch(queryId, 'b'));
	}
	assert.equal(find(), undefined);
});
