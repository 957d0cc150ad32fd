import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyQuery, type IndexAnswer, type IndexQuery } from '../../domain/query/index-query.ts';
import { type AnsweredQuery, createKeptAnswers } from './kept-answers.ts';

const bytesMax = 64 * 1024;

function createShop(options: { readonly bytesMax?: number } = {}) {
	let nowMs = 0;
	let searchCount = 0;
	const kept = createKeptAnswers({ bytesMax, ...options, monotonicMs: () => nowMs });
	const parts = { segments: [], analyzer: {}, ranking: {}, exploration: { seed: 1, range: 1, rangeOfKnown: 1 } };
	return {
		parts,
		/** Whether the query was searched, as none was known. */
		async isSearched(
			change: Partial<IndexQuery> = {},
			more: { hashid?: string; isLearned?: boolean; isExploring?: boolean; using?: Partial<typeof parts> } = {},
		): Promise<boolean> {
			const { segments, analyzer, ranking, exploration } = { ...parts, ...more.using };
			const learned = { ranking, factors: [], ...(more.isExploring === true && { exploration }) };
			const query = {
				hashid: more.hashid ?? 'a',
				searched: [{ indexName: 'product', index: { segments } }],
				asked: {
					analyzer,
					query: { ...emptyQuery, text: 'shoe', ...change },
					learned: more.isLearned === true || more.isExploring === true ? learned : undefined,
				},
			} as unknown as AnsweredQuery;
			const before = searchCount;
			await kept.find(query, async () => {
				searchCount += 1;
				return toAnswer(20);
			});
			return searchCount > before;
		},
		pass(ms: number) {
			nowMs += ms;
		},
	};
}

function toAnswer(hitCount: number): IndexAnswer {
	const hits = Array.from({ length: hitCount }, (_, at) => ({
		indexName: 'product',
		id: `${at}`,
		score: 1,
		groupId: undefined,
	}));
	const numbers = { count: hitCount, strictCount: hitCount, isTruncated: false };
	return { queryName: 'match_and', ...numbers, hits, facets: [], autoFilters: [], understood: [] };
}

test('an equal query is searched once, another one anew', async () => {
	const { isSearched } = createShop();
	assert.equal(await isSearched(), true);
	assert.equal(await isSearched(), false);
	const others: readonly Partial<IndexQuery>[] = [
		{ text: 'shoes' },
		{ queryName: 'match_or' },
		{ filters: [{ kind: 'terms', fieldName: 'brand', values: ['Acme'] }] },
		{ excludes: [{ kind: 'terms', fieldName: 'brand', values: ['Acme'] }] },
		{ filterExecution: 'or' },
		{ facets: [{ kind: 'terms', fieldName: 'brand', size: 10 }] },
		{ sort: [{ kind: 'score' }] },
		{ from: 10 },
		{ size: 11 },
		{ isGrouped: true },
		{ autoFilterFields: ['brand'] },
		{ hasUnderstanding: true },
		{ isTypoTolerant: false },
		{ isOutOfStockLast: true },
		{ popularity: [{ indexName: 'product', fields: [{ fieldName: 'sold', weight: 2, isLowestBest: false }] }] },
		{ weights: [{ indexName: 'product', weights: { title: 8, ofFields: new Map() } }] },
		{ inStockIndexNames: ['product'] },
	];
	for (const change of others) {
		assert.equal(await isSearched(change), true, JSON.stringify(change));
		if (change.weights === undefined) assert.equal(await isSearched(change), false, JSON.stringify(change));
	}
	assert.equal(await isSearched({}, { hashid: 'b' }), true);
});

test('whatever an answer depends on is another object after a change', async () => {
	const { isSearched } = createShop();
	await isSearched({}, { isLearned: true });
	for (const using of [{ segments: [] }, { analyzer: {} }, { ranking: {} }]) {
		assert.equal(await isSearched({}, { isLearned: true, using }), true);
		assert.equal(await isSearched({}, { isLearned: true }), true);
		assert.equal(await isSearched({}, { isLearned: true }), false);
	}
	const weights = { title: 8, ofFields: new Map([['brand', 3]]) };
	const others = { title: 8, ofFields: new Map([['brand', 4]]) };
	assert.equal(await isSearched({ weights: [{ indexName: 'product', weights }] }), true);
	assert.equal(await isSearched({ weights: [{ indexName: 'product', weights }] }), false);
	assert.equal(await isSearched({ weights: [{ indexName: 'product', weights: others }] }), true);
});

test('sessions share an answer unless the list depends on them', async () => {
	const { isSearched } = createShop();
	const of = (seed: string, isInterleaved = false): Partial<IndexQuery> => ({
		learned: { strength: 1, seed, ...(isInterleaved && { isInterleaved }) },
	});
	assert.equal(await isSearched(of('s1')), true);
	assert.equal(await isSearched(of('s2', true)), false, 'nothing was learned');
	assert.equal(await isSearched(of('s1'), { isLearned: true }), true);
	assert.equal(await isSearched(of('s2'), { isLearned: true }), false, 'nothing is explored');
	assert.equal(await isSearched({ learned: { strength: 0.5 } }, { isLearned: true }), true, 'another strength');
	for (const more of [{ isExploring: true }, { isLearned: true }]) {
		const asked = (seed: string) => of(seed, more.isLearned === true);
		assert.equal(await isSearched(asked('s3'), more), true);
		assert.equal(await isSearched(asked('s3'), more), false);
		assert.equal(await isSearched(asked('s4'), more), true);
	}
});

test('answers are kept for a minute, as many as there is memory for, and none without any', async () => {
	const { isSearched, pass } = createShop();
	await isSearched();
	pass(59_000);
	assert.equal(await isSearched(), false);
	pass(1_001);
	assert.equal(await isSearched(), true);
	for (let number = 0; number < 30; number += 1) await isSearched({ text: `shoe ${number}` });
	assert.equal(await isSearched(), true);
	const none = createShop({ bytesMax: 0 });
	await none.isSearched();
	assert.equal(await none.isSearched(), true);
});

test('answers that go on to highlight texts are not kept', async () => {
	const { isSearched } = createShop();
	await isSearched({ hasHighlights: true });
	assert.equal(await isSearched({ hasHighlights: true }), true);
});
