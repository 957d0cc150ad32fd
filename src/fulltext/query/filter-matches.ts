/**
 * Which matches pass which filters? Each filter is one loop over the matches that records failures as a bit in `fails`.
 * The filters of a field that has a facet get a bit of their own, so that this facet can ignore them later. All other
 * filters and the excludes share one bit:
 *
 *     bits 0 … 29    filters on the fields of facets
 *     bit 30         filters and excludes that every facet applies
 *     bit 31         temporary: one filter, until it is combined with a bit that is already in use
 */

import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { DistanceFilter, Filter, RangeFilter } from '../../domain/query/filter.ts';
import type { FacetRequest, IndexQuery } from '../../domain/query/index-query.ts';
import { entriesPerCheck, type Pace, type Steps } from '../../lib/steps.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import type { KeywordColumn, NumberColumn } from '../index/segment/columns.ts';
import { findKey } from '../index/segment/key-table.ts';
import type { Segment } from '../index/segment/segment.ts';
import { isDense, type MatchedDocuments, walkColumn } from './column-walk.ts';
import { toDistanceMeters } from './geo-distance.ts';
import type { IndexView } from './index-view.ts';
import { failDense, failRange } from './kernels.ts';
import type { Requirement, ToTest } from './requirement.ts';
import { createTitleTest, isTitleField, toTitleWords } from './title-column.ts';
import { findOrdinals, type ResolvedFilter, type ResolvedTermsFilter, resolveFilter } from './value-filter.ts';

/** A terms filter on this field is about the ids of items. */
export const idFieldName = 'id';

export interface PlannedFilter {
	readonly filter: ResolvedFilter;
	readonly bit: number;
	/** The words of its values when it filters by title. */
	readonly titles: readonly (readonly string[])[] | undefined;
}

/** A requirement whose filter is resolved. */
export type PlannedRequirement =
	| (PlannedFilter & { readonly isExcluding: boolean })
	| { readonly toTest: ToTest; readonly bit: number };

/** Filters with their bits. */
export interface FilterPlan {
	readonly filters: readonly PlannedFilter[];
	/** What the typed text asks of every match, whatever the other filters. */
	readonly required: readonly PlannedRequirement[];
	readonly excludes: readonly PlannedFilter[];
	/** Whether passing one of several filters is enough. Then every facet applies all of them. */
	readonly isAny: boolean;
}

/**
 * The most fields of facets that get a bit of their own: the most facets of a request, and the bits below
 * `requiredBit`.
 */
const facetBitsMax = 30;
const requiredBit = 1 << facetBitsMax;
const testBit = 1 << 31;

export function hasFilters({ filters, required, excludes }: FilterPlan): boolean {
	return filters.length > 0 || required.length > 0 || excludes.length > 0;
}

/** What a search filters by. */
export interface FilterRequest extends Pick<IndexQuery, 'filters' | 'excludes' | 'filterExecution' | 'facets'> {
	readonly required?: readonly Requirement[] | undefined;
}

/** Resolves the filters of a request and gives each its bit. Cost: that of `resolveFilter` for each. */
export function* toFilterPlan(
	request: FilterRequest,
	view: Pick<IndexView, 'analyzer' | 'segments'>,
	pace: Pace,
): Steps<FilterPlan> {
	const isAny = request.filterExecution === 'or' && request.filters.length > 1;
	const bitOfField = isAny ? new Map<string, number>() : toFacetBits(request.facets);
	const filters: PlannedFilter[] = [];
	for (const asked of request.filters) {
		const bit = bitOfField.get(asked.fieldName) ?? requiredBit;
		filters.push({ ...(yield* planFilter(asked, view, pace)), bit });
	}
	const excludes: PlannedFilter[] = [];
	for (const asked of request.excludes) {
		excludes.push({ ...(yield* planFilter(asked, view, pace)), bit: requiredBit });
	}
	return { filters, required: yield* planRequirements(request.required ?? [], view, pace), excludes, isAny };
}

/** Resolves the filters of requirements. */
export function* planRequirements(
	requirements: readonly Requirement[],
	view: Pick<IndexView, 'analyzer' | 'segments'>,
	pace: Pace,
): Steps<readonly PlannedRequirement[]> {
	const planned: PlannedRequirement[] = [];
	for (const requirement of requirements) {
		if ('toTest' in requirement) planned.push({ ...requirement, bit: requiredBit });
		else {
			const { filter, isExcluding } = requirement;
			planned.push({ ...(yield* planFilter(filter, view, pace)), bit: requiredBit, isExcluding });
		}
	}
	return planned;
}

/** @throws {RangeError} when there are more fields than bits */
function toFacetBits(facets: readonly FacetRequest[]): ReadonlyMap<string, number> {
	const fieldNames = new Set(facets.map(({ fieldName }) => fieldName));
	if (fieldNames.size > facetBitsMax) throw new RangeError(`facets of ${fieldNames.size} fields`);
	return new Map([...fieldNames].map((fieldName, at) => [fieldName, 1 << at]));
}

function* planFilter(
	asked: Filter,
	{ analyzer, segments }: Pick<IndexView, 'analyzer' | 'segments'>,
	pace: Pace,
): Steps<Omit<PlannedFilter, 'bit'>> {
	const { fieldName } = asked;
	const isOfTitles = segments.some(({ segment }) => isTitleField(segment, fieldName));
	return {
		filter: yield* resolveFilter(asked, segments, pace),
		titles: isOfTitles && asked.kind === 'terms' ? yield* readTitles(asked.values, analyzer, pace) : undefined,
	};
}

function* readTitles(values: readonly string[], analyzer: Analyzer, pace: Pace): Steps<(readonly string[])[]> {
	const titles: (readonly string[])[] = [];
	for (const value of values) {
		titles.push(toTitleWords(analyzer, value));
		if (pace.isDue()) yield;
	}
	return titles;
}

export interface FilterTarget extends MatchedDocuments {
	/** One entry per match, overwritten. */
	readonly fails: Uint32Array;
	readonly pace: Pace;
}

/**
 * Records in `target.fails` what each match fails: the bits of filters that it does not pass and of excludes that apply
 * to it. Where one filter is enough, a match that passes any has no bits set for filters; what the text requires still
 * applies. Cost: O(filters · matches).
 */
export function* failMatches(segment: Segment, plan: FilterPlan, target: FilterTarget): Steps<void> {
	target.fails.fill(0, 0, target.count);
	let used = 0;
	for (const planned of plan.filters) {
		const { bit } = planned;
		const isFirst = (used & bit) === 0;
		used |= bit;
		yield* failFilter(segment, planned, { ...target, bit: isFirst ? bit : testBit });
		if (!isFirst) moveTest(target, bit, plan.isAny ? 'both' : 'either');
	}
	for (const planned of plan.required) {
		const isExcluding = 'filter' in planned && planned.isExcluding;
		if ('filter' in planned) yield* failFilter(segment, planned, { ...target, bit: testBit });
		else yield* passEntries(noColumn, { ...target, bit: testBit }, planned.toTest(segment));
		moveTest(target, planned.bit, isExcluding ? 'unless' : 'either');
	}
	for (const planned of plan.excludes) {
		yield* failFilter(segment, planned, { ...target, bit: testBit });
		moveTest(target, planned.bit, 'unless');
	}
}

/**
 * Clears the test bit of each match. Sets `bit` where the rule holds: the match failed both, failed either, or passed
 * the test of an exclude.
 */
function moveTest({ fails, count }: FilterTarget, bit: number, rule: 'both' | 'either' | 'unless'): void {
	for (let index = 0; index < count; index++) {
		const failed = fails[index] as number;
		const hasFailed = (failed & testBit) !== 0;
		const before = failed & ~testBit;
		if (rule === 'both') fails[index] = hasFailed ? before : before & ~bit;
		else fails[index] = hasFailed === (rule === 'either') ? before | bit : before;
	}
}

type BitTarget = FilterTarget & { readonly bit: number };

function* failFilter(segment: Segment, { filter, titles }: PlannedFilter, target: BitTarget): Steps<void> {
	const isOfTitles = titles !== undefined && isTitleField(segment, filter.fieldName);
	if (isOfTitles) yield* passEntries(noColumn, target, createTitleTest(segment, titles));
	else if (filter.kind === 'terms') yield* failTerms(segment, filter, target);
	else if (filter.kind === 'range') yield* failOutOfRange(segment, filter, target);
	else yield* failFarAway(segment, filter, target);
}

/** The keyword column in which a document that passes has one of the values; undefined where something else decides. */
export function findFilteredColumn(segment: Segment, { filter, titles }: PlannedFilter): KeywordColumn | undefined {
	const { kind, fieldName } = filter;
	const isOfTitles = titles !== undefined && isTitleField(segment, fieldName);
	return kind === 'terms' && !isOfTitles && fieldName !== idFieldName ? segment.keywordColumn(fieldName) : undefined;
}

function* failTerms(segment: Segment, filter: ResolvedTermsFilter, target: BitTarget): Steps<void> {
	const { fieldName, values } = filter;
	if (fieldName === idFieldName) {
		yield* failIds(segment, values, target);
		return;
	}
	const keywords = segment.keywordColumn(fieldName);
	if (keywords !== undefined) {
		yield* failKeywords(keywords, filter, target);
		return;
	}
	const numbers = segment.numberColumn(fieldName);
	// NaN stands for documents without a number.
	const wanted = new Set(values.map(toNumber).filter((value) => !Number.isNaN(value)));
	yield* passEntries(numbers, target, (at) => wanted.has(numbers?.numbers[at] as number));
}

/** The shape of a column in which every document has one entry: its own number. */
const noColumn = { rows: undefined, offsets: undefined };

/** Filters by id, for which a segment has a hash table instead of a column. */
function* failIds({ keys, keySlots }: Segment, ids: readonly string[], target: BitTarget): Steps<void> {
	const wanted = new Set(ids.map((id) => findKey(keys, keySlots, toItemKeyBytes(id))));
	yield* passEntries(noColumn, target, (document) => wanted.has(document));
}

function toNumber(text: string): number {
	return text.trim() === '' ? Number.NaN : Number(text);
}

function* failKeywords(column: KeywordColumn, filter: ResolvedTermsFilter, target: BitTarget): Steps<void> {
	const allowed = new Uint8Array(column.dictionary.offsets.length);
	for (const ordinal of findOrdinals(column, filter)) allowed[ordinal] = 1;
	const { ordinals } = column;
	if (isDense(column)) {
		yield* failSlices(target, ({ documents, fails }) =>
			failDense(documents, documents.length, { ordinals, allowed, fails, bit: target.bit }),
		);
	} else yield* passEntries(column, target, (at) => allowed[ordinals[at] as number] === 1);
}

/** The closed interval that a range stands for. */
export function toInterval({
	gte,
	gt,
	lte,
	lt,
}: Omit<RangeFilter, 'kind' | 'fieldName'>): readonly [low: number, high: number] {
	const low = Math.max(gte ?? Number.NEGATIVE_INFINITY, gt === undefined ? Number.NEGATIVE_INFINITY : toNext(gt, 1));
	const high = Math.min(lte ?? Number.POSITIVE_INFINITY, lt === undefined ? Number.POSITIVE_INFINITY : toNext(lt, -1));
	return [low, high];
}

/** The next double above (1) or below (-1) a number. */
function toNext(value: number, direction: 1 | -1): number {
	if (!Number.isFinite(value)) return value;
	if (value === 0) return direction * Number.MIN_VALUE;
	const bits = new BigInt64Array(new Float64Array([value]).buffer);
	bits[0] = (bits[0] as bigint) + BigInt(value > 0 ? direction : -direction);
	return new Float64Array(bits.buffer)[0] as number;
}

function* failOutOfRange(segment: Segment, filter: RangeFilter, target: BitTarget): Steps<void> {
	const [low, high] = toInterval(filter);
	const column = segment.numberColumn(filter.fieldName);
	if (column !== undefined && isDense(column)) {
		const { numbers } = column;
		yield* failSlices(target, ({ documents, fails }) =>
			failRange(documents, documents.length, { numbers, low, high, fails, bit: target.bit }),
		);
		return;
	}
	yield* passEntries(column, target, (at) => {
		const value = (column as NumberColumn).numbers[at] as number;
		return value >= low && value <= high;
	});
}

function* failFarAway(segment: Segment, filter: DistanceFilter, target: BitTarget): Steps<void> {
	const column = segment.pointColumn(filter.fieldName);
	yield* passEntries(column === undefined ? undefined : { rows: column.rows, offsets: undefined }, target, (row) => {
		const points = column?.points as Float64Array;
		const distance = toDistanceMeters(filter, points[2 * row] as number, points[2 * row + 1] as number);
		return distance <= filter.distanceMaxMeters;
	});
}

/** Runs a loop over slices of the matches, so that it can yield in between. */
function* failSlices(
	{ documents, fails, count, pace }: FilterTarget,
	fail: (slice: Pick<FilterTarget, 'documents' | 'fails'>) => void,
): Steps<void> {
	for (let from = 0; from < count; from += entriesPerCheck) {
		const to = Math.min(count, from + entriesPerCheck);
		fail({ documents: documents.subarray(from, to), fails: fails.subarray(from, to) });
		if (pace.isDue()) yield;
	}
}

/** Sets the bit of every match except those with an entry that passes. */
function* passEntries(
	column: Parameters<typeof walkColumn>[0] | undefined,
	target: BitTarget,
	passes: (entry: number) => boolean,
): Steps<void> {
	const { fails, bit, count, pace } = target;
	for (let index = 0; index < count; index++) fails[index] = (fails[index] as number) | bit;
	if (column === undefined) return;
	const visit = (index: number, from: number, to: number) => {
		for (let at = from; at < to; at++) {
			if (!passes(at)) continue;
			fails[index] = (fails[index] as number) & ~bit;
			return;
		}
	};
	yield* walkColumn(column, target, { pace, visit });
}
