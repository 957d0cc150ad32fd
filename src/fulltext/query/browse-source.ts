/**
 * Which documents may match when nothing was typed? Those with the values of the most selective filter, or else all
 * documents of the segment.
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import type { Segment } from '../index/segment/segment.ts';
import { type FilterPlan, failMatches, findFilteredColumn, hasFilters, type PlannedFilter } from './filter-matches.ts';
import type { LiveSegment } from './index-view.ts';
import { keepLive, keepPassing } from './kernels.ts';
import type { Scratch } from './scratch.ts';
import { findOrdinals } from './value-filter.ts';

/** The plan without the filters that use any of these bits. */
export function withoutBits(plan: FilterPlan, bits: number): FilterPlan {
	return { ...plan, filters: plan.filters.filter(({ bit }) => (bit & bits) === 0) };
}

/**
 * Writes a superset of the documents that pass the plan, each document once, and their sort keys (the boosts).
 * @returns how many were written. Cost: O(documents written).
 */
function browse(segment: Segment, lists: Lists | undefined, scratch: Scratch): number {
	const count = lists === undefined ? writeAll(segment.documentCount, scratch) : writeLists(lists, scratch);
	const { documents, keys } = scratch;
	const { boosts } = segment;
	if (boosts === undefined) keys.fill(1, 0, count);
	else for (let index = 0; index < count; index++) keys[index] = boosts[documents[index] as number] as number;
	return count;
}

interface Browsing {
	readonly scratch: Scratch;
	readonly pace: Pace;
}

/** Writes the live documents that pass the plan, and their keys. @returns how many were written. */
export function* browsePassing(
	{ segment, live }: LiveSegment,
	plan: FilterPlan,
	{ scratch, pace }: Browsing,
): Steps<number> {
	const lists = findShortestLists(segment, plan);
	// All listed documents pass the filter that they are listed for.
	const rest = lists === undefined ? plan : { ...plan, filters: plan.filters.filter((one) => one !== lists.planned) };
	let count = browse(segment, lists, scratch);
	if (pace.isDue()) yield;
	if (live !== undefined) count = keepLive(scratch, count, live);
	if (!hasFilters(rest)) return count;
	yield* failMatches(segment, rest, { ...scratch, count, pace });
	return keepPassing(scratch, count, scratch.fails);
}

interface Lists {
	readonly planned: PlannedFilter;
	readonly column: KeywordColumn;
	readonly ordinals: readonly number[];
	readonly documentCount: number;
}

function findShortestLists(segment: Segment, plan: FilterPlan): Lists | undefined {
	if (plan.isAny) return undefined;
	let shortest: Lists | undefined;
	for (const planned of plan.filters) {
		const { filter } = planned;
		const column = findFilteredColumn(segment, planned);
		if (column === undefined || filter.kind !== 'terms') continue;
		const lists = toLists(planned, column, findOrdinals(column, filter));
		if (shortest === undefined || lists.documentCount < shortest.documentCount) shortest = lists;
	}
	return shortest;
}

function toLists(planned: PlannedFilter, column: KeywordColumn, ordinals: readonly number[]): Lists {
	const { listOffsets } = column;
	const documentCount = ordinals.reduce(
		(sum, ordinal) => sum + (listOffsets[ordinal] as number) - (listOffsets[ordinal - 1] as number),
		0,
	);
	return { planned, column, ordinals, documentCount };
}

function writeAll(documentCount: number, { documents }: Scratch): number {
	for (let document = 0; document < documentCount; document++) documents[document] = document;
	return documentCount;
}

function writeLists({ column, ordinals }: Lists, { documents, slotByDocument }: Scratch): number {
	const { listOffsets, listDocuments } = column;
	const [first] = ordinals;
	if (first !== undefined && ordinals.length === 1) {
		// Each document is once in the list of a value.
		const listed = listDocuments.subarray(listOffsets[first - 1], listOffsets[first]);
		documents.set(listed);
		return listed.length;
	}
	let count = 0;
	for (const ordinal of ordinals) {
		const end = listOffsets[ordinal] as number;
		for (let at = listOffsets[ordinal - 1] as number; at < end; at++) {
			const document = listDocuments[at] as number;
			if (slotByDocument[document] !== 0) continue;
			slotByDocument[document] = 1;
			documents[count] = document;
			count += 1;
		}
	}
	for (let index = 0; index < count; index++) slotByDocument[documents[index] as number] = 0;
	return count;
}
