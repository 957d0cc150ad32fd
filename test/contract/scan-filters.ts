import type { Filter } from '../../src/domain/query/filter.ts';
import type { IndexQuery } from '../../src/domain/query/index-query.ts';
import { toDistance } from '../support/plain-distance.ts';
import { toMeanings } from '../support/plain-value.ts';
import type { ScannedItem } from './scanned-item.ts';

type Filtering = Pick<IndexQuery, 'filters' | 'excludes' | 'filterExecution'>;

/** @param all the items that are searched, including this one: they decide which node a category name means */
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

/** For each search's items: by filter, the items that pass it. */
const passingOfSearches = new WeakMap<readonly ScannedItem[], Map<Filter, ReadonlySet<ScannedItem>>>();

function passes(item: ScannedItem, filter: Filter, all: readonly ScannedItem[]): boolean {
	const known = passingOfSearches.get(all) ?? new Map<Filter, ReadonlySet<ScannedItem>>();
	passingOfSearches.set(all, known);
	const passing = known.get(filter) ?? new Set(all.filter(createTest(filter, all)));
	known.set(filter, passing);
	return passing.has(item);
}

function createTest(filter: Filter, all: readonly ScannedItem[]): (item: ScannedItem) => boolean {
	const { fieldName } = filter;
	if (filter.kind === 'terms') {
		const meanings = toMeanings(filter, listExisting(fieldName, all));
		const numbers = filter.values.filter((value) => value !== '').map(Number);
		return (item) =>
			meanings.some((means) => (item.texts.get(fieldName) ?? []).some(means)) ||
			(item.numbers.get(fieldName) ?? []).some((number) => numbers.includes(number));
	}
	if (filter.kind === 'distance') {
		return ({ points }) =>
			(points.get(fieldName) ?? []).some((point) => toDistance(filter, point) <= filter.distanceMaxMeters);
	}
	const { gte = -Infinity, gt = -Infinity, lte = Infinity, lt = Infinity } = filter;
	return ({ numbers }) =>
		(numbers.get(fieldName) ?? []).some(
			(value) => value >= gte && (value > gt || gt === -Infinity) && value <= lte && (value < lt || lt === Infinity),
		);
}
