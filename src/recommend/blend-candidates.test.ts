import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blendCandidates } from './blend-candidates.ts';
import { diversify } from './diversify.ts';

const sessions = {
	name: 'sessions',
	weight: 2,
	candidates: [
		{ item: 1, score: 10 },
		{ item: 2, score: 5 },
	],
};
const trending = {
	name: 'trending',
	weight: 1,
	candidates: [
		{ item: 2, score: 400 },
		{ item: 3, score: 100 },
	],
};

describe('blended candidates', () => {
	it('add up weight times the score relative to the best of each source, and explain it', () => {
		assert.deepEqual(blendCandidates({ sources: [sessions, trending], count: 5 }), [
			{ item: 1, score: 2, boost: 1, shares: { sessions: 1 } },
			{ item: 2, score: 2, boost: 1, shares: { sessions: 0.5, trending: 0.5 } },
			{ item: 3, score: 0.25, boost: 1, shares: { trending: 1 } },
		]);
	});

	it('multiply by the boost; a boost of 0 removes an item', () => {
		const boostOf = (item: number) => (item === 3 ? 16 : item === 1 ? 0 : 1);
		const blended = blendCandidates({ sources: [sessions, trending], count: 5, boostOf });
		assert.deepEqual(
			blended.map(({ item, score, boost }) => [item, score, boost]),
			[
				[3, 4, 16],
				[2, 2, 1],
			],
		);
		assert.deepEqual(blended[0]?.shares, { trending: 1 });
	});

	it('fill the answer with allowed items', () => {
		const blended = blendCandidates({ sources: [sessions, trending], count: 2, isAllowed: (item) => item !== 1 });
		assert.deepEqual(
			blended.map(({ item }) => item),
			[2, 3],
		);
	});

	it('are empty without sources, and keep the order of a single one', () => {
		assert.deepEqual(blendCandidates({ sources: [], count: 5 }), []);
		const scores = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 20 });
		fc.assert(
			fc.property(scores, (list) => {
				const candidates = list.map((score, item) => ({ item, score }));
				const blended = blendCandidates({ sources: [{ name: 'one', weight: 3, candidates }], count: 50 });
				const sorted = candidates.toSorted((a, b) => b.score - a.score);
				assert.deepEqual(
					blended.map(({ item }) => item),
					sorted.map(({ item }) => item),
				);
			}),
		);
	});
});

describe('diversify', () => {
	const ranked = [0, 1, 2, 3, 4, 5].map((item) => ({ item }));
	const brandOf = (item: number) => [item < 3 ? 'acme' : `brand ${item}`];

	it('skips items above the limit of a group, and keeps the order of the rest', () => {
		const chosen = diversify({ ranked, count: 4, rules: [{ groupsOf: brandOf, perGroupMax: 2 }] });
		assert.deepEqual(
			chosen.map(({ item }) => item),
			[0, 1, 3, 4],
		);
	});

	it('never breaks a rule, and leaves out only what would break one', () => {
		const groups = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }), { minLength: 6, maxLength: 6 });
		fc.assert(
			fc.property(groups, groups, fc.integer({ min: 1, max: 3 }), (first, second, perGroupMax) => {
				const rules = [first, second].map((list) => ({ groupsOf: (item: number) => list[item] ?? [], perGroupMax }));
				const chosen = diversify({ ranked, count: 6, rules });
				const countOf = (list: readonly (readonly string[])[], group: string, upTo: number) =>
					chosen.filter(({ item }) => item < upTo && list[item]?.includes(group)).length;
				for (const { item } of ranked) {
					const wouldBreak = [first, second].some((list) =>
						(list[item] ?? []).some((group) => countOf(list, group, item) >= perGroupMax),
					);
					assert.equal(chosen.includes(ranked[item] ?? { item: -1 }), !wouldBreak);
				}
			}),
		);
	});
});
