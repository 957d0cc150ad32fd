import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareScored, createTopItems } from './top-items.ts';

const entries = fc.uniqueArray(fc.record({ item: fc.nat(50), score: fc.nat(5), tieBreak: fc.nat(2) }), {
	selector: ({ item }) => item,
});

describe('top items', () => {
	it('keeps what sorting everything would put first', () => {
		fc.assert(
			fc.property(entries, fc.nat(8), (all, count) => {
				const top = createTopItems(count);
				for (const entry of all) if (entry.score >= top.scoreMin()) top.offer(entry);
				assert.deepEqual(top.ranked(), all.toSorted(compareScored).slice(0, count));
			}),
		);
	});

	it('ranks by score, then tie-break, then the lower item', () => {
		const top = createTopItems(3);
		top.offer({ item: 9, score: 1, tieBreak: 0 });
		top.offer({ item: 3, score: 1, tieBreak: 0 });
		top.offer({ item: 8, score: 1, tieBreak: 5 });
		top.offer({ item: 1, score: 2, tieBreak: 0 });
		assert.deepEqual(
			top.ranked().map(({ item }) => item),
			[1, 8, 3],
		);
	});

	it('tells before an offer whether the item would be kept', () => {
		const top = createTopItems(1);
		top.offer({ item: 1, score: 2, tieBreak: 0 });
		assert.equal(top.wouldKeep({ item: 2, score: 1, tieBreak: 9 }), false);
		assert.equal(top.wouldKeep({ item: 2, score: 3, tieBreak: 0 }), true);
		assert.equal(createTopItems(0).wouldKeep({ item: 2, score: 3, tieBreak: 0 }), false);
	});
});
