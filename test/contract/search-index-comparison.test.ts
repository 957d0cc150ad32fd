/** The comparison notices every mistake of an index, however small. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { FacetAnswer } from '../../src/domain/query/facet-kind.ts';
import type { IndexAnswer, IndexQuery } from '../../src/domain/query/index-query.ts';
import { openInlineDatabase } from './inline-database.ts';
import { createScanSearchIndex } from './scan-search-index.ts';
import { compareWithScan } from './search-index-comparison.ts';
import type { OpenedSearchIndex } from './search-index-contract.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

interface Mistake {
	readonly ask?: (query: IndexQuery) => IndexQuery;
	readonly answer?: (answer: IndexAnswer) => IndexAnswer;
}

/** The scan with a mistake in it. */
function openMistaken(
	t: TestContext,
	{ ask = (query) => query, answer = (found) => found }: Mistake,
): OpenedSearchIndex {
	const directory = makeTemporaryDirectory();
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'));
	t.after(async () => {
		await database.close();
		directory.remove();
	});
	const scan = createScanSearchIndex(database.items);
	const searchIndex = {
		...scan,
		search: async (scope: Parameters<typeof scan.search>[0], query: IndexQuery) =>
			answer(await scan.search(scope, ask(query))),
	};
	return { database, searchIndex, settle: async () => undefined };
}

function changeFacets(change: (facet: FacetAnswer) => object): Mistake {
	return {
		answer: (found) => ({
			...found,
			facets: found.facets.map((facet) => ({ ...facet, ...change(facet) }) as FacetAnswer),
		}),
	};
}

const mistakes: Readonly<Record<string, Mistake>> = {
	'counts too many': { answer: (found) => ({ ...found, count: found.count + 1 }) },
	'loses its last hit': { answer: (found) => ({ ...found, hits: found.hits.slice(0, -1) }) },
	'forgets the excludes': { ask: (query) => ({ ...query, excludes: [] }) },
	'takes a range for half open': {
		ask: (query) => ({
			...query,
			filters: query.filters.map((filter) =>
				filter.kind === 'range' && filter.gte !== undefined ? { ...filter, gt: filter.gte } : filter,
			),
		}),
	},
	'lets every filter hold': { ask: (query) => ({ ...query, filterExecution: 'and' }) },
	'knows no synonyms': { ask: (query) => ({ ...query, synonyms: [] }) },
	'shows what is out of stock': { ask: (query) => ({ ...query, inStockIndexNames: [] }) },
	'never groups': { ask: (query) => ({ ...query, isGrouped: false }) },
	'sorts by the first rule alone': { ask: (query) => ({ ...query, sort: query.sort.slice(0, 1) }) },
	'starts a page late': { ask: (query) => ({ ...query, from: query.from + 1 }) },
	'asks for all words': { ask: (query) => ({ ...query, queryName: 'match_and' }) },
	'forgets what is chosen': changeFacets((facet) => (facet.kind === 'terms' ? { selected: [] } : {})),
	'forgets values beyond a facet': changeFacets((facet) => (facet.kind === 'terms' ? { otherCount: 0 } : {})),
	'sums wrongly': changeFacets((facet) => (facet.kind === 'range' ? { sum: facet.min + facet.max } : {})),
};

/** With this seed every mistake occurs: the question is whether it is noticed, not how soon. */
const known = { numRuns: 300, seed: 1, endOnFailure: true };

describe('the comparison with the scan', () => {
	for (const [name, mistake] of Object.entries(mistakes)) {
		test(`notices an index that ${name}`, async (t) => {
			await assert.rejects(compareWithScan(openMistaken(t, mistake), known), /Property failed/);
		});
	}

	test('has nothing against the scan itself', async (t) => {
		await compareWithScan(openMistaken(t, {}), { numRuns: 10, hasWide: true });
	});
});
