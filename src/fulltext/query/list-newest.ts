/**
 * Which allowed documents are the newest? A segment never changes, so the newest of it are found once and kept in order;
 * a request walks them from the front. Only where rules leave too few of those, all documents are looked at.
 */
import type { NewestQuery } from '../../domain/query/item-selection.ts';
import { creationFieldName } from '../segment/layout.ts';
import type { Segment } from '../segment/segment.ts';
import { createDocumentRule } from './document-filter.ts';
import { findEntries } from './document-values.ts';
import type { DocumentPlace } from './find-documents.ts';
import { type IndexView, isLive, type LiveSegment } from './index-view.ts';
import { pickBest } from './kernels.ts';

/** Documents of a segment that are kept in order. */
const keptMax = 2048;
/** Fields by which one segment is kept in order at the same time. */
const fieldsMax = 8;

interface Aged {
	readonly document: number;
	readonly age: number;
}

interface NewestFirst {
	/** Largest value first. */
	readonly entries: readonly Aged[];
	/** Whether it is all documents that have a value. */
	readonly isComplete: boolean;
}

const newestOf = new WeakMap<Segment, Map<string, NewestFirst>>();

/**
 * At most `countMax` documents, those with the largest values of the field first; documents without a value are none.
 * Cost: O(documents looked at until enough are allowed); a pass over a segment when it is asked for the first time.
 */
export function listNewest({ segments }: Pick<IndexView, 'segments'>, query: NewestQuery): DocumentPlace[] {
	const fieldName = query.fieldName ?? creationFieldName;
	const found = segments.flatMap((live, segmentIndex) =>
		listNewestOf(live, fieldName, query).map((entry) => ({ ...entry, segmentIndex })),
	);
	found.sort((a, b) => b.age - a.age || b.segmentIndex - a.segmentIndex || b.document - a.document);
	return found.slice(0, query.countMax);
}

function listNewestOf({ segment, live }: LiveSegment, fieldName: string, query: NewestQuery): readonly Aged[] {
	const refuse = createDocumentRule(segment, query);
	const isAllowed = ({ document }: Aged) => isLive(live, document) && refuse(document) === undefined;
	const { entries, isComplete } = findNewest(segment, fieldName);
	const allowed: Aged[] = [];
	for (const entry of entries) {
		if (isAllowed(entry)) allowed.push(entry);
		if (allowed.length === query.countMax) return allowed;
	}
	return isComplete ? allowed : sortNewest(segment, fieldName, { isAllowed, countMax: query.countMax });
}

function findNewest(segment: Segment, fieldName: string): NewestFirst {
	let byField = newestOf.get(segment);
	if (byField === undefined) {
		byField = new Map();
		newestOf.set(segment, byField);
	}
	let newest = byField.get(fieldName);
	if (newest === undefined) {
		const entries = sortNewest(segment, fieldName, { isAllowed: () => true, countMax: keptMax });
		newest = { entries, isComplete: entries.length < keptMax };
		if (byField.size >= fieldsMax) byField.clear();
		byField.set(fieldName, newest);
	}
	return newest;
}

function sortNewest(
	segment: Segment,
	fieldName: string,
	{ isAllowed, countMax }: { readonly isAllowed: (entry: Aged) => boolean; readonly countMax: number },
): Aged[] {
	const column = segment.numberColumn(fieldName);
	if (column === undefined) return [];
	const documents = new Uint32Array(segment.documentCount);
	const keys = new Float64Array(segment.documentCount);
	let count = 0;
	for (let document = 0; document < segment.documentCount; document++) {
		const [from, to] = findEntries(column, document);
		let age = Number.NEGATIVE_INFINITY;
		for (let at = from; at < to; at++) if ((column.numbers[at] as number) > age) age = column.numbers[at] as number;
		if (age === Number.NEGATIVE_INFINITY || !isAllowed({ document, age })) continue;
		documents[count] = document;
		keys[count] = age;
		count += 1;
	}
	const best = pickBest({ documents, keys }, count, countMax);
	return Array.from(best, (index) => ({ document: documents[index] as number, age: keys[index] as number }));
}
