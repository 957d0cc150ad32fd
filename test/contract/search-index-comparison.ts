/**
 * Random catalogues, random writes and random queries: an index must answer as the scan does.
 *
 * What an index may decide for itself is kept out: words have no common beginnings, stems or neighbours within two typos,
 * and the last rule of every sort is a number that no two items share, so that there is one right order.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import type { Filter } from '../../src/domain/query/filter.ts';
import { type IndexAnswer, type IndexQuery, queryNames } from '../../src/domain/query/index-query.ts';
import type { SynonymRule } from '../../src/domain/query/synonym-rule.ts';
import type { SearchIndex, SearchScope } from '../../src/ports/search-index.ts';
import { sampleAccount, sampleEngine, sampleIndex, sampleStore, sampleUser } from './sample-data.ts';
import { createScanSearchIndex } from './scan-search-index.ts';
import type { OpenedSearchIndex } from './search-index-contract.ts';

const words = ['zephyr', 'quokka', 'lantern', 'biscuit', 'drumlin', 'whisper', 'cobalt', 'jigsaw'];
const brands = ['Acme', 'Borealis', 'Cygnet', 'Dorado'];
const colors = ['red', 'blue', 'green'];
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const days = ['2026-01-01', '2026-02-01', '2026-03-01'];

const price = fc.integer({ min: 0, max: 20 });
const place = fc.record({ lat: fc.integer({ min: -60, max: 60 }), lon: fc.integer({ min: -120, max: 120 }) });
const fields = fc.record(
	{
		title: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' ')),
		brand: fc.constantFrom(...brands),
		color: fc.subarray(colors),
		price: fc.oneof(price, price.map(String)),
		sold: fc.constantFrom(...days),
		stock: fc.boolean(),
		availability: fc.constantFrom('in stock', 'out of stock'),
		dim: fc.record({ w: price }),
		geo: place,
		group_id: fc.constantFrom('g1', 'g2'),
	},
	{ requiredKeys: ['title'] },
);
const change = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ id: fc.constantFrom(...ids), fields }) },
	{ weight: 1, arbitrary: fc.record({ id: fc.constantFrom(...ids), fields: fc.constant(undefined) }) },
);

const bounds = fc.record({ gte: price, gt: price, lte: price, lt: price }, { requiredKeys: [] });
const someFilters: fc.Arbitrary<Filter>[] = [
	fc.subarray([...brands, 'None'], { minLength: 1 }).map((values) => ({ kind: 'terms', fieldName: 'brand', values })),
	fc.subarray(colors, { minLength: 1 }).map((values) => ({ kind: 'terms', fieldName: 'color', values })),
	fc.constantFrom('true', 'false').map((value) => ({ kind: 'terms', fieldName: 'stock', values: [value] })),
	bounds.map((range) => ({ kind: 'range', fieldName: 'price', gte: 0, ...range })),
	bounds.map((range) => ({ kind: 'range', fieldName: 'dim.w', lte: 20, ...range })),
	fc.constantFrom(...days).map((day) => ({ kind: 'range', fieldName: 'sold', gt: Date.parse(day) })),
	fc.tuple(place, fc.integer({ min: 0, max: 12_000 })).map(([{ lat, lon }, km]) => ({
		kind: 'distance',
		fieldName: 'geo',
		latitude: lat,
		longitude: lon,
		distanceMaxMeters: km * 1000,
	})),
];
const filters = fc.subarray(someFilters, { maxLength: 3 }).chain((chosen) => fc.tuple(...chosen));

const byField = fc
	.tuple(fc.constantFrom('price', 'brand', 'color', 'sold', 'dim.w'), fc.boolean())
	.map(([fieldName, isDescending]) => ({ kind: 'field', fieldName, isDescending }) as const);
const byDistance = place.map(
	({ lat, lon }) =>
		({ kind: 'distance', fieldName: 'geo', latitude: lat, longitude: lon, isDescending: false }) as const,
);
const last = { kind: 'field', fieldName: 'rank', isDescending: false } as const;

const facet = fc
	.tuple(fc.constantFrom('brand', 'color', 'stock', 'nothing'), fc.integer({ min: 1, max: 5 }))
	.map(([fieldName, size]) => ({ kind: 'terms', fieldName, size }) as const);
const rangeFacet = fc
	.constantFrom('price', 'dim.w', 'sold', 'nothing')
	.map((fieldName) => ({ kind: 'range', fieldName, size: 10 }) as const);

const synonymRules: SynonymRule[] = [
	{ kind: 'two_way', phrases: ['zephyr', 'quokka biscuit'] },
	{ kind: 'one_way', from: ['unheard', 'cobalt jigsaw'], to: ['whisper', 'lantern drumlin'] },
];

const query: fc.Arbitrary<IndexQuery> = fc.record({
	text: fc.array(fc.constantFrom(...words, 'unheard'), { maxLength: 3 }).map((list) => list.join(' ')),
	queryName: fc.option(fc.constantFrom(...queryNames), { nil: undefined }),
	filters,
	excludes: filters,
	filterExecution: fc.constantFrom('and', 'or'),
	facets: fc.uniqueArray(fc.oneof(facet, rangeFacet), { selector: ({ fieldName }) => fieldName, maxLength: 4 }),
	sort: fc.array(fc.oneof(byField, byDistance), { maxLength: 2 }).map((rules) => [...rules, last]),
	from: fc.integer({ min: 0, max: 4 }),
	size: fc.integer({ min: 1, max: 12 }),
	isGrouped: fc.boolean(),
	autoFilterFields: fc.constant([]),
	synonyms: fc.subarray(synonymRules),
	inStockIndexNames: fc.constantFrom([], [], ['product']),
});

/** Rounds of writes, each followed by queries. */
const rounds = fc.array(
	fc.record({
		changes: fc.array(change, { maxLength: 12 }),
		queries: fc.array(query, { minLength: 1, maxLength: 5 }),
	}),
	{ minLength: 1, maxLength: 4 },
);

/** Throws for the first answer that differs, with the seed that brings it back. */
export async function compareWithScan(
	{ database, searchIndex, settle }: OpenedSearchIndex,
	parameters: Pick<fc.Parameters<unknown>, 'numRuns' | 'seed' | 'endOnFailure'>,
): Promise<void> {
	const scan = createScanSearchIndex(database.items);
	await database.accounts.createAccount(sampleAccount(), sampleUser());
	await database.stores.createStore(sampleStore());
	let engineCount = 0;
	let rank = 0;
	await fc.assert(
		fc.asyncProperty(rounds, async (played) => {
			engineCount += 1;
			const engine = sampleEngine(engineCount, { locale: 'en' });
			await database.searchEngines.create(engine);
			await database.searchEngines.createIndex(engine.hashid, sampleIndex());
			const scope = { hashid: engine.hashid, indexNames: ['product'] };
			for (const { changes, queries } of played) {
				const writes = changes.map((one): ItemWrite => {
					rank += 1;
					return toWrite(one, rank);
				});
				await database.items.write({ hashid: engine.hashid, indexName: 'product', generation: 'live' }, writes);
				await settle();
				for (const asked of queries) {
					const [answer, right] = [await searchIndex.search(scope, asked), await scan.search(scope, asked)];
					assert.deepEqual(toComparable(answer), toComparable(right));
					assert.deepEqual(await askItems(searchIndex, scope, asked), await askItems(scan, scope, asked));
				}
			}
		}),
		parameters as fc.Parameters<[unknown]>,
	);
}

function toWrite({ id, fields: content }: { id: string; fields: object | undefined }, rank: number): ItemWrite {
	if (content === undefined) return { kind: 'delete', id };
	const groupId = 'group_id' in content ? String(content.group_id) : null;
	return { kind: 'put', id, text: JSON.stringify({ id, ...content, rank }), groupId };
}

/** The items one by one and the newest of them, under the filters of a search. */
async function askItems(searchIndex: SearchIndex, scope: SearchScope, { filters, excludes, isGrouped }: IndexQuery) {
	const look = { filters, excludes, isInStockOnly: isGrouped, fieldNames: ['brand', 'price'], marks: filters };
	const items = ids.map((id) => ({ indexName: 'product', itemKey: toItemKey(id) }));
	const selected = await searchIndex.select(scope, { ...look, items });
	const newest = await searchIndex.listNewest(scope, { ...look, fieldName: null, countMax: 4 });
	return [...selected, '', ...newest].map((facts) => {
		if (typeof facts === 'string') return facts;
		const [brand, amount] = facts.fields;
		return { ...facts, fields: [brand?.texts, amount?.numbers] };
	});
}

/** Scores are an index's own. */
function toComparable({ queryName, count, hits, facets }: IndexAnswer) {
	return {
		queryName,
		count,
		hits: hits.map(({ indexName, id, groupId }) => ({ indexName, id, groupId })),
		facets,
	};
}
