/**
 * Which values of a facet are chosen? Those that the filters on its field stand for, as the items spell them: a filter
 * on `dell` chooses `DELL`. A spelling without matches is not listed, unless no spelling has any; then the value as it
 * was asked for has a count of 0.
 */
import type { FacetBucket } from '../../domain/query/facet-kind.ts';
import { compareByBytes, decodeString } from '../index/segment/sorted-strings.ts';
import type { FilterPlan } from '../query/filter-matches.ts';
import type { OrdinalsOfColumns } from '../query/value-filter.ts';

/** What one value of a filter stands for. */
export interface Chosen {
	readonly asked: string;
	/** Distinct, the value as asked for first, followed by at most `listedMax` others. */
	readonly values: readonly string[];
}

/** The most values counted for one name; a node near the top has thousands of paths below it. */
const listedMax = 200;

/** The chosen values, in the order of the filters and of their values. */
export function listChosen(fieldName: string, { filters }: FilterPlan): Chosen[] {
	return filters.flatMap(({ filter }) => {
		if (filter.kind !== 'terms' || filter.fieldName !== fieldName) return [];
		return filter.values.map((asked, at) => ({ asked, values: listValues(asked, filter.ordinals[at]) }));
	});
}

function listValues(asked: string, ordinalsOf: OrdinalsOfColumns = new Map()): string[] {
	const values = new Set<string>();
	for (const [{ dictionary }, ordinals] of ordinalsOf) {
		// The first values of each column in byte order are enough to have the first of all.
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

/**
 * Selects the chosen values to show.
 * @param counted the counts of all values of `chosen`
 */
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
