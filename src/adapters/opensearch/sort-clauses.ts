/**
 * The order of hits: numbers before texts, items without a value last in either direction. Items that are equal by all rules
 * and the score are in the order of their last writes.
 */
import { idField } from '../../domain/item/item-id.ts';
import type { IndexQuery, SortRule } from '../../domain/query/index-query.ts';
import { type Clause, type FilterContext, isTitle } from './filter-clauses.ts';
import { nameEnd, toTextsColumn, toUse } from './index-layout.ts';

/** Sorts behind every text, in UTF-8. */
const lastText = '\u{10ffff}';

/** The first value of a field in a column that it shares with others; nothing for an item with a number. */
const textScript = `
if (doc['uses'].size() > 0 && (doc['uses'].contains(params.number) || doc['uses'].contains(params.date))) return params.none;
String found = params.none;
for (String value : doc[params.column]) {
	if (!value.startsWith(params.name)) continue;
	found = value;
	if (!params.isDescending) return found;
}
return found;`;

export function toSortClauses({ sort, isOutOfStockLast }: IndexQuery, context: FilterContext): Clause[] {
	const [first] = sort;
	const isByScore = first === undefined || first.kind === 'score';
	const rules = sort.flatMap((rule) => toRuleClauses(rule, context));
	return [
		...(isByScore && isOutOfStockLast === true ? [{ isOut: 'asc' }] : []),
		...rules,
		...(sort.some(({ kind }) => kind === 'score') ? [] : [{ _score: 'desc' }]),
		{ serial: 'asc' },
		{ created: 'asc' },
	];
}

function toRuleClauses(rule: SortRule, context: FilterContext): Clause[] {
	if (rule.kind === 'score') return [{ _score: 'desc' }];
	const { fieldName, isDescending } = rule;
	const order = isDescending ? 'desc' : 'asc';
	const mode = isDescending ? 'max' : 'min';
	if (rule.kind === 'distance') return toDistanceClauses(rule, { order, mode });
	if (fieldName === idField) return toIdClauses(order);
	if (isTitle(context, fieldName)) return [{ title: { order, missing: '_last' } }];
	const ofField = { path: 'numbers', filter: { term: { 'numbers.field': fieldName } } };
	return [
		{ 'numbers.value': { order, mode, missing: '_last', nested: ofField } },
		{
			_script: { type: 'string', order, script: { source: textScript, params: toTextParams(fieldName, isDescending) } },
		},
	];
}

/** An index of an earlier version has neither of them until it is built again. */
function toIdClauses(order: string): Clause[] {
	return [
		{ idNumber: { order, missing: '_last', unmapped_type: 'long' } },
		{ idText: { order, missing: '_last', unmapped_type: 'keyword' } },
	];
}

function toTextParams(fieldName: string, isDescending: boolean) {
	return {
		column: toTextsColumn(fieldName),
		name: `${fieldName}${nameEnd}`,
		none: isDescending ? '' : lastText,
		isDescending,
		number: toUse(fieldName, 'number'),
		date: toUse(fieldName, 'date'),
	};
}

/** OpenSearch takes what has no place for infinitely far away. */
function toDistanceClauses(
	{ fieldName, latitude: lat, longitude: lon, isDescending }: Extract<SortRule, { kind: 'distance' }>,
	{ order, mode }: { readonly order: string; readonly mode: string },
): Clause[] {
	const ofField = { path: 'points', filter: { term: { 'points.field': fieldName } } };
	const distance = { _geo_distance: { 'points.at': { lat, lon }, order, mode, unit: 'm', nested: ofField } };
	if (!isDescending) return [distance];
	const source = `doc['uses'].contains(params.point) ? 0 : 1`;
	const hasNone = { type: 'number', order: 'asc', script: { source, params: { point: toUse(fieldName, 'point') } } };
	return [{ _script: hasNone }, distance];
}
