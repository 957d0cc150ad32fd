/**
 * Why does a search find what it finds? The search runs and tells what it tries; then its last attempt runs once more and
 * is watched:
 *
 *     answerIn, timed ──► what answered ──► gatherMatches, watching the page and the items asked for ──► factors, ranks
 *                                    gatherMatches, counting what is before items that no page reaches ──► ranks
 *
 * So an explanation has the scores of the ranking itself, takes two or three times as long as the search, and costs other
 * searches nothing. Reasons why an item is no hit are found by applying each rule of the search to that item alone.
 */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import type { ExplainedItem, IndexExplanation } from '../../domain/query/explanation.ts';
import type { IndexQuery } from '../../domain/query/index-query.ts';
import { hitsReachableMax } from '../../domain/query/query-limits.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { findKey } from '../index/segment/key-table.ts';
import { answerIn } from '../query/answer-request.ts';
import type { DocumentRef } from '../query/find-documents.ts';
import { gatherMatches } from '../query/gather-matches.ts';
import { type IndexView, isLive, type LiveSegment } from '../query/index-view.ts';
import { type ScratchMemory, withScratch } from '../query/scratch.ts';
import type { Hit } from '../query/search-answer.ts';
import { listSortKeys } from '../query/sort-keys.ts';
import { createWatch, type WatchedDocument } from '../query/watch.ts';
import { type CountedRank, createRankCounter } from './count-better.ts';
import { type DescribedDocument, type DescribedSearch, describeDocument, toHitName } from './describe-document.ts';
import { explainText } from './explain-text.ts';
import type { ExplainedView } from './explained-view.ts';
import { createDocumentMatcher } from './match-document.ts';
import { createPhaseTimer } from './phase-timer.ts';
import { createSearchRecorder, type RecordedAnswer } from './search-recorder.ts';

export interface ExplainRequest {
	readonly query: IndexQuery;
	readonly items: readonly EventItem[];
	/** A monotonic clock, to time the search. */
	readonly nowMs: () => number;
}

/** Hits that are ranked by the search itself: those that paging reaches. */
const rankedMax = hitsReachableMax;

/** The explanation, without what is known elsewhere: titles, fields and what was learned. Cost: two or three times that of the search, and O(variants of the words · log postings) for each explained item. */
export function explainSteps(view: ExplainedView, request: ExplainRequest, pace: Pace): Steps<IndexExplanation> {
	return withScratch((memory) => explain({ view, memory, pace }, request));
}

interface Explaining {
	readonly view: ExplainedView;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
}

function* explain(explaining: Explaining, request: ExplainRequest): Steps<IndexExplanation> {
	const { view, pace } = explaining;
	const { query, items, nowMs } = request;
	const timer = createPhaseTimer(nowMs);
	const trace = createSearchRecorder(timer);
	// The same work as for the page, with the hits before it.
	const answer = yield* timer.time(
		answerIn({ ...explaining, trace }, { ...query, from: 0, size: query.from + query.size }),
	);
	const times = timer.listTimes();
	const { answered } = trace;
	const page = answer.hits.slice(query.from);
	const references = listReferences(answer.hits, query).filter((hit) => !page.includes(hit));
	const found = items.map((item) => findItem(view, item));
	const refs = [...[...page, ...references].map((hit) => toRef(view, hit)), ...found.flatMap((ref) => ref ?? [])];
	const { watched, hits } = yield* watchDocuments(answered, refs);
	const asked = found.flatMap((ref) => (ref === undefined ? [] : (watched.get(toName(ref)) ?? [])));
	const search: DescribedSearch = {
		...{ view, answered, hits },
		rankOf: new Map(hits.map((hit, index) => [toHitName(hit), index])),
		counted: yield* countRanks(answered, hits.length < rankedMax ? [] : asked),
		match: createDocumentMatcher(answered.gathered),
		isScored: isScored(answered),
	};
	const described = new Map<string, DescribedDocument>();
	for (const [name, of] of watched) {
		described.set(name, yield* describeDocument(search, of));
		if (pace.isDue()) yield;
	}
	const find = (ref: DocumentRef) => described.get(toName(ref));
	const toHits = (listed: readonly Hit[]) => listed.flatMap((hit) => find(toRef(view, hit))?.hit ?? []);
	const { queryName, count, strictCount, correctedText, autoFilters, understood, isTruncated } = answer;
	return {
		...{ queryName, count, strictCount, correctedText, autoFilters, understood, isTruncated },
		text: yield* explainText(view, answered, pace),
		readings: trace.readings,
		times,
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

/** Runs the attempt that answered once more. @returns what was seen, by `toName`, and all hits that have a rank. */
function* watchDocuments(
	{ gathered }: RecordedAnswer,
	refs: readonly DocumentRef[],
): Steps<{ readonly watched: ReadonlyMap<string, WatchedDocument>; readonly hits: readonly Hit[] }> {
	const distinct = new Map(refs.map((ref) => [toName(ref), ref]));
	const watch = createWatch([...distinct.values()]);
	const request = { ...gathered.request, facets: [], from: 0, size: rankedMax };
	const { finish } = yield* gatherMatches({ ...gathered, request, watch });
	const { hits } = (yield* finish()).list;
	return { watched: new Map(watch.documents.map((of) => [toName(of), of])), hits };
}

/** The ranks of documents that may be hits behind those that the search ranks. */
function* countRanks(
	{ gathered }: RecordedAnswer,
	watched: readonly WatchedDocument[],
): Steps<ReadonlyMap<WatchedDocument, CountedRank>> {
	if (watched.length === 0) return new Map();
	const { segments } = gathered.view;
	const sortKeys = listSortKeys(
		gathered.request,
		segments.map(({ segment }) => segment),
	);
	const counter = yield* createRankCounter(watched, { segments, sortKeys }, gathered.pace);
	yield* gatherMatches({ ...gathered, watch: counter });
	return new Map(counter.listRanks().map((rank, at) => [watched[at] as WatchedDocument, rank]));
}

/** Whether hits have scores, as `SearchAnswer` says. */
function isScored({ gathered: { matchesAll, request } }: RecordedAnswer): boolean {
	return !matchesAll && (request.sort.length === 0 || request.sort.some(({ kind }) => kind === 'score'));
}
