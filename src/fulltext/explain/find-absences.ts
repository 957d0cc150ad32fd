/**
 * Why is a document no hit? Each rule that leaves items out is applied to the document alone, by the code that applies it to
 * all matches, so that every reason holds by itself.
 */
import type { Absence } from '../../domain/query/explanation.ts';
import type { Filter } from '../../domain/query/filter.ts';
import type { FieldValues } from '../../domain/query/item-selection.ts';
import type { Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import { toCoverage } from '../query/coverage.ts';
import { readNumbers, readTexts } from '../query/document-values.ts';
import {
	type FilterPlan,
	failMatches,
	idFieldName,
	type PlannedFilter,
	type PlannedRequirement,
	planRequirements,
} from '../query/filter-matches.ts';
import type { DocumentRef } from '../query/find-documents.ts';
import { isLive } from '../query/index-view.ts';
import { toUnderstoodPart } from '../query/understand-request.ts';
import { toRequirements } from '../query/understood-filters.ts';
import type { DocumentMatch } from './match-document.ts';
import type { RecordedAnswer } from './search-recorder.ts';

/** Every rule of the search that leaves the document out, apart from its group. */
export function* findAbsences(answered: RecordedAnswer, ref: DocumentRef, match: DocumentMatch): Steps<Absence[]> {
	const { view } = answered.gathered;
	const { live } = view.segments[ref.segmentIndex] as (typeof view.segments)[number];
	const stock: Absence[] = isLive(live, ref.document) ? [] : [{ kind: 'out_of_stock' }];
	const words = findWordAbsence(answered, ref, match);
	const filters = yield* findFilterAbsences(answered, ref);
	return [...stock, ...words, ...filters, ...(yield* findUnderstoodAbsences(answered, ref))];
}

/** Whether the words of a document are enough for the attempt that answered. */
function findWordAbsence({ gathered }: RecordedAnswer, ref: DocumentRef, match: DocumentMatch): Absence[] {
	const { words, needsAll, coverage, matchesAll, identified } = gathered;
	if (matchesAll || identified[ref.segmentIndex]?.includes(ref.document) === true) return [];
	const wordCount = words.rarities.length;
	if (wordCount === 0) return [{ kind: 'no_words' }];
	const neededCount = match.missing.length + match.words.filter(({ word }) => isNeeded(gathered.words, word)).length;
	if (needsAll || wordCount === 1) return match.missing.length > 0 ? [{ kind: 'words' }] : [];
	const least = toCoverage(words, coverage);
	if (least === undefined) return match.missing.length === neededCount ? [{ kind: 'words' }] : [];
	const worth = match.words.reduce((sum, { word }) => sum + least.toWorth(1 << word), 0);
	return worth < least.least ? [{ kind: 'share', shareMin: coverage }] : [];
}

function isNeeded({ bySegment }: RecordedAnswer['gathered']['words'], word: number): boolean {
	const ofSegment = bySegment[0] ?? [];
	return ofSegment[word]?.isOptional !== true || ofSegment.every(({ isOptional }) => isOptional);
}

function* findFilterAbsences({ prepared }: RecordedAnswer, ref: DocumentRef): Steps<Absence[]> {
	const { request, plan, more } = prepared;
	const failed: Absence[] = [];
	const typedCount = request.filters.length - more.autoFilters.length;
	for (const [index, planned] of plan.filters.entries()) {
		if (!(yield* isFailing(prepared, ref, { filters: [planned] }))) continue;
		const kind = index < typedCount ? 'filter' : 'auto_filter';
		failed.push({ kind, ...toFilterAbsence(prepared, ref, request.filters[index] as Filter) });
	}
	const absences = plan.isAny && failed.length < plan.filters.length ? [] : failed;
	for (const [index, planned] of plan.excludes.entries()) {
		if (!(yield* isFailing(prepared, ref, { excludes: [planned] }))) continue;
		absences.push({ kind: 'exclude', ...toFilterAbsence(prepared, ref, request.excludes[index] as Filter) });
	}
	return absences;
}

type Prepared = RecordedAnswer['prepared'];

function* findUnderstoodAbsences({ prepared }: RecordedAnswer, ref: DocumentRef): Steps<Absence[]> {
	const { request, view, pace } = prepared;
	const { parts = [], typedText = '' } = request.understood ?? {};
	const absences: Absence[] = [];
	for (const part of parts) {
		const { strict } = toRequirements([part], view.analyzer);
		const required = yield* planRequirements(strict, view, pace);
		if (required.length === 0 || !(yield* isFailing(prepared, ref, { required }))) continue;
		const shown = toUnderstoodPart(typedText, part);
		absences.push({
			kind: 'understood',
			part: shown,
			found: readValues(toSegment(prepared, ref), shown.fieldName, ref),
		});
	}
	return absences;
}

/** The texts of the preferences that the document fits. */
export function* findPreferred({ prepared }: RecordedAnswer, ref: DocumentRef): Steps<string[]> {
	const { typedText = '', requirements } = prepared.request.understood ?? {};
	const fitting: string[] = [];
	for (const [index, required] of prepared.preferred.entries()) {
		const part = requirements?.preferredParts[index];
		if (part === undefined || (yield* isFailing(prepared, ref, { required }))) continue;
		fitting.push(typedText.slice(part.start, part.end));
	}
	return fitting;
}

interface Rules {
	readonly filters?: readonly PlannedFilter[];
	readonly required?: readonly PlannedRequirement[];
	readonly excludes?: readonly PlannedFilter[];
}

/** Whether one document fails a plan. */
function* isFailing(
	{ memory, pace, view }: Prepared,
	{ segmentIndex, document }: DocumentRef,
	{ filters = [], required = [], excludes = [] }: Rules,
): Steps<boolean> {
	const { segment } = view.segments[segmentIndex] as (typeof view.segments)[number];
	const { slotByDocument } = memory.borrow(segment.documentCount + 1);
	const plan: FilterPlan = { filters, required, excludes, isAny: false };
	const fails = new Uint32Array(1);
	const documents = Uint32Array.of(document);
	yield* failMatches(segment, plan, { documents, count: 1, slotByDocument, fails, pace });
	return fails[0] !== 0;
}

function toFilterAbsence(prepared: Prepared, ref: DocumentRef, filter: Filter) {
	return { filter, found: readValues(toSegment(prepared, ref), filter.fieldName, ref) };
}

function toSegment({ view }: Prepared, { segmentIndex }: DocumentRef): Segment {
	return (view.segments[segmentIndex] as (typeof view.segments)[number]).segment;
}

/** The most values of a field that an explanation shows. */
const valuesMax = 10;

/** What a document has in a field; empty for ids, and for fields that are only searched. */
export function readValues(segment: Segment, fieldName: string, { document }: DocumentRef): FieldValues {
	if (fieldName === idFieldName) return { texts: [], numbers: [] };
	return {
		texts: readTexts(segment, fieldName, document).slice(0, valuesMax),
		numbers: readNumbers(segment, fieldName, document).slice(0, valuesMax),
	};
}
