/** Filters and facets of every search index: part of the search index contract. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexAnswer } from '../../src/domain/query/index-query.ts';
import type { OpenFilled } from './search-index-contract.ts';

export const brandFacet = { kind: 'terms', fieldName: 'brand', size: 10 } as const;

export function toIds({ hits }: IndexAnswer): string[] {
	return hits.map(({ id }) => id).sort();
}

export function testFilters(open: OpenFilled): void {
	const here = { kind: 'distance', fieldName: 'geo', latitude: 41.38, longitude: 2.17 } as const;

	test('a filter passes items with one of its values, or a value in its range', async (t) => {
		const { search } = await open(t);
		const cases = [
			[{ kind: 'terms', fieldName: 'color', values: ['blue', 'white'] }, ['1', '2', '5']],
			[{ kind: 'terms', fieldName: 'color', values: ['green'] }, []],
			[{ kind: 'terms', fieldName: 'nothing', values: ['x'] }, []],
			[{ kind: 'terms', fieldName: 'title', values: ['Red trail shoe', 'Walking'] }, ['3']],
			[{ kind: 'terms', fieldName: 'price', values: ['80'] }, ['1']],
			[{ kind: 'terms', fieldName: 'stock', values: ['true'] }, ['4']],
			[{ kind: 'range', fieldName: 'price', gte: 60, lt: 80 }, ['2']],
			[{ kind: 'range', fieldName: 'price', gt: 60, lte: 80 }, ['1']],
			[{ kind: 'range', fieldName: 'price', gt: 80 }, ['3', '4']],
			[{ kind: 'range', fieldName: 'dim.w', lte: 3 }, ['5']],
			[{ kind: 'range', fieldName: 'sold', gte: Date.UTC(2026, 2, 1) }, ['5']],
			[{ kind: 'range', fieldName: 'price', gt: 1, lt: 0 }, []],
			[{ ...here, distanceMaxMeters: 10_000 }, ['3']],
			[{ ...here, distanceMaxMeters: 600_000 }, ['3', '4']],
		] as const;
		for (const [filter, ids] of cases) {
			assert.deepEqual(toIds(await search({ filters: [filter] })), ids, JSON.stringify(filter));
		}
	});

	test('filters hold together, or one of them is enough; excludes always hold', async (t) => {
		const { search } = await open(t);
		const filters = [
			{ kind: 'terms', fieldName: 'brand', values: ['Nike'] },
			{ kind: 'terms', fieldName: 'color', values: ['red'] },
		] as const;
		const excludes = [{ kind: 'range', fieldName: 'price', gte: 120 }] as const;
		assert.deepEqual(toIds(await search({ filters })), ['1']);
		assert.deepEqual(toIds(await search({ filters, filterExecution: 'or' })), ['1', '2', '3']);
		assert.deepEqual(toIds(await search({ filters, excludes, filterExecution: 'or' })), ['1', '2']);
		assert.deepEqual(toIds(await search({ excludes })), ['1', '2', '4', '5']);
	});
}

export function testFacets(open: OpenFilled): void {
	test('a facet counts all matches, on the page or not', async (t) => {
		const { search } = await open(t);
		const facets = [brandFacet, { kind: 'range', fieldName: 'price', size: 10 }] as const;
		const answer = await search({ text: 'shoe', size: 1, facets });
		assert.deepEqual(answer.facets, [
			{
				kind: 'terms',
				fieldName: 'brand',
				buckets: [
					{ value: 'Nike', count: 2 },
					{ value: 'Salomon', count: 1 },
				],
				selected: [],
				otherCount: 0,
				valueCount: 2,
			},
			{ kind: 'range', fieldName: 'price', count: 3, min: 60, max: 120, sum: 260 },
		]);
	});

	test('the values beyond the size of a facet are summed up', async (t) => {
		const { search } = await open(t);
		const [facet] = (await search({ facets: [{ kind: 'terms', fieldName: 'color', size: 1 }] })).facets;
		assert(facet?.kind === 'terms');
		assert.deepEqual([facet.buckets, facet.otherCount, facet.valueCount], [[{ value: 'red', count: 2 }], 3, 3]);
	});

	test('a filtered field keeps its other values, and says which are chosen; the other fields do not', async (t) => {
		const { search } = await open(t);
		const filters = [{ kind: 'terms', fieldName: 'brand', values: ['Falke', 'Adidas'] }] as const;
		const answer = await search({
			filters,
			facets: [
				{ ...brandFacet, size: 2 },
				{ ...brandFacet, fieldName: 'color' },
			],
		});
		assert.deepEqual(answer.facets, [
			{
				kind: 'terms',
				fieldName: 'brand',
				buckets: [
					{ value: 'Nike', count: 2 },
					{ value: 'Salomon', count: 2 },
				],
				selected: [
					{ value: 'Falke', count: 1 },
					{ value: 'Adidas', count: 0 },
				],
				otherCount: 1,
				valueCount: 3,
			},
			{
				kind: 'terms',
				fieldName: 'color',
				buckets: [{ value: 'white', count: 1 }],
				selected: [],
				otherCount: 0,
				valueCount: 1,
			},
		]);
	});

	test('a facet of a field that no match has is empty', async (t) => {
		const { search } = await open(t);
		const facets = [
			{ kind: 'terms', fieldName: 'nothing', size: 10 },
			{ kind: 'range', fieldName: 'nothing', size: 10 },
		] as const;
		assert.deepEqual((await search({ facets })).facets, [
			{ kind: 'terms', fieldName: 'nothing', buckets: [], selected: [], otherCount: 0, valueCount: 0 },
			{ kind: 'range', fieldName: 'nothing', count: 0, min: 0, max: 0, sum: 0 },
		]);
	});
}
