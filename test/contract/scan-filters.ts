import type { Filter } from '../../src/domain/query/filter.ts';
import type { IndexQuery } from '../../src/domain/query/index-query.ts';
import { toDistance } from '../support/plain-distance.ts';
import { toMeanings } from '../support/plain-value.ts';
import type { ScannedItem } from './scanned-item.ts';

type Filtering = Pick<IndexQuery, 'filters' | 'excludes' | 'filterExecution'>;

/** @param all the items that are searched, this one among them: they decide what a name of a category stands for */
export function passesFilters(
	item: ScannedItem,
	{ filters, excludes, filterExecution }: Filtering,
	all: readonly ScannedItem[],
): boolean {
	if (excludes.some((filter) => passes(item, filter, all))) return false;
	if (filters.length === 0) return true;
	return filterExecution === 'and'
		? filters.every((filter) => passes(item, filter, all))
		: filters.some((filter) => passes(item, filter, all));
}

export function listExisting(fieldName: string, all: readonly ScannedItem[]): string[] {
	return all.flatMap(({ texts }) => texts.get(fieldName) ?? []);
}

function passes(item: ScannedItem, filter: Filter, all: readonly ScannedItem[]): boolean {
	const { fieldName } = filter;
	if (filter.kind === 'terms') {
		const texts = item.texts.get(fieldName) ?? [];
		const numbers = item.numbers.get(fieldName) ?? [];
		const meanings = toMeanings(filter, listExisting(fieldName, all));
		return filter.values.some(
			(value, place) =>
				texts.some((text) => meanings[place]?.(text)) || (value !== '' && numbers.includes(Number(value))),
		);
	}
	if (filter.kind === 'distance') {
		const points = item.points.get(fieldName) ?? [];
		return points.some((point) => toDistance(filter, point) <= filter.distanceMaxMeters);
	}
	const { gte = -Infinity, gt = -Infinity, lte = Infinity, lt = Infinity } = filter;
	return (item.numbers.get(fieldName) ?? []).some(
		(value) => value >= gte && (value > gt || gt === -Infinity) && value <= lte && (value < lt || lt === Infinity),
	);
}
