/** What does one attempt find in each segment, and which matches become the hits? */

import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { countFacets } from '../facets/count-facets.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, fetchStrings } from '../index/segment/sorted-strings.ts';
import {
	createTermBits,
	fetchTitles,
	type TermBits,
	type TitleQuery,
	toTitleFactor,
	toTitleGains,
} from '../ranking/title-factor.ts';
import type { Weighing } from '../ranking/weighing.ts';
import { browsePassing } from './browse-source.ts';
import { type Coverage, toCoverage } from './coverage.ts';
import { applyFactors, toCommonFactors, toMatchFactor } from './document-factors.ts';
import { createFieldSums } from './field-sums.ts';
import { type FilterPlan, failMatches, hasFilters, type PlannedRequirement } from './filter-matches.ts';
import type { DocumentRef } from './find-documents.ts';
import { createGrouping, type Grouping } from './group-matches.ts';
import { type IndexView, type LiveSegment, toStatistics } from './index-view.ts';
import { createKindMatcher, fetchKinds } from './item-kinds.ts';
import { type KeptMatches, keepMatches } from './keep-matches.ts';
import { keepLive, keepPassing } from './kernels.ts';
import { toMatchKey } from './match-key.ts';
import { matchWords } from './match-words.ts';
import type { PhaseTrace } from './phase-trace.ts';
import { type Candidate, compareCandidates, pickCandidates } from './pick-hits.ts';
import { applyPopularity } from './popularity.ts';
import { preferMatches } from './prefer-matches.ts';
import { addIdentified, liftInStock, toScore } from './rank-tiers.ts';
import type { ResolvedWord } from './resolve-words.ts';
import type { Scratch, ScratchMemory } from './scratch.ts';
import type { Hit, SearchAnswer } from './search-answer.ts';
import type { SearchedWords } from './searched-words.ts';
import type { SortKey } from './sort-key.ts';
import { listSortKeys } from './sort-keys.ts';
import { countStrict } from './strict-matches.ts';
import { toViewWeighings, type ViewWeighings } from './view-weighings.ts';
import type { Watch } from './watch.ts';

/** Candidates that are ranked by their titles; behind them the scores alone decide. */
const titleWindow = 128;

export interface GatherOptions {
	readonly view: IndexView;
	readonly request: IndexQuery;
	/** The plan for the filters of the request. */
	readonly plan: FilterPlan;
	/** Of matches that pass the plan, those that fit an entry come before equally good others. */
	readonly preferred: readonly (readonly PlannedRequirement[])[];
	readonly words: SearchedWords;
	/** Whether a match has all needed words; otherwise `coverage` says how many. */
	readonly needsAll: boolean;
	/** The share of the words' weight that a match has at least, 0 … 1, see `coverage.ts`; 0: any word. */
	readonly coverage: number;
	/** By segment, the documents that have the text as an identifier; a missing entry means none. */
	readonly identified: readonly (readonly number[])[];
	/** Whether nothing was typed, so that every live item matches. */
	readonly matchesAll: boolean;
	readonly memory: ScratchMemory;
	readonly pace: Pace;
	/** For explanations: is told what happens to some documents. */
	readonly watch?: Watch | undefined;
	readonly trace?: PhaseTrace | undefined;
}

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

/** State of one attempt over all segments. */
interface Gathering {
	readonly options: GatherOptions;
	readonly segments: readonly Segment[];
	readonly plan: FilterPlan;
	readonly facetMatches: KeptMatches | undefined;
	readonly sortKeys: readonly (SortKey | undefined)[];
	readonly grouping: Grouping | undefined;
	readonly averageLengths: readonly [number, number, number];
	readonly weighings: ViewWeighings;
	readonly coverage: Coverage | undefined;
	readonly candidates: Candidate[];
	wordMatchCount: number;
	count: number;
	/** Only counted where some match may lack words. */
	strictCount: number;
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

function* searchSegment(gathering: Gathering, { segment, live }: LiveSegment, segmentIndex: number): Steps<void> {
	const { options, plan, facetMatches, averageLengths, weighings } = gathering;
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
		const { coverage } = gathering;
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
	if (live !== undefined) count = keepLive(scratch, count, live);
	gathering.wordMatchCount += count;
	if (hasFilters(plan)) {
		yield* failMatches(segment, plan, { ...scratch, count, pace });
		facetMatches?.keepFailing(scratch, count);
		count = keepPassing(scratch, count, scratch.fails);
	} else facetMatches?.keep(scratch, count);
	facetMatches?.endSegment(segmentIndex, toSegmentKey(gathering, words, segmentIndex));
	if (options.preferred.length > 0) yield* preferMatches(segment, options.preferred, { ...scratch, count, pace });
	watch?.note('preferred', segmentIndex, { ...scratch, count });
	yield* gatherPassing(gathering, { segment, segmentIndex, scratch, count });
}

/** Names the matches of a segment; undefined where more than the words decides which documents match. */
function toSegmentKey(
	{ options, plan, facetMatches, coverage }: Gathering,
	words: readonly ResolvedWord[],
	segmentIndex: number,
): string | undefined {
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

function* gatherPassing(gathering: Gathering, { segment, segmentIndex, scratch, count }: Passing): Steps<void> {
	const { options, grouping, sortKeys } = gathering;
	const { pace } = options;
	if (count === 0) return;
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
	gathering.candidates.push(...(yield* pickCandidates({ ...matches, count: kept }, ranking)));
}

/** Whether every match has all the words. For a single word, `all` and `any` are the same. */
function isAllStrict({ needsAll, matchesAll, words }: GatherOptions): boolean {
	return needsAll || matchesAll || words.rarities.length < 2;
}

/** Which sort key is the score; -1 where nothing was typed or no sort rule is the score. */
function toScoreRule({ options, sortKeys }: Gathering): number {
	return options.matchesAll ? -1 : sortKeys.indexOf(undefined);
}

/**
 * The number of candidates to rank by title. Titles count wherever the score does; after another sort rule they decide
 * among documents that are equal by that rule.
 */
function toWindow(gathering: Gathering): number {
	return toScoreRule(gathering) === -1 ? 0 : titleWindow;
}

function* finish(gathering: Gathering): ReturnType<Gathered['finish']> {
	const { options, plan, facetMatches, grouping, segments } = gathering;
	const { pace, trace } = options;
	const { from, size } = options.request;
	trace?.begin('ranking');
	const ranked = rank(gathering);
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

function rank(gathering: Gathering): readonly Candidate[] {
	const { candidates, grouping, sortKeys } = gathering;
	const window = toWindow(gathering);
	// `rankByTitle` sorts the whole window, so sorting first is not needed.
	if (grouping === undefined && candidates.length <= window) return rankByTitle(gathering, candidates, window);
	const ordered = [...candidates].sort((a, b) => compareCandidates(a, b, sortKeys));
	const distinct = grouping === undefined ? ordered : keepFirstOfGroups(ordered, grouping);
	return window === 0 ? distinct : rankByTitle(gathering, distinct, window);
}

function keepFirstOfGroups(ordered: readonly Candidate[], grouping: Grouping): Candidate[] {
	const seen = new Set<number>();
	return ordered.filter(({ segmentIndex, document }) => {
		const group = grouping.toGroup(segmentIndex, document);
		if (group === 0) return true;
		if (seen.has(group)) return false;
		seen.add(group);
		return true;
	});
}

/** Ranks the first `window` candidates again by their titles; those behind them must be in order already. */
function rankByTitle(gathering: Gathering, ordered: readonly Candidate[], window: number): Candidate[] {
	const { segments, options, sortKeys } = gathering;
	const { analyzer } = options.view;
	const { rarities, noun, bySegment } = options.words;
	const queries = bySegment.map((words, segmentIndex): TitleQuery => {
		const segment = segments[segmentIndex] as Segment;
		const termBits = toTermBits(words);
		return {
			termBits,
			rarities,
			noun,
			toKindBits: createKindMatcher(segment, { termBits, analyzer }),
			gains: undefined,
		};
	});
	const inWindow = ordered.slice(0, window);
	const scoreRule = toScoreRule(gathering);
	const summands = createSummands(gathering);
	for (const [segmentIndex, segment] of segments.entries()) {
		const documents = listDocuments(inWindow, segmentIndex);
		fetchTitles(segment, documents);
		fetchKinds(segment, documents);
	}
	for (const { segmentIndex, document, keys } of inWindow) {
		const query = queries[segmentIndex] as TitleQuery;
		const segment = segments[segmentIndex] as Segment;
		const ref = { segmentIndex, document };
		const common = toCommonFactors(options.view, segment, ref);
		const titleFactor = toTitleFactor(segment, document, query);
		const key = keys[scoreRule] as number;
		const score = toScore(key);
		// What has a score by its identifier alone has no words to sum up.
		const sum = score === 0 ? 0 : (summands?.[segmentIndex]?.(document) ?? 0);
		const summed = score * titleFactor + (sum === 0 ? 0 : sum * toMatchFactor(options.view, segment, ref));
		keys[scoreRule] = key - score + summed * common.similar * common.exploration;
		if (options.watch === undefined) continue;
		const fields = score === 0 ? 1 : summed / (score * titleFactor);
		options.watch.multiply(ref, { ...common, title: toTitleGains(segment, document, query), fields });
	}
	inWindow.sort((a, b) => compareCandidates(a, b, sortKeys));
	return [...inWindow, ...ordered.slice(window)];
}

/**
 * What fields add to scores, by segment, in a list whose documents may lack words; undefined in others, and where the way to match is
 * named.
 */
function createSummands({ options, segments, averageLengths, weighings }: Gathering) {
	if (isAllStrict(options) || options.request.queryName !== undefined) return undefined;
	const { rarities, bySegment } = options.words;
	return bySegment.map((words, at) => {
		const weighing = weighings.bySegment[at] as Weighing;
		return createFieldSums(segments[at] as Segment, words, { rarities, averageLengths, weighing });
	});
}

function listDocuments(candidates: readonly Candidate[], segmentIndex: number): number[] {
	const documents: number[] = [];
	for (const candidate of candidates) if (candidate.segmentIndex === segmentIndex) documents.push(candidate.document);
	return documents;
}

function toTermBits(words: readonly ResolvedWord[]): TermBits {
	const bits = new Map<number, number>();
	const add = (term: number, bit: number) => bits.set(term, (bits.get(term) ?? 0) | bit);
	for (const { bit, variants, repeatedTerms } of words) {
		for (const { term } of variants) if (term >= 0) add(term, bit);
		for (const term of repeatedTerms) add(term, bit);
	}
	return createTermBits(bits);
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
