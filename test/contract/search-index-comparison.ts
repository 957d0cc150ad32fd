/** An index must answer random searches as the scan does. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import type { ItemWrite } from '../../src/domain/item/item.ts';
import type { IndexAnswer, IndexQuery } from '../../src/domain/query/index-query.ts';
import { filtersMax } from '../../src/domain/query/query-limits.ts';
import type { SearchIndex, SearchScope } from '../../src/ports/search-index.ts';
import { type Change, ids, indexNames, toRounds } from './random-searches.ts';
import { sampleAccount, sampleEngine, sampleIndex, sampleStore, sampleUser } from './sample-data.ts';
import { createScanSearchIndex } from './scan-search-index.ts';
import type { OpenedSearchIndex } from './search-index-contract.ts';

interface Comparison extends Pick<fc.Parameters<unknown>, 'numRuns' | 'seed' | 'endOnFailure'> {
	/** Whether half of the searches use everything at once; no by default. */
	readonly hasWide?: boolean;
}

/**
 * Throws for the first answer that differs, with the seed that reproduces it.
 * @returns how many searches used everything at once
 */
export async function compareWithScan(
	{ database, searchIndex, settle }: OpenedSearchIndex,
	{ hasWide = false, ...parameters }: Comparison,
): Promise<number> {
	const scan = createScanSearchIndex(database.items);
	await database.accounts.createAccount(sampleAccount(), sampleUser());
	await database.stores.createStore(sampleStore());
	let engineCount = 0;
	let rank = 0;
	let wideCount = 0;
	await fc.assert(
		fc.asyncProperty(toRounds(hasWide), async (played) => {
			engineCount += 1;
			const engine = sampleEngine(engineCount, { locale: 'en' });
			await database.searchEngines.create(engine);
			const { hashid } = engine;
			for (const indexName of indexNames) await database.searchEngines.createIndex(hashid, sampleIndex(indexName));
			const scope = { hashid, indexNames };
			for (const { changes, queries } of played) {
				const ranked = changes.map((one) => {
					rank += 1;
					return { indexName: one.indexName, write: toWrite(one, rank) };
				});
				for (const [indexName, ofIndex] of Map.groupBy(ranked, (one) => one.indexName)) {
					const target = { hashid, indexName, generation: 'live' } as const;
					await database.items.write(
						target,
						ofIndex.map(({ write }) => write),
					);
				}
				await settle();
				for (const asked of queries) {
					const [answer, right] = [await searchIndex.search(scope, asked), await scan.search(scope, asked)];
					assert.deepEqual(toComparable(answer, asked), toComparable(right, asked));
					if (isWide(asked, right)) wideCount += 1;
					assert.deepEqual(await askItems(searchIndex, scope, asked), await askItems(scan, scope, asked));
				}
			}
		}),
		parameters as fc.Parameters<[unknown]>,
	);
	return wideCount;
}

/** Whether a search uses everything at once, covers both indices, and still finds something. */
function isWide(
	{ filters, excludes, facets, isGrouped, sort }: IndexQuery,
	{ autoFilters, count }: IndexAnswer,
): boolean {
	const isFull = filters.length + excludes.length === filtersMax && excludes.length > 0 && autoFilters.length > 0;
	const hasOwnFacet = facets.some(({ fieldName }) => filters.some((filter) => filter.fieldName === fieldName));
	return isFull && hasOwnFacet && isGrouped && sort.length > 1 && count > 0;
}

function toWrite({ id, fields: content }: Change, rank: number): ItemWrite {
	if (content === undefined) return { kind: 'delete', id };
	const groupId = 'group_id' in content ? String(content.group_id) : null;
	return { kind: 'put', id, text: JSON.stringify({ id, ...content, rank }), groupId };
}

/** Queries the items one by one, and the newest of them, under the filters of a search. */
async function askItems(searchIndex: SearchIndex, scope: SearchScope, { filters, excludes, isGrouped }: IndexQuery) {
	const criteria = { filters, excludes, isInStockOnly: isGrouped, fieldNames: ['brand', 'price'], conditions: filters };
	const items = indexNames.flatMap((indexName) => ids.map((id) => ({ indexName, itemKey: toItemKey(id) })));
	const selected = await searchIndex.select(scope, { ...criteria, items });
	const newest = await searchIndex.listNewest(scope, { ...criteria, fieldName: 'rank', countMax: 4 });
	// The order of creation is defined within one index only.
	const one = { ...scope, indexNames: indexNames.slice(0, 1) };
	const newestOfOne = await searchIndex.listNewest(one, { ...criteria, fieldName: null, countMax: 4 });
	return [...selected, '', ...newest, '', ...newestOfOne].map((facts) => {
		if (typeof facts === 'string') return facts;
		const [brand, amount] = facts.fields;
		return { ...facts, fields: [brand?.texts, amount?.numbers] };
	});
}

/** Ignores scores, which differ between indexes, and the group of a hit unless groups were requested. */
function toComparable({ queryName, count, hits, facets, autoFilters }: IndexAnswer, { isGrouped }: IndexQuery) {
	return {
		queryName,
		count,
		autoFilters,
		hits: hits.map(({ indexName, id, groupId }) => ({ indexName, id, groupId: isGrouped ? groupId : undefined })),
		facets,
	};
}
