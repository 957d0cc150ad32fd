/**
 * Which matches of a segment are the best by several keys? The first key decides most comparisons, so further keys are
 * computed only for matches that tie where the list is cut.
 *
 *     keys of the first rule   9 9 7 5 5 5 5 3      size 5
 *     certain                  9 9 7                tied for the last two ranks: 5 5 5 5 → the next rule decides
 */
import type { Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import { compareByBytes } from '../index/segment/sorted-strings.ts';
import type { SearchKernels } from '../kernels/search-kernels.ts';
import type { PacedMatches, SortKey } from './sort-key.ts';

/** A match that may become a hit: its keys by rule, and the texts of those rules that compare texts. */
export interface Candidate {
	readonly segmentIndex: number;
	readonly document: number;
	/** Changed once, when candidates are ranked by title. */
	readonly keys: number[];
	readonly texts: readonly (string | undefined)[];
}

/** Of candidates whose rules compare no texts. */
export const noTexts: readonly undefined[] = [];

export interface Ranking {
	readonly segment: Segment;
	readonly segmentIndex: number;
	/** One for each rule, at least one; undefined stands for the score. */
	readonly sortKeys: readonly (SortKey | undefined)[];
	readonly kernels: Pick<SearchKernels, 'pickBest'>;
	/** The number of candidates to return. */
	readonly size: number;
}

/** Matches and their scores, in parallel arrays. */
export type ScoredMatches = PacedMatches & { readonly scores: Float64Array };

/** The best matches of a segment, in no order: at most `size`. Cost: O(matches · rules needed to decide). */
export function* pickCandidates(matches: ScoredMatches, ranking: Ranking): Steps<Candidate[]> {
	const picked = yield* pickByRule(matches, ranking, 0);
	return yield* toCandidates(picked, ranking);
}

/** Computes the keys of a rule for the matches. */
export function* writeRuleKeys(
	matches: ScoredMatches,
	{ segment, sortKeys }: Pick<Ranking, 'segment' | 'sortKeys'>,
	rule: number,
): Steps<Float64Array> {
	const sortKey = sortKeys[rule];
	if (sortKey === undefined) return matches.scores;
	const keys = new Float64Array(matches.count);
	yield* sortKey.write(segment, matches, keys);
	return keys;
}

function* pickByRule(matches: ScoredMatches, ranking: Ranking, rule: number): Steps<ScoredMatches> {
	const { size, sortKeys, kernels } = ranking;
	if (matches.count <= size) return matches;
	const keys = yield* writeRuleKeys(matches, ranking, rule);
	const best = kernels.pickBest({ documents: matches.documents, keys }, matches.count, size);
	if (rule + 1 === sortKeys.length) return toSubset(matches, best);
	const cut = keys[best[best.length - 1] as number] as number;
	const sure = best.filter((index) => (keys[index] as number) > cut);
	const tied: number[] = [];
	for (let index = 0; index < matches.count; index++) if (keys[index] === cut) tied.push(index);
	if (matches.pace.isDue()) yield;
	const rest = yield* pickByRule(toSubset(matches, tied), { ...ranking, size: size - sure.length }, rule + 1);
	return concatenate(toSubset(matches, sure), rest);
}

function toSubset(
	{ documents, scores, slotByDocument, pace }: ScoredMatches,
	indexes: ArrayLike<number>,
): ScoredMatches {
	const count = indexes.length;
	const subset = { documents: new Uint32Array(count), scores: new Float64Array(count), count, slotByDocument, pace };
	for (let at = 0; at < count; at++) {
		const index = indexes[at] as number;
		subset.documents[at] = documents[index] as number;
		subset.scores[at] = scores[index] as number;
	}
	return subset;
}

function concatenate(left: ScoredMatches, right: ScoredMatches): ScoredMatches {
	const count = left.count + right.count;
	const documents = new Uint32Array(count);
	documents.set(left.documents.subarray(0, left.count));
	documents.set(right.documents.subarray(0, right.count), left.count);
	const scores = new Float64Array(count);
	scores.set(left.scores.subarray(0, left.count));
	scores.set(right.scores.subarray(0, right.count), left.count);
	return { documents, scores, count, slotByDocument: left.slotByDocument, pace: left.pace };
}

/** All of the matches as candidates. Cost: O(matches · rules). */
export function* toCandidates(
	matches: ScoredMatches,
	{ segment, segmentIndex, sortKeys }: Omit<Ranking, 'size' | 'kernels'>,
): Steps<Candidate[]> {
	const keysByRule: Float64Array[] = [];
	for (const rule of sortKeys.keys()) keysByRule.push(yield* writeRuleKeys(matches, { segment, sortKeys }, rule));
	const hasTexts = sortKeys.some((sortKey) => sortKey?.isText);
	const candidates: Candidate[] = [];
	for (let index = 0; index < matches.count; index++) {
		// Not pushed one by one: an array that grows has room for 16 more.
		const keys = keysByRule.map((ofRule) => ofRule[index] as number);
		const texts = hasTexts ? sortKeys.map((sortKey, rule) => sortKey?.toText(segment, keys[rule] as number)) : noTexts;
		candidates.push({ segmentIndex, document: matches.documents[index] as number, keys, texts });
	}
	return candidates;
}

/** Negative when `a` comes before `b`, over all segments. */
export function compareCandidates(a: Candidate, b: Candidate, sortKeys: readonly (SortKey | undefined)[]): number {
	for (let rule = 0; rule < sortKeys.length; rule++) {
		const sortKey = sortKeys[rule];
		const difference = sortKey?.isText
			? compareTexts(a.texts[rule], b.texts[rule], sortKey.isDescending)
			: compareNumbers(a.keys[rule] as number, b.keys[rule] as number);
		if (difference !== 0) return difference;
	}
	return a.segmentIndex - b.segmentIndex || a.document - b.document;
}

function compareNumbers(a: number, b: number): number {
	return a === b ? 0 : b > a ? 1 : -1;
}

function compareTexts(a: string | undefined, b: string | undefined, isDescending: boolean): number {
	if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
	return isDescending ? compareByBytes(b, a) : compareByBytes(a, b);
}
