/**
 * Which words of the index are compounds of a word of the query, or parts of it? Only languages that write words
 * together are considered, and only parts that are words of the index count, so no dictionary of the language is
 * needed.
 *
 *     winterjacke   also finds items with jacke … winter
 *     jacke         also finds items with winterjacke, as winter is a word of the index. The end of a compound says
 *                   what a thing is, so winter does not find winterjacke
 *     bohrmaschine  where no item has this word, also finds titles with schlagbohrmaschine, although schlag is no word of
 *                   the index. Short ends, and those that only descriptions have, are rarely compounds (hersteller)
 *
 *     damenkleid    where the gender is understood of it, also finds kleid and sommerkleid; a filter sees to the gender
 *
 * All count less than the word itself and less than its inflections.
 */
import { type AnalyzedQuery, formQualities, type QueryForm, type QueryWord } from '../analysis/analyzed-query.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { toWordTerms } from '../analysis/synonyms.ts';
import { stemPrefix } from '../analysis/token-buffer.ts';
import { countPostings, visitPostings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findString } from '../index/segment/sorted-strings.ts';
import { findTermsWithEnd } from '../index/segment/terms-by-end.ts';
import { toTitleCount } from '../ranking/packed-counts.ts';
import type { Compound } from '../understanding/part.ts';
import type { IndexView } from './index-view.ts';

/**
 * How many terms that end with a word are examined, the most frequent first, and how many compounds are kept of them.
 */
const endingTermsMax = 128;
const compoundsMax = 64;
const partLengthMin = 3;
/** The shortest end of a compound whose front is no word of the index. */
const unknownEndLengthMin = 5;

/**
 * Adds forms for compounds to the query. Cost: about 50 µs a word; nothing where the language has no compounds.
 *
 * @param understood those whose beginnings are filters
 */
export function addCompounds(
	view: IndexView,
	query: AnalyzedQuery,
	understood: readonly Compound[] = [],
): AnalyzedQuery {
	const { compoundLinks, toIdentifier } = view.analyzer;
	if (compoundLinks === undefined) return query;
	const ends = new Map(understood.map(({ whole, end }) => [toIdentifier(whole), end]));
	const words = query.words.map((word) => {
		if (!word.isTypoTolerant || word.isOptional) return word;
		const end = ends.get(word.text);
		const forms = [
			...splitWord(view, word),
			...findCompounds(view, word, compoundLinks),
			...(end === undefined ? [] : findNamed(view, end, compoundLinks)),
		];
		return forms.length === 0 ? word : { ...word, forms: [...word.forms, ...forms] };
	});
	return { ...query, words };
}

function isTerm({ segments }: IndexView, text: string): boolean {
	return segments.some(({ segment }) => findString(segment.terms, text) >= 0);
}

function splitWord(view: IndexView, { text }: QueryWord): QueryForm[] {
	const { analyzer } = view;
	const parts = analyzer.splitCompound(text, (part) => isPart(view, text, part));
	if (parts === undefined) return [];
	return [{ choices: parts.map((part) => toInflections(analyzer, part)), quality: formQualities.part }];
}

/** Things that are named by the end of a compound. */
function findNamed(view: IndexView, end: string, links: readonly string[]): QueryForm[] {
	const [word] = view.analyzer.analyzeQuery(`${end} `, { hasStopWords: false }).words;
	if (word === undefined) return [];
	return [{ choices: [toWordTerms(word)], quality: formQualities.part }, ...findCompounds(view, word, links)];
}

/** Whether a part is a word of the index. The last part may occur in another inflection. */
function isPart(view: IndexView, word: string, part: string): boolean {
	if (isTerm(view, part)) return true;
	return word.endsWith(part) && toInflections(view.analyzer, part).some((term) => isTerm(view, term));
}

function toInflections(analyzer: Analyzer, word: string): readonly string[] {
	const [analyzed] = analyzer.analyzeQuery(`${word} `, { hasStopWords: false }).words;
	return analyzed === undefined ? [word] : toWordTerms(analyzed);
}

/** Compounds that end with the word, or with its stem when they are inflected. */
function findCompounds(view: IndexView, word: QueryWord, links: readonly string[]): QueryForm[] {
	const found = new Set<string>();
	const mayBeUnknown = word.text.length >= unknownEndLengthMin && !toWordTerms(word).some((term) => isTerm(view, term));
	for (const { segment } of view.segments) {
		for (const { ordinal, term, head } of listEndings(segment, word)) {
			if (found.size === compoundsMax) break;
			if (isHead(view, head, links) || (mayBeUnknown && isTitleWord(segment, ordinal))) found.add(term);
		}
	}
	return found.size === 0 ? [] : [{ choices: [[...found]], quality: formQualities.part }];
}

/**
 * Terms that end with a word or with its stem, of which a compound may be one. A compound that is its own stem has no term
 * for it: schuhe, Laufschuh.
 */
export function listEndings(segment: Segment, { text, key }: Pick<QueryWord, 'text' | 'key'>): readonly EndingTerm[] {
	const plain = key === text ? [] : findEndings(segment, key, '');
	return [...findEndings(segment, text, ''), ...findEndings(segment, key, stemPrefix), ...plain];
}

interface EndingTerm {
	readonly ordinal: number;
	readonly term: string;
	/** What is in front of the ending. */
	readonly head: string;
}

/** Terms with the given prefix and ending, and something between the two; the most frequent first. */
function findEndings({ terms, termsByEnd, postings }: Segment, ending: string, prefix: string): readonly EndingTerm[] {
	if (termsByEnd === undefined || ending.length < partLengthMin) return [];
	const headLengthMin = partLengthMin + prefix.length;
	return Array.from(findTermsWithEnd(terms, termsByEnd, ending), (ordinal) => ({
		ordinal,
		term: decodeString(terms, ordinal),
	}))
		.filter(
			({ term }) => term.startsWith(stemPrefix) === (prefix !== '') && term.length >= ending.length + headLengthMin,
		)
		.sort((a, b) => countPostings(postings, b.ordinal) - countPostings(postings, a.ordinal) || a.ordinal - b.ordinal)
		.slice(0, endingTermsMax)
		.map(({ ordinal, term }) => ({ ordinal, term, head: term.slice(prefix.length, -ending.length) }));
}

/** Whether most items that have a term have it in the title. Cost: O(postings of the term). */
export function isTitleWord({ postings }: Segment, term: number): boolean {
	let titled = 0;
	visitPostings(postings, term, (_, posting) => {
		if (toTitleCount(postings.counts[posting] as number) > 0) titled += 1;
	});
	return 2 * titled > countPostings(postings, term);
}

/** Whether the front of a compound is a word of the index, with or without a linking element behind it. */
function isHead(view: IndexView, head: string, links: readonly string[]): boolean {
	return links.some((link) => {
		const word = head.slice(0, head.length - link.length);
		return word.length >= partLengthMin && head.endsWith(link) && isTerm(view, word);
	});
}
