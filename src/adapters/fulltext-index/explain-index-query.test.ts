import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { startPosition } from '../../domain/log/position.ts';
import { emptyQuery, type LearnedSearch } from '../../domain/query/index-query.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { type AskedQuery, answerIndexQuery, type SearchedIndex } from './answer-index-query.ts';
import { cachePopularity } from './cached-popularity.ts';
import { explainIndexQuery } from './explain-index-query.ts';

const items = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`i${at}`, { title: 'Lamp' }]));
const { view } = createSmallIndex(items);
const index = { generationId: 1, position: startPosition, language: 'en', prices: '', schema: '', ...view };
const searched: readonly SearchedIndex[] = [{ indexName: 'product', index }];

function toAsked(learned: LearnedSearch): AskedQuery {
	const query = { ...emptyQuery, text: 'lamp ', from: 2, size: 5, learned };
	const factors = [
		new Map([
			[9, 1.8],
			[7, 1.5],
		]),
	];
	return { analyzer: view.analyzer, query, toPopularity: cachePopularity(), learned: { factors } };
}

it('an explanation has the list that a session sees where two rankings are interleaved for it', () => {
	const learned: LearnedSearch = { strength: 1, seed: 'session', isInterleaved: true };
	const asked = toAsked(learned);
	const { shown, hits } = runSteps(explainIndexQuery(searched, { ...asked, items: [] }, unhurried));
	const page = runSteps(answerIndexQuery(searched, asked, unhurried)).hits;
	assert.deepEqual(
		shown,
		page.map(({ indexName, id, team }) => ({ indexName, id, team })),
	);
	assert.ok(shown?.some(({ team }) => team === 'plain'));
	assert.notDeepEqual(
		hits.map(({ id }) => id),
		shown?.map(({ id }) => id),
	);
	for (const more of [{ isInterleaved: false }, { seed: undefined }] as const) {
		const other = toAsked({ ...learned, ...more } as LearnedSearch);
		const explained = runSteps(explainIndexQuery(searched, { ...other, items: [] }, unhurried));
		assert.equal(explained.shown, undefined, 'it is the list that is explained');
	}
});
