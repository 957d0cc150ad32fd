/** In which order do the candidates become hits? By their keys, and the first of them by their titles as well. */

import type { Segment } from '../index/segment/segment.ts';
import {
	createTermBits,
	fetchTitles,
	type TitleCorrections,
	type TitleQuery,
	toTitleFactor,
	toTitleGains,
} from '../ranking/title-factor.ts';
import type { Weighing } from '../ranking/weighing.ts';
import { toCommonFactors, toMatchFactor } from './document-factors.ts';
import { createFieldSums } from './field-sums.ts';
import { type Gathering, isAllStrict, toScoreRule } from './gathering.ts';
import type { Grouping } from './group-matches.ts';
import { createKindMatcher, fetchKinds } from './item-kinds.ts';
import { createOtherFactors } from './other-things.ts';
import { type Candidate, compareCandidates } from './pick-hits.ts';
import { toScore } from './rank-tiers.ts';
import { isPrefix, isRelative, listWritten, type ResolvedWord, type Variant } from './resolve-words.ts';
import { createTitleCorrections, toCorrectionGains } from './title-corrections.ts';
import { createApartQueries } from './written-apart.ts';

/** Candidates that are ranked by their titles; behind them the scores alone decide. */
export const titleWindow = 128;

/**
 * The number of candidates to rank by title. Titles count wherever the score does; after another sort rule they decide
 * among documents that are equal by that rule.
 */
export function toWindow(gathering: Gathering): number {
	return toScoreRule(gathering) === -1 ? 0 : titleWindow;
}

/** The candidates in the order of the list. Those of the window are changed. */
export function rankCandidates(gathering: Gathering): readonly Candidate[] {
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
	const areWritten = listWritten(bySegment);
	const queries = bySegment.map((words, segmentIndex) => {
		const segment = segments[segmentIndex] as Segment;
		const bits = toBits(words, areWritten);
		const termBits = createTermBits(bits.all);
		const namingBits = bits.naming === bits.all ? termBits : createTermBits(bits.naming);
		const query: TitleQuery = {
			termBits,
			namingBits,
			rarities,
			noun,
			kinds: createKindMatcher(segment, { termBits: namingBits, analyzer }),
			seen: { covered: 0 },
			gains: undefined,
		};
		return createApartQueries(segment, words, { bits, query });
	});
	const inWindow = ordered.slice(0, window);
	const scoreRule = toScoreRule(gathering);
	const summands = createSummands(gathering);
	const others = summands === undefined ? undefined : createOtherFactors(options.words);
	const corrections = createTitleCorrections(gathering);
	for (const [segmentIndex, segment] of segments.entries()) {
		const documents = listDocuments(inWindow, segmentIndex);
		fetchTitles(segment, documents);
		fetchKinds(segment, documents);
	}
	for (const { segmentIndex, document, keys } of inWindow) {
		const segment = segments[segmentIndex] as Segment;
		const ref = { segmentIndex, document };
		const query = queries[segmentIndex]?.(document) as TitleQuery;
		const common = toCommonFactors(options.view, segment, ref);
		const ofTitle = toTitleFactor(segment, document, query);
		const corrected = corrections[segmentIndex]?.(document, query) as TitleCorrections;
		const titleFactor = ofTitle * corrected.inflection * corrected.denied * corrected.along;
		const key = keys[scoreRule] as number;
		const score = toScore(key);
		// What has a score by its identifier alone has no words to sum up.
		const sum = score === 0 ? 0 : (summands?.[segmentIndex]?.(document) ?? 0);
		const hasNoun = (query.seen.covered & noun) !== 0;
		const other = score === 0 || hasNoun ? 1 : (others?.[segmentIndex]?.(document) ?? 1);
		const summed = other * (score * titleFactor + (sum === 0 ? 0 : sum * toMatchFactor(options.view, segment, ref)));
		keys[scoreRule] = key - score + summed * common.similar * common.exploration;
		if (options.watch === undefined) continue;
		const fields = score === 0 ? 1 : summed / (score * titleFactor);
		const title = { ...toTitleGains(segment, document, query), ...toCorrectionGains(ofTitle, corrected) };
		options.watch.multiply(ref, { ...common, title, fields });
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

export function listDocuments(candidates: readonly Candidate[], segmentIndex: number): number[] {
	const documents: number[] = [];
	for (const candidate of candidates) if (candidate.segmentIndex === segmentIndex) documents.push(candidate.document);
	return documents;
}

/**
 * The bits of all terms of the words, and of those that name a thing or a kind as the word does. Relatives are other words: a loft bed is
 * no `bedding`. So are those that begin with a word that items have: a desktop is no `desk`.
 * @param areWritten by word, whether items have it
 */
function toBits(words: readonly ResolvedWord[], areWritten: readonly boolean[]) {
	const isNaming = (variant: Variant, index: number) =>
		!isRelative(variant) && !(areWritten[index] && isPrefix(variant.origin));
	const all = collectBits(words, () => true);
	const areAll = words.every(({ variants, repeated }, index) =>
		[variants, repeated].every((list) => list.every((variant) => isNaming(variant, index))),
	);
	return { all, naming: areAll ? all : collectBits(words, isNaming) };
}

function collectBits(
	words: readonly ResolvedWord[],
	isAccepted: (variant: Variant, index: number) => boolean,
): ReadonlyMap<number, number> {
	const bits = new Map<number, number>();
	for (const [index, { bit, variants, repeated }] of words.entries()) {
		for (const variant of variants.concat(repeated)) {
			const { term } = variant;
			if (term >= 0 && isAccepted(variant, index)) bits.set(term, (bits.get(term) ?? 0) | bit);
		}
	}
	return bits;
}
