/** Which items pass the filters of a search? The set of passing items is computed once for each filter. */
import type { Filter, RangeFilter } from '../../src/domain/query/filter.ts';
import type { IndexQuery } from '../../src/domain/query/index-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { toDistance } from './plain-distance.ts';
import { toMeanings } from './plain-value.ts';
import { type ScannedItem, scanItem } from './scan-item.ts';

/** Every value that any item has in a field. */
export function listExisting(fieldName: string, items: readonly ScannedItem[]): string[] {
	return items.flatMap(({ texts }) => texts.get(fieldName) ?? []);
}

export interface Passing {
	/** @param ownField a field whose filters are left out, as for its facet */
	passes(item: ScannedItem, ownField?: string): boolean;
}

/** @param items all items that are searched: they decide which node a category name means */
export function createPassing(
	{ filters, excludes, filterExecution }: Pick<IndexQuery, 'filters' | 'excludes' | 'filterExecution'>,
	items: readonly ScannedItem[],
	analyzer: Analyzer,
): Passing {
	const toPassing = (filter: Filter) => ({
		fieldName: filter.fieldName,
		items: new Set(items.filter(createTest(filter, items, analyzer))),
	});
	const asked = filters.map(toPassing);
	const refused = excludes.map(toPassing);
	const isOneEnough = filterExecution === 'or' && asked.length > 1;
	return {
		passes(item, ownField) {
			if (refused.some((filter) => filter.items.has(item))) return false;
			if (isOneEnough) return asked.some((filter) => filter.items.has(item));
			return asked.every((filter) => filter.fieldName === ownField || filter.items.has(item));
		},
	};
}

function createTest(filter: Filter, items: readonly ScannedItem[], analyzer: Analyzer): (item: ScannedItem) => boolean {
	const { fieldName } = filter;
	if (filter.kind === 'range') return ({ numbers }) => (numbers.get(fieldName) ?? []).some(isWithin(filter));
	if (filter.kind === 'distance') {
		return ({ points }) => {
			const point = points.get(fieldName);
			return point !== undefined && toDistance(filter, point) <= filter.distanceMaxMeters;
		};
	}
	if (fieldName === 'title') {
		const titles = filter.values.map((value) => scanItem({ id: '', fields: { title: value } }, analyzer).titleWords);
		const wanted = new Set(titles.filter((words) => words.length > 0).map((words) => words.join(' ')));
		return ({ titleWords }) => wanted.has(titleWords.join(' '));
	}
	const meanings = toMeanings(filter, listExisting(fieldName, items));
	return ({ texts }) => meanings.some((means) => (texts.get(fieldName) ?? []).some(means));
}

function isWithin({ gte, gt, lte, lt }: RangeFilter): (value: number) => boolean {
	return (value) =>
		(gte === undefined || value >= gte) &&
		(gt === undefined || value > gt) &&
		(lte === undefined || value <= lte) &&
		(lt === undefined || value < lt);
}
