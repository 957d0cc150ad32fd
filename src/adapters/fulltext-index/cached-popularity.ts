/**
 * Caches what popularity does to the scores of an index: it stays the same until the index or a weight changes. Segments
 * never change, so it is valid as long as the list of segments is the same object.
 */
import type { IndexPopularity } from '../../domain/query/index-query.ts';
import type { LiveSegment } from '../../fulltext/query/index-view.ts';
import { measurePopularity, type PopularityFactors } from '../../fulltext/query/popularity.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { ReadableIndex } from './index-reader.ts';

/** By segment of the searched indices; undefined when none of them has such a field. */
export type ToPopularity = (
	searched: readonly { readonly indexName: string; readonly index: Pick<ReadableIndex, 'segments'> }[],
	popularity: readonly IndexPopularity[] | undefined,
	pace: Pace,
) => Steps<readonly (PopularityFactors | undefined)[] | undefined>;

type OfSegments = readonly (PopularityFactors | undefined)[];

/** Those of shoppers, and those that an owner tries meanwhile; four bytes for each item. */
const weightsMax = 2;

export function cachePopularity(): ToPopularity {
	const known = new WeakMap<readonly LiveSegment[], Cache<string, OfSegments>>();
	return function* (searched, popularity = [], pace) {
		if (popularity.length === 0) return undefined;
		const all: (PopularityFactors | undefined)[] = [];
		for (const { index, indexName } of searched) {
			const fields = popularity.find((one) => one.indexName === indexName)?.fields;
			if (fields === undefined) {
				all.push(...index.segments.map(() => undefined));
				continue;
			}
			const entries = known.get(index.segments) ?? createCache<string, OfSegments>({ entriesMax: weightsMax });
			known.set(index.segments, entries);
			const key = JSON.stringify(fields);
			const factors = entries.get(key) ?? (yield* measurePopularity(index.segments, fields, pace));
			entries.set(key, factors);
			all.push(...factors);
		}
		return all;
	};
}
