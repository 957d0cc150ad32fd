/**
 * Why does a search find what it finds? The search runs and tells what it tries; then its last attempt runs once more and
 * is watched:
 *
 *     answerIn ──► what answered ──► gatherMatches, watching the page and the items asked for ──► factors
 *                                    gatherMatches, counting what is before items that no page reaches ──► ranks
 *
 * So an explanation has the scores of the ranking itself, takes two or three times as long as the search, and costs other
 * searches nothing. Reasons why an item is no hit are found by applying each rule of the search to that item alone.
 */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { ExplainedHit, ExplainedItem, ExplainedText, TriedReading } from '../../domain/query/explanation.ts';
import type { IndexQuery } from '../../domain/query/index-query.ts';
import { hitsReachableMax } from '../../domain/query/query-limits.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { findKey } from '../index/segment/key-table.ts';
import { answerIn } from '../query/answer-request.ts';
import type { DocumentRef } from '../query/find-documents.ts';
import { gatherMatches } from '../query/gather-matches.ts';
import { type IndexView, isLive, type LiveSegment } from '../query/index-view.ts';
import { type ScratchMemory, withScratch } from '../query/scratch.ts';
import type { Hit, SearchAnswer } from '../query/search-answer.ts';
import { createWatch, type WatchedDocument } from '../query/watch.ts';
import { type CountedRank, createRankCounter } from './count-better.ts';
import { type DescribedDocument, type DescribedSearch, describeDocument, toHitName } from './describe-document.ts';
import { explainText } from './explain-text.ts';
import type { ExplainedView } from './explained-view.ts';
import { createDocumentMatcher } from './match-document.ts';
import { createSearchRecorder, type RecordedAnswer } from './search-recorder.ts';

export interface ExplainRequest {
	readonly query: IndexQuery;
	readonly items: readonly EventItem[];
}

/** Hits that are ranked by the search itself: those that paging reaches. */
const rankedMax = hitsReachableMax;

/** What the core explains; its callers add what is known elsewhere. */
export interface CoreExplanation {
	/** With the hits of the page. */
	readonly answer: SearchAnswer;
	readonly text: ExplainedText;
	readonly readings: readonly TriedReading[];
	readonly isScored: boolean;
	readonly hits: readonly ExplainedHit[];
	readonly references: readonly ExplainedHit[];
	readonly items: readonly ExplainedItem[];
}

/** Cost: two or three times that of the search, and O(variants of the words · log postings) for each explained item. */
export function explainSteps(view: ExplainedView, request: ExplainRequest, pace: Pace): Steps<CoreExplanation> {
	return withScratch((memory) => explain({ view, memory, pace }, request));
}

interface Explaining {
	readonly view: ExplainedView;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
}

function* explain(explaining: Explaining, request: ExplainRequest): Steps<CoreExplanation> {
	const { view, pace } = explaining;
	const { query, items } = request;
	const trace = createSearchRecorder();
	// Facets are not explained. All hits that have a rank are asked for, whatever the page.
	const ranked = { ...query, facets: [], from: 0, size: rankedMax };
	const answer = yield* answerIn({ ...explaining, trace }, ranked);
	const { answered } = trace;
	const page = answer.hits.slice(query.from, query.from + query.size);
	const references = listReferences(answer.hits, query).filter((hit) => !page.includes(hit));
	const found = items.map((item) => findItem(view, item));
	const refs = [...[...page, ...references].map((hit) => toRef(view, hit)), ...found.flatMap((ref) => ref ?? [])];
	const watched = yield* watchDocuments(answered, refs);
	const asked = found.flatMap((ref) => (ref === undefined ? [] : (watched.get(toName(ref)) ?? [])));
	const search: DescribedSearch = {
		...{ view, answered, hits: answer.hits },
		rankOf: new Map(answer.hits.map((hit, index) => [toHitName(hit), index])),
		counted: yield* countRanks(answered, answer.hits.length < rankedMax ? [] : asked),
		match: createDocumentMatcher(answered.gathered),
		isScored: isScored(answered),
	};
	const described = new Map<string, DescribedDocument>();
	for (const [name, of] of watched) {
		described.set(name, yield* describeDocument(search, of));
		if (pace.isDue()) yield;
	}
	const find = (ref: DocumentRef) => described.get(toName(ref));
	const toHits = (hits: readonly Hit[]) => hits.flatMap((hit) => find(toRef(view, hit))?.hit ?? []);
	return {
		answer: { ...answer, hits: page },
		text: yield* explainText(view, answered, pace),
		readings: trace.readings,
		isScored: search.isScored,
		hits: toHits(page),
		references: toHits(references),
		items: items.map((item, at) => toItem(item, found[at] && find(found[at]))),
	};
}

/** The best hit, and the last one of the first page. */
function listReferences(hits: readonly Hit[], { size }: IndexQuery): readonly Hit[] {
	const first = hits.slice(0, size);
	return [...new Set([first.at(0), first.at(-1)])].flatMap((hit) => hit ?? []);
}

function toName({ segmentIndex, document }: DocumentRef): string {
	return `${segmentIndex} ${document}`;
}

function toItem({ indexName, itemKey }: EventItem, described: DescribedDocument | undefined): ExplainedItem {
	if (described !== undefined) return { indexName, itemKey, ...described };
	return { indexName, itemKey, document: undefined, hit: undefined, absences: [{ kind: 'not_indexed' }] };
}

/** The document of an item, whether or not it is in stock. */
function findItem({ wholeSegments, indexNames }: ExplainedView, { indexName, itemKey }: EventItem) {
	const key = Buffer.from(itemKey, 'hex');
	for (const [segmentIndex, { segment, live }] of wholeSegments.entries()) {
		if (indexNames[segmentIndex] !== indexName) continue;
		const document = findKey(segment.keys, segment.keySlots, key);
		if (document >= 0 && isLive(live, document)) return { segmentIndex, document };
	}
	return undefined;
}

function toRef({ segments }: IndexView, { segmentIndex, id }: Hit): DocumentRef {
	const { segment } = segments[segmentIndex] as LiveSegment;
	return { segmentIndex, document: findKey(segment.keys, segment.keySlots, toItemKeyBytes(id)) };
}

/** Runs the attempt that answered once more. @returns what was seen, by `toName`. */
function* watchDocuments(
	{ gathered }: RecordedAnswer,
	refs: readonly DocumentRef[],
): Steps<ReadonlyMap<string, WatchedDocument>> {
	const distinct = new Map(refs.map((ref) => [toName(ref), ref]));
	const watch = createWatch([...distinct.values()]);
	const { finish } = yield* gatherMatches({ ...gathered, watch });
	yield* finish();
	return new Map(watch.documents.map((of) => [toName(of), of]));
}

/** The ranks of documents that may be hits behind those with a rank, where the order is by score alone. */
function* countRanks(
	{ gathered }: RecordedAnswer,
	watched: readonly WatchedDocument[],
): Steps<ReadonlyMap<WatchedDocument, CountedRank>> {
	const isByScore = gathered.request.sort.every(({ kind }) => kind === 'score');
	if (!isByScore || watched.length === 0) return new Map();
	const counter = createRankCounter(watched);
	yield* gatherMatches({ ...gathered, watch: counter });
	return new Map(counter.listRanks().map((rank, at) => [watched[at] as WatchedDocument, rank]));
}

/** Whether hits have scores, as `SearchAnswer` says. */
function isScored({ gathered: { matchesAll, request } }: RecordedAnswer): boolean {
	return !matchesAll && (request.sort.length === 0 || request.sort.some(({ kind }) => kind === 'score'));
}
