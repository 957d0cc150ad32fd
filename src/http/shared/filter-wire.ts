import type { Filter } from '../../domain/query/filter.ts';

/** Filters as an object that `parseFilters` parses to the same filters. */
export function toFiltersWire(filters: readonly Filter[]): Record<string, unknown> {
	return Object.fromEntries(filters.map((filter) => [filter.fieldName, toFilterWire(filter)]));
}

/** The value of the filter, which follows the name of its field. */
export function toFilterWire(filter: Filter): unknown {
	if (filter.kind === 'terms') return filter.values;
	if (filter.kind === 'range') {
		const { gte, gt, lte, lt } = filter;
		return { gte, gt, lte, lt };
	}
	const { latitude, longitude, distanceMaxMeters } = filter;
	return { distance: `${distanceMaxMeters}m`, position: `${latitude},${longitude}` };
}
