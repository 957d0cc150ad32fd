/**
 * Which values of a facet are chosen? Those that the filters of its field stand for, as they are written in the items: who
 * asks for `dell` marks `DELL`. Counting decides which of them count: a value that no match has is none, unless
 * it would be the only one of what was asked for.
 */
import type { FacetBucket } from '../../domain/query/index-query.ts';
import { compareByBytes, decodeString } from '../index/segment/sorted-strings.ts';
import type { FilterPlan } from '../query/filter-matches.ts';
import type { OrdinalsOfColumns } from '../query/value-filter.ts';

/** What one value of a filter stands for. */
export interface Chosen {
	readonly asked: string;
	/** No value twice, the one that was asked for first; at most `listedMax` besides. */
	readonly values: readonly string[];
}

/** Values that one name may stand for and that are counted; a node high up has thousands of paths below it. */
const listedMax = 200;

/** In the order of the filters and of their values. */
export function listChosen(fieldName: string, { filters }: FilterPlan): Chosen[] {
	return filters.flatMap(({ filter }) => {
		if (filter.kind !== 'terms' || filter.fieldName !== fieldName) return [];
		return filter.values.map((asked, at) => ({ asked, values: listValues(asked, filter.ordinals[at]) }));
	});
}

function listValues(asked: string, ordinalsOf: OrdinalsOfColumns = new Map()): string[] {
	const values = new Set<string>();
	for (const [{ dictionary }, ordinals] of ordinalsOf) {
		// Of each column the first ones in the order of bytes: enough to have the first of all.
		for (const ordinal of ordinals.length <= listedMax ? ordinals : toFirst(ordinals))
			values.add(decodeString(dictionary, ordinal - 1));
	}
	values.delete(asked);
	if (values.size === 0) return [asked];
	return [asked, ...[...values].sort(compareByBytes).slice(0, listedMax)];
}

function toFirst(ordinals: readonly number[]): Uint32Array {
	return Uint32Array.from(ordinals)
		.sort()
		.subarray(0, listedMax + 1);
}

/** @param counted of all values of `chosen` */
export function pickChosen(chosen: readonly Chosen[], counted: readonly FacetBucket[]): FacetBucket[] {
	const counts = new Map(counted.map(({ value, count }) => [value, count]));
	const picked = new Map<string, FacetBucket>();
	for (const { asked, values } of chosen) {
		const found = values.filter((value) => (counts.get(value) ?? 0) > 0);
		for (const value of found.length === 0 ? [asked] : found) {
			picked.set(value, { value, count: counts.get(value) ?? 0 });
		}
	}
	return [...picked.values()];
}
