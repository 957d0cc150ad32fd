/**
 * Which allowed documents are the newest? A segment never changes, so its newest documents are sorted once and cached.
 * A request walks them from the front, and falls back to all documents only when rules leave too few of those.
 */
import type { NewestQuery } from '../../domain/query/item-selection.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { creationFieldName } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findEntries } from './column-walk.ts';
import { createDocumentRule, type ResolvedRule, resolveRule } from './document-filter.ts';
import type { DocumentRef } from './find-documents.ts';
import { type IndexView, isLive, type LiveSegment } from './index-view.ts';
import { pickBest } from './pick-best.ts';

/** Sorted documents cached for each segment and field. */
const keptMax = 2048;
/** Fields cached for one segment at the same time. */
const fieldsMax = 8;

/** Documents examined between two checks of the clock. */
const documentsPerCheck = 2_048;

interface DatedDocument {
	readonly document: number;
	readonly date: number;
}

interface NewestFirst {
	/** Largest value first. */
	readonly entries: readonly DatedDocument[];
	/** Whether the entries are all documents that have a value. */
	readonly isComplete: boolean;
}

const newestOf = new WeakMap<Segment, Map<string, NewestFirst>>();

/**
 * At most `countMax` documents with the largest values of the field, largest first, without documents that have no
 * value. Cost: O(documents examined until enough are allowed), plus a pass over the segment when a field is asked for
 * the first time.
 */
export function* listNewest(
	{ segments }: Pick<IndexView, 'segments'>,
	query: NewestQuery & { readonly pace: Pace },
): Steps<DocumentRef[]> {
	const fieldName = query.fieldName ?? creationFieldName;
	const options = { rule: yield* resolveRule(query, segments, query.pace), countMax: query.countMax, pace: query.pace };
	const found: (DatedDocument & DocumentRef)[] = [];
	for (const [segmentIndex, live] of segments.entries()) {
		const newest = yield* listNewestOf(live, fieldName, options);
		found.push(...newest.map((entry) => ({ ...entry, segmentIndex })));
	}
	found.sort((a, b) => b.date - a.date || b.segmentIndex - a.segmentIndex || b.document - a.document);
	return found.slice(0, query.countMax);
}

interface ListOptions {
	readonly rule: ResolvedRule;
	readonly countMax: number;
	readonly pace: Pace;
}

function* listNewestOf(
	{ segment, live }: LiveSegment,
	fieldName: string,
	{ rule, countMax, pace }: ListOptions,
): Steps<readonly DatedDocument[]> {
	const refuse = createDocumentRule(segment, rule);
	const isAllowed = ({ document }: DatedDocument) => isLive(live, document) && refuse(document) === undefined;
	const { entries, isComplete } = yield* findNewest(segment, fieldName, pace);
	const allowed: DatedDocument[] = [];
	for (const entry of entries) {
		if (isAllowed(entry)) allowed.push(entry);
		if (allowed.length === countMax) return allowed;
	}
	return isComplete ? allowed : yield* sortNewest(segment, fieldName, { isAllowed, countMax, pace });
}

function* findNewest(segment: Segment, fieldName: string, pace: Pace): Steps<NewestFirst> {
	let byField = newestOf.get(segment);
	if (byField === undefined) {
		byField = new Map();
		newestOf.set(segment, byField);
	}
	let newest = byField.get(fieldName);
	if (newest === undefined) {
		const entries = yield* sortNewest(segment, fieldName, { isAllowed: () => true, countMax: keptMax, pace });
		newest = { entries, isComplete: entries.length < keptMax };
		if (byField.size >= fieldsMax) byField.clear();
		byField.set(fieldName, newest);
	}
	return newest;
}

interface SortOptions {
	readonly isAllowed: (entry: DatedDocument) => boolean;
	readonly countMax: number;
	readonly pace: Pace;
}

function* sortNewest(
	segment: Segment,
	fieldName: string,
	{ isAllowed, countMax, pace }: SortOptions,
): Steps<DatedDocument[]> {
	const column = segment.numberColumn(fieldName);
	if (column === undefined) return [];
	const documents = new Uint32Array(segment.documentCount);
	const keys = new Float64Array(segment.documentCount);
	let count = 0;
	for (let document = 0; document < segment.documentCount; document++) {
		if (document % documentsPerCheck === 0 && pace.isDue()) yield;
		const [from, to] = findEntries(column, document);
		let date = Number.NEGATIVE_INFINITY;
		for (let at = from; at < to; at++) if ((column.numbers[at] as number) > date) date = column.numbers[at] as number;
		if (date === Number.NEGATIVE_INFINITY || !isAllowed({ document, date })) continue;
		documents[count] = document;
		keys[count] = date;
		count += 1;
	}
	const best = pickBest({ documents, keys }, count, countMax);
	return Array.from(best, (index) => ({ document: documents[index] as number, date: keys[index] as number }));
}
