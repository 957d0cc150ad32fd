import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExplainedHit, ExplainedItem, ExplainedText, FactorName, TierName } from './explanation.ts';
import { describeItem } from './explanation-text.ts';

const text: ExplainedText = {
	...{ language: 'en', source: 'red shoe', corrected: 'none', needsAll: false, shareMin: 0.45 },
	words: ['red', 'shoe'].map((word) => ({
		...{ text: word, span: undefined, isOptional: false, typedCount: 9, matchCount: 9, rarity: 1, share: 0.5 },
		...{ isDoubted: false, isNoun: false, forms: [], formCount: 0 },
	})),
};

interface Given {
	readonly factors?: Readonly<Partial<Record<FactorName, number>>>;
	readonly tiers?: readonly TierName[];
	readonly words?: readonly [red: number, shoe: number];
	readonly gains?: Readonly<Record<string, number>>;
	readonly isTitleCompared?: boolean;
	readonly missing?: readonly number[];
	readonly price?: number;
}

function toHit(rank: number, given: Given = {}): ExplainedHit {
	const { factors = {}, tiers = [], words = [1, 1], gains = {}, missing = [], price } = given;
	return {
		...{
			indexName: 'product',
			itemKey: `${rank}`,
			id: `${rank}`,
			title: undefined,
			missing,
			share: 1 - missing.length / 2,
		},
		words: words.map((score, word) => ({
			...{ word, score, form: 'exact', text: 'x', errorCount: 0, weight: 1, terms: [], fieldNames: [] },
			position: undefined,
			counts: [1, 0, 0],
		})),
		...{ rank, tiers, score: 1, learned: undefined, isTitleCompared: given.isTitleCompared ?? true },
		factors: Object.entries(factors).map(([name, value]) => ({
			...{ name: name as FactorName, value },
			parts: name === 'title' ? Object.entries(gains).map(([part, gain]) => ({ name: part, value: gain })) : [],
		})),
		sortValues: price === undefined ? [] : [{ fieldName: 'price', texts: [], numbers: [price] }],
		popularityValues: [],
	};
}

function describe(own: ExplainedHit, hits: readonly ExplainedHit[], isScored = true): string {
	const { indexName, itemKey } = own;
	const item: ExplainedItem = { indexName, itemKey, document: own, hit: own, absences: [] };
	return describeItem(item, { count: 5_000, queryName: 'match_and', text, isScored, hits, references: [] });
}

test('the first result is at rank 1, and one behind the pages says so', () => {
	assert.equal(describe(toHit(1), [toHit(1)]), 'It is at rank 1 of 5,000.');
	assert.equal(describe(toHit(1_312), []), 'It is at rank 1,312 of 5,000, which no page reaches.');
});

test('the factors that make the greatest difference are named with their numbers', () => {
	const own = toHit(143, { factors: { words: 2, popularity: 1, title: 1.5 }, words: [1, 1], gains: { coverage: 0.5 } });
	const first = toHit(1, {
		factors: { words: 3, popularity: 1.01, title: 2.5 },
		words: [1, 2],
		gains: { coverage: 0.5, kind: 1 },
	});
	const last = toHit(10, { factors: { words: 1.9, popularity: 1.5, title: 1.5 }, gains: { coverage: 0.5 } });
	assert.equal(
		describe(own, [first, last]),
		'It is at rank 143 of 5,000. Rank 1 is ahead by its title (2.5 beside 1.5: a category or type that was typed) and how well the words match (3 beside 2: "shoe" 2 beside 1). Rank 10 is ahead by its popularity (1.5 beside 1).',
	);
	const behind = toHit(143, { factors: { words: 2, title: 1 }, isTitleCompared: false });
	const compared = toHit(1, { factors: { words: 2, title: 2.5 } });
	assert.match(describe(behind, [compared]), /2\.5 beside 1: only the titles of the best candidates are compared/);
});

test('what a title loses is named as well, by what better titles do not do', () => {
	const toTitle = (title: number, gains: Readonly<Record<string, number>>) => ({ factors: { words: 2, title }, gains });
	const own = toHit(9, toTitle(0.6, { coverage: 0.5, denied: -0.9 }));
	assert.match(
		describe(own, [toHit(1, toTitle(1.5, { coverage: 0.5 }))]),
		/its title \(1\.5 beside 0\.6: not without what was typed\)/,
	);
	const along = toHit(9, toTitle(0.75, { coverage: 0.5, along: -0.75 }));
	assert.match(
		describe(along, [toHit(1, toTitle(2, { coverage: 0.5, inflection: 0.5 }))]),
		/: the thing itself and not what comes with another, the thing named in another number\)/,
	);
});

test('an item that lacks words is told which, beside one that has all of them', () => {
	const lacking = toHit(12, { factors: { words: 3, all_words: 0.25 }, missing: [0] });
	assert.equal(
		describe(lacking, [toHit(1, { factors: { words: 3, all_words: 1 } })]),
		'It is at rank 12 of 5,000. Rank 1 is ahead by having all the words (1 beside 0.25: this item lacks "red").',
	);
});

test('factors that are nearly equal are shown as they differ, and equal results stand in the order of their addition', () => {
	const close = describe(toHit(3, { factors: { title: 2.0831 } }), [toHit(1, { factors: { title: 2.0834 } })]);
	assert.match(close, /2\.0834 beside 2\.0831/);
	const equal = describe(toHit(3, { factors: { words: 2 } }), [toHit(1, { factors: { words: 2 } })]);
	assert.match(equal, /Rank 1 is ahead by having been added before, with the same score\.$/);
});

test('what outranks scores is said before any factor, once for both results', () => {
	const better = { tiers: ['identifier'] as const, factors: { words: 1 } };
	const own = toHit(12, { factors: { words: 3 } });
	assert.equal(
		describe(own, [toHit(1, better), toHit(10, better)]),
		'It is at rank 12 of 5,000. Ranks 1 and 10 are ahead by having the text as identifier.',
	);
	const sorted = describe(toHit(2, { price: 90 }), [toHit(1, { price: 5 })], false);
	assert.equal(sorted, 'It is at rank 2 of 5,000. Rank 1 is ahead by the sort: price is 5, and 90 for this item.');
});
