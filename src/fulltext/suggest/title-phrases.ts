/**
 * Which parts of titles complete what was typed?
 *
 *     typed          hp lap
 *     titles         HP Laptop 17 silver │ HP laptop bag │ Bag for an HP laptop 17
 *     phrases        hp + laptop 3, laptop 17 2, laptop 17 silver 1, laptop bag 1
 *     suggested      hp laptop 3, hp laptop 17 2, …: those that do not always continue with the same word
 *
 * All titles that have the words count, in any order. The typed words keep their order, and the completion of the last
 * one is followed by what follows it in the title. Where very many titles have the words, an evenly spread sample
 * stands for them, so that a letter that begins half of all words costs no more than a whole word.
 */

import { countPostings, findPosting, type Postings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findPrefixRange, findString } from '../index/segment/sorted-strings.ts';
import { toTitleWords } from '../index/segment/title-words.ts';
import { isLive, type LiveSegment } from '../query/index-view.ts';
import { isMoreThanText, toCountLayout } from '../ranking/packed-counts.ts';
import type { PhraseRules } from './phrase-rules.ts';
import { createPhraseTree, type PhraseTree } from './phrase-tree.ts';
import { isCodeBeginning } from './product-code.ts';
import { isRunTerm, type Reading } from './reading.ts';

export interface TitlePhrase {
	/** The earlier words of the reading, then `tailLength` words that are neighbours in titles. */
	readonly words: readonly string[];
	readonly tailLength: number;
	/** How many items have it, weighted by `df_manual_boost`; estimated where titles were sampled. */
	readonly weight: number;
	/** An item that has it. */
	readonly segmentIndex: number;
	readonly document: number;
}

/** The most documents read for one request, of all segments together, and the least for any segment. */
const documentsMax = 1_024;
const documentsPerSegmentMin = 32;
/** This many times more where another word must be in them too, which is checked without reading titles. */
const wideFactor = 8;
/** The most terms that a prefix stands for: those in most documents. */
const lastTermsMax = 32;
const phrasesPerSegmentMax = 100;
/** The most words from the last typed one on: fewer when other words precede it. */
const tailWordsMax = { alone: 4, behindOthers: 3, ofRun: 12 } as const;

/**
 * The phrases with the most items first, then by their words. Cost: O(documents read + terms that a prefix may become).
 */
export function gatherTitlePhrases(
	segments: readonly LiveSegment[],
	reading: Reading,
	rules: PhraseRules,
): TitlePhrase[] {
	const total = segments.reduce((sum, { segment }) => sum + segment.documentCount, 0);
	const found = new Map<string, TitlePhrase>();
	for (const [segmentIndex, entry] of segments.entries()) {
		const share = Math.ceil((documentsMax * entry.segment.documentCount) / total);
		const texts = new Map<number, string>();
		const tree = growTree(entry, reading, Math.max(documentsPerSegmentMin, share));
		for (const { terms, weight, document } of tree?.list(phrasesPerSegmentMax) ?? []) {
			const tail = terms.map((term) => {
				const text = texts.get(term) ?? decodeString(entry.segment.terms, term);
				texts.set(term, text);
				return text;
			});
			const key = tail.join(' ');
			const words = [...reading.earlier, ...tail];
			const known = found.get(key) ?? { words, tailLength: tail.length, weight: 0, segmentIndex, document };
			found.set(key, { ...known, weight: known.weight + weight });
		}
	}
	return pickClosed(found, reading, rules);
}

/** Drops phrases that are incomplete, have codes that were not typed, or always continue with the same word. */
function pickClosed(found: ReadonlyMap<string, TitlePhrase>, reading: Reading, rules: PhraseRules): TitlePhrase[] {
	const continued = new Map<string, number>();
	const candidates = [...found].filter(([, { words, tailLength }]) => {
		const tail = words.slice(words.length - tailLength);
		return rules.canEnd(words) && tail.every((_word, position) => isShowable({ tail, position }, reading, rules));
	});
	for (const [, { words, tailLength, weight }] of candidates) {
		const tail = words.slice(words.length - tailLength);
		do tail.pop();
		while (tail.length > 0 && !rules.canEnd([...words.slice(0, words.length - tailLength), ...tail]));
		const key = tail.join(' ');
		continued.set(key, Math.max(weight, continued.get(key) ?? 0));
	}
	return candidates
		.filter(([key, { weight }]) => weight > (continued.get(key) ?? -1))
		.sort(([keyA, a], [keyB, b]) => b.weight - a.weight || (keyA < keyB ? -1 : 1))
		.map(([, phrase]) => phrase);
}

interface TailWord {
	readonly tail: readonly string[];
	readonly position: number;
}

/**
 * Whether a word may be shown: a code only when its beginning was typed, or when it is a number followed by its unit.
 */
function isShowable({ tail, position }: TailWord, { last }: Reading, rules: PhraseRules): boolean {
	const word = tail[position] as string;
	if (!rules.isCode(word)) return true;
	if (position === 0 && isCodeBeginning(last)) return true;
	const next = tail[position + 1];
	return next !== undefined && rules.isUnit(next) && /^\p{Nd}+$/u.test(word);
}

/** A reading in the terms of a segment: the last word is any term from `lastFrom` up to before `lastTo`. */
interface ResolvedReading {
	readonly earlier: readonly number[];
	readonly lastFrom: number;
	readonly lastTo: number;
}

function growTree(entry: LiveSegment, reading: Reading, samplesMax: number): PhraseTree | undefined {
	const { segment } = entry;
	const resolved = resolve(segment, reading);
	if (resolved === undefined) return undefined;
	const { terms, areLast } = chooseLists(segment, resolved);
	const tree = createPhraseTree();
	for (const term of terms) {
		const others = resolved.earlier.filter((other) => other !== term);
		const samplesOfList = Math.max(1, Math.floor((samplesMax / terms.length) * (others.length > 0 ? wideFactor : 1)));
		const about = areLast ? { ...resolved, lastFrom: term, lastTo: term + 1 } : resolved;
		const step = Math.max(1, Math.ceil(countPostings(segment.postings, term) / samplesOfList));
		visitSome(segment, { term, step }, (document) => {
			const hasOthers = others.every((other) => findPosting(segment.postings, other, document) >= 0);
			if (hasOthers && isLive(entry.live, document)) addTitle(tree, about, { segment, document, weight: step });
		});
	}
	return tree;
}

function resolve({ terms }: Segment, { earlier: typed, last, isOpen }: Reading): ResolvedReading | undefined {
	const earlier = typed.map((word) => findString(terms, word));
	if (earlier.includes(-1)) return undefined;
	const exact = isOpen ? 0 : findString(terms, last);
	const [lastFrom, lastTo] = isOpen ? findPrefixRange(terms, last) : [exact, exact < 0 ? exact : exact + 1];
	return lastFrom < lastTo ? { earlier, lastFrom, lastTo } : undefined;
}

/**
 * The shortest lists that lead to the titles: those of the rarest earlier word, or of the completions of the last one.
 */
function chooseLists({ postings }: Segment, { earlier, lastFrom, lastTo }: ResolvedReading): ChosenLists {
	const toCount = (term: number) => countPostings(postings, term);
	const [rarest] = [...earlier].sort((a, b) => toCount(a) - toCount(b));
	if (rarest !== undefined && lastTo - lastFrom > lastTermsMax) return { terms: [rarest], areLast: false };
	const { terms, totalCount } = pickFrequent(postings, lastFrom, lastTo);
	return rarest !== undefined && toCount(rarest) <= totalCount
		? { terms: [rarest], areLast: false }
		: { terms, areLast: true };
}

/** The terms in most documents, at most `lastTermsMax`, and the number of postings of all terms. Cost: O(terms). */
function pickFrequent(postings: Postings, from: number, to: number) {
	const terms: number[] = [];
	const counts: number[] = [];
	let totalCount = 0;
	for (let term = from; term < to; term++) {
		const count = countPostings(postings, term);
		totalCount += count;
		if (terms.length === lastTermsMax && count <= (counts.at(-1) as number)) continue;
		let position = counts.length;
		while (position > 0 && (counts[position - 1] as number) < count) position -= 1;
		counts.splice(position, 0, count);
		terms.splice(position, 0, term);
		if (terms.length > lastTermsMax) terms.length = counts.length = lastTermsMax;
	}
	return { terms, totalCount };
}

/**
 * The terms whose documents are read. `areLast`: each term only for phrases that begin with it; otherwise for all
 * phrases.
 */
interface ChosenLists {
	readonly terms: readonly number[];
	readonly areLast: boolean;
}

interface Sampling {
	readonly term: number;
	readonly step: number;
}

/**
 * Calls `visit` with every `step`th document of the term that has it in class A or B. Titles are in class A, except
 * that what a thing is for is in class B. Identifiers, brands and categories also count.
 */
function visitSome({ postings, schema }: Segment, { term, step }: Sampling, visit: (document: number) => void): void {
	const { chunkOffsets, chunkHighs, chunkStarts, documents, counts } = postings;
	const layout = toCountLayout(schema.weightGroups);
	const chunkEnd = chunkOffsets[term + 1] as number;
	let at = chunkStarts[chunkOffsets[term] as number] as number;
	for (let chunk = chunkOffsets[term] as number; chunk < chunkEnd; chunk++) {
		const base = (chunkHighs[chunk] as number) << 16;
		const end = chunkStarts[chunk + 1] as number;
		for (; at < end; at += step) {
			if (isMoreThanText(layout, counts[at] as number)) visit(base + (documents[at] as number));
		}
	}
}

interface SampledDocument {
	readonly segment: Segment;
	readonly document: number;
	/** How many documents it stands for. */
	readonly weight: number;
}

function addTitle(tree: PhraseTree, { earlier, lastFrom, lastTo }: ResolvedReading, sampled: SampledDocument): void {
	const { segment, document, weight } = sampled;
	const { boosts } = segment;
	const title = toTitleWords(segment, document);
	const source = { document, weight: weight * (boosts?.[document] ?? 1) };
	for (let from = 0; from < title.length; from++) {
		const term = title[from] as number;
		if (term < lastFrom || term >= lastTo) continue;
		if (!earlier.every((word) => hasElsewhere(title, word, from))) continue;
		const others = earlier.length === 0 ? 'alone' : 'behindOthers';
		const end = Math.min(title.length, from + tailWordsMax[isOfRun(segment, term) ? 'ofRun' : others]);
		let to = from + 1;
		while (to < end && !earlier.includes(title[to] as number) && title.indexOf(title[to] as number, from) === to)
			to += 1;
		tree.add(title, { from, to }, source);
	}
}

function isOfRun({ terms }: Segment, term: number): boolean {
	// Scripts without blanks start above U+0E00, whose letters have three bytes.
	return (terms.bytes[terms.offsets[term] as number] as number) >= 0xe0 && isRunTerm(decodeString(terms, term));
}

function hasElsewhere(title: Uint32Array, term: number, position: number): boolean {
	const first = title.indexOf(term);
	return first >= 0 && (first !== position || title.indexOf(term, position + 1) >= 0);
}
