/** What does one attempt find in each segment, and which matches become the hits? */

import type { Steps } from '../../lib/steps.ts';
import { countFacets } from '../facets/count-facets.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, fetchStrings } from '../index/segment/sorted-strings.ts';
import type { PositionUse } from '../ranking/score-table.ts';
import type { Weighing } from '../ranking/weighing.ts';
import { browsePassing } from './browse-source.ts';
import { toCoverage } from './coverage.ts';
import { applyFactors } from './document-factors.ts';
import { failMatches, hasFilters } from './filter-matches.ts';
import type { DocumentRef } from './find-documents.ts';
import { type Gathering, type GatherOptions, isAllStrict, toScoreRule } from './gathering.ts';
import { createGrouping } from './group-matches.ts';
import { type LiveSegment, toStatistics } from './index-view.ts';
import { keepMatches } from './keep-matches.ts';
import { keepLive, keepPassing } from './kernels.ts';
import { findHead, type Head, keepHead, toHeadKey } from './known-heads.ts';
import { toMatchKey } from './match-key.ts';
import { matchWords } from './match-words.ts';
import { type Candidate, noTexts, pickCandidates } from './pick-hits.ts';
import { applyPopularity } from './popularity.ts';
import { preferMatches } from './prefer-matches.ts';
import { listDocuments, rankCandidates, titleWindow, toWindow } from './rank-candidates.ts';
import { addIdentified, liftInStock, toScore } from './rank-tiers.ts';
import type { ResolvedWord } from './resolve-words.ts';
import type { Scratch } from './scratch.ts';
import type { Hit, SearchAnswer } from './search-answer.ts';
import { listSortKeys } from './sort-keys.ts';
import { countStrict } from './strict-matches.ts';
import { toViewWeighings } from './view-weighings.ts';

export interface Gathered {
	readonly options: GatherOptions;
	/** Live matches of the words, before filters. */
	readonly wordMatchCount: number;
	/** Picks the hits and completes the facets. */
	finish(): Steps<FinishedList>;
}

export interface FinishedList {
	readonly list: Pick<SearchAnswer, 'count' | 'strictCount' | 'hits' | 'facets'>;
	/** From the first of the list on, whatever the page; those of the page are among them. */
	readonly ranked: readonly DocumentRef[];
}

/** Runs an attempt over all segments. */
export function* gatherMatches(options: GatherOptions): Steps<Gathered> {
	const { view, request, plan, pace } = options;
	const segments = view.segments.map(({ segment }) => segment);
	const gathering: Gathering = {
		options,
		segments,
		plan,
		facetMatches: request.facets.length === 0 ? undefined : keepMatches({ ...options, segments, plan }),
		sortKeys: listSortKeys(request, segments),
		grouping: request.isGrouped ? yield* createGrouping(view, pace) : undefined,
		averageLengths: toStatistics(view).averageLengths,
		weighings: toViewWeighings(view),
		coverage: options.needsAll ? undefined : toCoverage(options.words, options.coverage),
		candidates: [],
		wordMatchCount: 0,
		count: 0,
		strictCount: 0,
	};
	for (const [index, live] of view.segments.entries()) {
		if (live.liveCount === 0) continue;
		if (options.matchesAll) yield* browseSegment(gathering, live, index);
		else yield* searchSegment(gathering, live, index);
		if (pace.isDue()) yield;
	}
	return { options, wordMatchCount: gathering.wordMatchCount, finish: () => finish(gathering) };
}

function* searchSegment(gathering: Gathering, entry: LiveSegment, segmentIndex: number): Steps<void> {
	const headKey = toKeyOfHead(gathering, entry, segmentIndex);
	const head = headKey === undefined ? undefined : findHead(headKey);
	if (head !== undefined) return takeHead(gathering, entry, { segmentIndex, head });
	const { options, plan, facetMatches } = gathering;
	const { pace, watch } = options;
	const { segment } = entry;
	const { scratch, count: matchCount } = yield* matchSegment(gathering, entry, segmentIndex);
	let count = matchCount;
	gathering.wordMatchCount += count;
	if (hasFilters(plan)) {
		yield* failMatches(segment, plan, { ...scratch, count, pace });
		facetMatches?.keepFailing(scratch, count);
		count = keepPassing(scratch, count, scratch.fails);
	} else facetMatches?.keep(scratch, count);
	facetMatches?.endSegment(segmentIndex, toSegmentKey(gathering, segmentIndex));
	if (options.preferred.length > 0) yield* preferMatches(segment, options.preferred, { ...scratch, count, pace });
	watch?.note('preferred', segmentIndex, { ...scratch, count });
	const candidates = yield* gatherPassing(gathering, { segment, segmentIndex, scratch, count });
	if (headKey !== undefined) keepHead(headKey, count, candidates);
}

interface LiveMatches {
	readonly scratch: Scratch;
	readonly count: number;
}

/** The live documents that have the words, and their scores. */
function* matchSegment(
	{ options, averageLengths, weighings, coverage }: Gathering,
	{ segment, live }: LiveSegment,
	segmentIndex: number,
): Steps<LiveMatches> {
	const { pace, watch } = options;
	// One more entry than documents, because an identified document may be appended.
	const scratch = options.memory.borrow(segment.documentCount + 1);
	const words = options.words.bySegment[segmentIndex] as readonly ResolvedWord[];
	let count = 0;
	if (words.length > 0) {
		// For a single word, `all` and `any` are the same: no document can stand out by having all words.
		const needsAll = options.needsAll || words.length === 1;
		const { boosts, lengths } = segment;
		const { rarities, positionUses } = options.words;
		const kernels = scratch.findKernels(segment);
		const ofWords = { kernels, words, rarities, positionUses, needsAll, coverage };
		const ofFields = {
			averageLengths,
			weighing: weighings.bySegment[segmentIndex] as Weighing,
			partMax: weighings.partMax,
		};
		count = yield* matchWords({ ...ofWords, ...ofFields, boosts, lengths, pace }, scratch);
	}
	watch?.note('words', segmentIndex, { ...scratch, count });
	if (!isAllStrict(options)) watch?.noteStrict(segmentIndex, scratch.strict);
	const popularity = options.view.popularity?.[segmentIndex];
	if (popularity !== undefined) applyPopularity(popularity, scratch, count);
	watch?.note('popularity', segmentIndex, { ...scratch, count });
	const factors = options.view.factors?.[segmentIndex];
	if (factors !== undefined) applyFactors(factors, scratch, count);
	watch?.note('learned', segmentIndex, { ...scratch, count });
	count = addIdentified(options.identified[segmentIndex] ?? [], scratch, count);
	return { scratch, count: live === undefined ? count : keepLive(scratch, count, live) };
}

/** Names the best matches of a segment; undefined where more than a single word decides which those are. */
function toKeyOfHead(
	{ options, plan, grouping, sortKeys, averageLengths, weighings }: Gathering,
	live: LiveSegment,
	segmentIndex: number,
): string | undefined {
	const { view, words, request, identified, preferred, watch } = options;
	const [word, ...others] = words.bySegment[segmentIndex] as readonly ResolvedWord[];
	const isOfWord = word !== undefined && others.length === 0 && (identified[segmentIndex] ?? []).length === 0;
	const isByScore = sortKeys.length === 1 && sortKeys[0] === undefined && grouping === undefined;
	const isNarrowed = hasFilters(plan) || preferred.length > 0;
	if (!isOfWord || !isByScore || isNarrowed || watch !== undefined) return undefined;
	if (request.from + request.size > titleWindow) return undefined;
	return toHeadKey(live, word, {
		rarity: words.rarities[0] as number,
		positionUse: words.positionUses[0] as PositionUse,
		weighing: weighings.bySegment[segmentIndex] as Weighing,
		partMax: weighings.partMax,
		averageLengths,
		isOutOfStockLast: view.isOutOfStockLast,
		popularity: view.popularity?.[segmentIndex],
		factors: view.factors?.[segmentIndex],
	});
}

/** Answers from the best matches. All of them are only found again for facets that were not counted before. */
function takeHead(
	gathering: Gathering,
	entry: LiveSegment,
	{ segmentIndex, head }: { readonly segmentIndex: number; readonly head: Head },
): void {
	const { count, documents, scores } = head;
	const { candidates, facetMatches } = gathering;
	gathering.wordMatchCount += count;
	gathering.count += count;
	for (const [at, document] of documents.entries()) {
		candidates.push({ segmentIndex, document, keys: [scores[at] as number], texts: noTexts });
	}
	facetMatches?.keepUnlisted(count, () => matchSegment(gathering, entry, segmentIndex));
	facetMatches?.endSegment(segmentIndex, toSegmentKey(gathering, segmentIndex));
}

/** Names the matches of a segment; undefined where more than the words decides which documents match. */
function toSegmentKey({ options, plan, facetMatches, coverage }: Gathering, segmentIndex: number): string | undefined {
	const words = options.words.bySegment[segmentIndex] as readonly ResolvedWord[];
	const isOfWords =
		!hasFilters(plan) && coverage === undefined && (options.identified[segmentIndex] ?? []).length === 0;
	return isOfWords && facetMatches !== undefined ? toMatchKey(words, options.needsAll) : undefined;
}

function* browseSegment(gathering: Gathering, live: LiveSegment, segmentIndex: number): Steps<void> {
	const { options, plan, facetMatches } = gathering;
	const { segment } = live;
	gathering.wordMatchCount += live.liveCount;
	const scratch = options.memory.borrow(segment.documentCount + 1);
	const count = yield* browsePassing(live, plan, { scratch, pace: options.pace });
	// Where everything passes, facets count the segment as a whole.
	if (hasFilters(plan)) facetMatches?.keep(scratch, count);
	facetMatches?.endSegment(segmentIndex, undefined);
	yield* gatherPassing(gathering, { segment, segmentIndex, scratch, count });
}

interface Passing {
	readonly segment: Segment;
	readonly segmentIndex: number;
	readonly scratch: Scratch;
	readonly count: number;
}

/** @returns the candidates of the segment */
function* gatherPassing(
	gathering: Gathering,
	{ segment, segmentIndex, scratch, count }: Passing,
): Steps<readonly Candidate[]> {
	const { options, grouping, sortKeys } = gathering;
	const { pace } = options;
	if (count === 0) return [];
	if (options.view.isOutOfStockLast) liftInStock(segment, scratch, count);
	const { from, size } = options.request;
	const wanted = Math.max(from + size, toWindow(gathering));
	const ranking = { segment, segmentIndex, sortKeys, kernels: scratch.findKernels(segment), size: wanted };
	const { documents, keys: scores, slotByDocument, strict } = scratch;
	const matches = { documents, scores, slotByDocument, strict, pace };
	if (grouping === undefined && !isAllStrict(options)) gathering.strictCount += countStrict(scratch, count);
	const kept = grouping === undefined ? count : yield* grouping.keepBest({ ...matches, count }, ranking);
	const { watch } = options;
	if (watch !== undefined) {
		const keyed = { documents, keys: scores, slotByDocument, count: kept };
		yield* watch.keep(segmentIndex, keyed, { grouping, pace });
	}
	gathering.count += kept;
	const candidates = yield* pickCandidates({ ...matches, count: kept }, ranking);
	gathering.candidates.push(...candidates);
	return candidates;
}

function* finish(gathering: Gathering): ReturnType<Gathered['finish']> {
	const { options, plan, facetMatches, grouping, segments } = gathering;
	const { pace, trace } = options;
	const { from, size } = options.request;
	trace?.begin('ranking');
	const ranked = rankCandidates(gathering);
	const page = ranked.slice(from, from + size);
	for (const [segmentIndex, segment] of segments.entries()) {
		const documents = listDocuments(page, segmentIndex);
		fetchStrings(segment.ids, documents, documents.length);
	}
	const hits = page.map((candidate) => toHit(gathering, candidate));
	if (pace.isDue()) yield;
	trace?.begin('facets');
	const tools = { memory: options.memory.borrow(0).facets, pace };
	const { facets } = options.request;
	const counted = facetMatches === undefined ? [] : yield* countFacets(facetMatches, { facets, plan }, tools);
	const { count, strictCount } = grouping ?? gathering;
	const list = { count, strictCount: isAllStrict(options) ? count : strictCount, hits, facets: counted };
	return { list, ranked };
}

function toHitScore(gathering: Gathering, { keys }: Candidate): number {
	const scoreRule = toScoreRule(gathering);
	return scoreRule === -1 ? 0 : toScore(keys[scoreRule] as number);
}

function toHit(gathering: Gathering, candidate: Candidate): Hit {
	const { segments, grouping } = gathering;
	const segment = segments[candidate.segmentIndex] as Segment;
	const group = grouping?.toGroup(candidate.segmentIndex, candidate.document) ?? 0;
	return {
		segmentIndex: candidate.segmentIndex,
		id: decodeString(segment.ids, candidate.document),
		score: toHitScore(gathering, candidate),
		groupId: group === 0 ? undefined : grouping?.toGroupId(group),
	};
}
