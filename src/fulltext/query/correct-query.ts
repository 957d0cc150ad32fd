/**
 * The text as it was probably meant, where words are misspelt. What surrounds those words stays as it was typed.
 *
 *     Samsng-TV, black     samsng → samsung     samsung-TV, black
 *
 * What is said and what is shown agree: of the words that a misspelt one may stand for, only those are meant that the first
 * products of the list were found by.
 *
 *     nife set     1 kitchen knife set   2 knife set of 4   3 nike set of 3     knife set, although more products are by Nike
 *
 * A word may be right and only not be there. So what may well be another word is found, but it is not said that it was meant:
 *
 *     gift for mom     lift chair          another first letter of a short word
 *     garbage can      garage shelving     no usual slip, and without the other word
 *     dog lovers       your dog loves it   of one root
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { AnalyzedQuery, QueryWord } from '../analysis/analyzed-query.ts';
import { type Slip, toSlipLikelihood } from '../ranking/slip-likelihood.ts';
import { findBestVariant } from './best-variant.ts';
import type { DocumentRef } from './find-documents.ts';
import type { IndexView } from './index-view.ts';
import type { ResolvedWord, Variant } from './resolve-words.ts';
import type { SearchedWords } from './searched-words.ts';
import { countFamily } from './similar-families.ts';
import { findSimilarWords, pickMeant } from './similar-words.ts';

interface Correction {
	readonly view: IndexView;
	readonly query: AnalyzedQuery;
	/** What was searched. */
	readonly words: SearchedWords;
	/** What was found, from the first on. */
	readonly ranked: readonly DocumentRef[];
	readonly pace: Pace;
}

/** A word of the query that is misspelt. */
interface WrongWord {
	readonly index: number;
	readonly text: string;
}

/** The words of a chunk: it may have several, and signs between and around them. */
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
/** Products that tell what was meant: more than a page, because the first ones may have the word as it was typed. */
const tellingMax = 32;

/**
 * The text with these words corrected, in the spelling of the index; undefined where no product tells what was meant. Cost:
 * that of `findSimilarWords` for each word, and at most `tellingMax` times that of `findBestVariant`.
 */
export function* correctText(
	correction: Correction,
	text: string,
	wrong: readonly WrongWord[],
): Steps<string | undefined> {
	const { view, pace } = correction;
	const meant = new Map<string, string>();
	const first = correction.ranked.slice(0, tellingMax);
	let telling = first;
	for (const word of wrong) {
		const similar = yield* findSimilarWords(view, word.text, pace);
		const shownTogether = listShown(correction, telling, word.index);
		const shown = shownTogether.length > 0 ? shownTogether : listShown(correction, first, word.index);
		const best = pickMeant(word.text, similar, toCounts(view, shown));
		if (best === undefined || view.analyzer.isOfOneRoot(word.text, best.text)) continue;
		if (!isSaid(word.text, best, isBesideOthers(correction, shown, word.index))) continue;
		meant.set(word.text, best.text);
		// The next word is read as these products have it, because the words are meant together.
		telling = shown.flatMap(({ ref, meantText }) => (meantText === best.text ? ref : []));
	}
	const { locateWords, toIdentifier } = view.analyzer;
	const { source, words } = locateWords(text);
	let corrected = '';
	let end = 0;
	for (const { term, start, end: chunkEnd } of words) {
		if (!meant.has(term) || start < end) continue;
		const chunk = source.slice(start, chunkEnd).replace(wordPattern, (word) => meant.get(toIdentifier(word)) ?? word);
		corrected += source.slice(end, start) + chunk;
		end = chunkEnd;
	}
	const whole = corrected + source.slice(end);
	return whole === source ? undefined : whole;
}

/** A first letter is seldom wrong in a word of up to so many letters, unless it is swapped with the next or sounds alike. */
const shortLengthMax = 5;
/** That of a letter left out, or of two that are swapped. */
const usualLikelihood = 1;

interface SaidWord extends Slip {
	readonly text: string;
}

/** @param isBeside whether it is shown together with another word of the query, or there is none that products have */
function isSaid(typed: string, meant: SaidWord, isBeside: boolean): boolean {
	const { text, soundChangeCount } = meant;
	const isSwapped = typed[0] === text[1] && typed[1] === text[0];
	const isFirstLetterKept = typed[0] === text[0] || isSwapped || soundChangeCount > 0;
	if (typed.length <= shortLengthMax && !isFirstLetterKept) return false;
	return isBeside || soundChangeCount > 0 || toSlipLikelihood(typed, text, meant) >= usualLikelihood;
}

function isBesideOthers({ query, words }: Correction, shown: readonly ShownWord[], index: number): boolean {
	const isThere = ({ isOptional }: QueryWord, at: number) => !isOptional && (words.matchCounts[at] as number) > 0;
	const others = query.words.filter((word, at) => at !== index && isThere(word, at));
	return others.length === 0 || shown.some(({ hasOthers }) => hasOthers);
}

interface ShownWord {
	readonly ref: DocumentRef;
	/** Whether it has another word of the query that is needed. */
	readonly hasOthers: boolean;
	/** Undefined where the product has the word as it was typed. */
	readonly meantText: string | undefined;
}

/** The first products that have the word, and as many of the other words as any of them. */
function listShown(correction: Correction, refs: readonly DocumentRef[], index: number): readonly ShownWord[] {
	const isNeeded = (at: number) => correction.query.words[at]?.isOptional === false;
	const shown: ShownWord[] = [];
	let mostCount = 0;
	for (const ref of refs) {
		const found = listVariants(correction, ref);
		const variant = found[index];
		const wordCount = found.filter((one) => one !== undefined).length;
		if (variant === undefined || wordCount < mostCount) continue;
		if (wordCount > mostCount) shown.length = 0;
		mostCount = wordCount;
		const meantText = 'meant' in variant.origin ? variant.origin.meant : undefined;
		const hasOthers = found.some((one, at) => at !== index && one !== undefined && isNeeded(at));
		shown.push({ ref, meantText, hasOthers });
	}
	return shown;
}

/** By word, the form in which the product has it. */
function listVariants({ words }: Correction, { segmentIndex, document }: DocumentRef): (Variant | undefined)[] {
	const ofSegment = words.bySegment[segmentIndex] as readonly ResolvedWord[];
	return ofSegment.map((word) => findBestVariant(word, document)?.variant);
}

/** How many documents have what is shown, times how much is shown of it. The first of the products tells most. */
function toCounts(view: IndexView, shown: readonly ShownWord[]): ReadonlyMap<string, number> {
	const shares = new Map<string, number>();
	const corrections = shown.flatMap(({ meantText }) => meantText ?? []);
	for (const [index, text] of corrections.entries()) shares.set(text, (shares.get(text) ?? 0) + 1 / (index + 1));
	return new Map(Array.from(shares, ([text, share]) => [text, share * countFamily(view, text)]));
}
