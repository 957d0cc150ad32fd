/**
 * Which words of the index are compounds of a word of the query, or parts of it? Only languages that write words
 * together are considered, and only parts that are words of the index count, so no dictionary of the language is
 * needed.
 *
 *     winterjacke   also finds items with jacke … winter
 *     jacke         also finds items with winterjacke, as winter is a word of the index. The end of a compound says
 *                   what a thing is, so winter does not find winterjacke
 *     fahrrad       also finds items with damenfahrrad, as the language knows whom things are for, and before fahrradpumpe
 *     bohrmaschine  where no title has this word, also finds titles with schlagbohrmaschine, although schlag is no word of
 *                   the index. Short ends, and those that only descriptions have, are rarely compounds (hersteller)
 *     telefon       also finds titles with mobiltelefon beside others with telefon: a front of four letters is hardly a
 *                   prefix, as in begleiter, nor is it a function word, as in durchmesser. No adjectives (elastisch)
 *     skal          also finds titles with mobilskal where others have mobiltelefon: ends of four letters need such a witness
 *
 *     damenkleid    where the gender is understood of it, also finds kleid and sommerkleid; a filter sees to the gender
 *
 * All count less than the word itself and less than its inflections.
 */
import {
	type AnalyzedQuery,
	type FormQuality,
	formQualities,
	type QueryForm,
	type QueryPrefix,
	type QueryWord,
} from '../analysis/analyzed-query.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { listFrontWords, listFunctionWords } from '../analysis/front-words.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { wordRoles } from '../analysis/naming-words.ts';
import { toWordTerms } from '../analysis/synonyms.ts';
import { stemPrefix } from '../analysis/token-buffer.ts';
import { countPostings, type Postings } from '../index/segment/postings.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString, findPrefixRange, findString } from '../index/segment/sorted-strings.ts';
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
/** The shortest front of such a compound where titles have the end as a word. */
const unknownFrontLengthMin = 4;
/** The shortest end that needs a witness: another compound with its front, and an end as long. */
const witnessedEndLengthMin = 4;
/** How many terms with a front are examined for it, and how many of their letters tell inflections. */
const witnessesMax = 16;
const inflectedLength = 3;

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
			...toForms(findCompounds(view, word, compoundLinks), formQualities.compound),
			...(end === undefined ? [] : findNamed(view, end, compoundLinks)),
		];
		if (forms.length === 0) return word;
		return { ...word, forms: [...word.forms, ...forms], prefixes: lowerPrefixes(word, forms) };
	});
	return { ...query, words };
}

/**
 * The end of a compound says what a thing is, and its beginning does not: whoever typed `fahrrad` means a Damenfahrrad rather than a
 * Fahrradpumpe. So where there are such compounds, what begins with the word counts less than they do.
 */
function lowerPrefixes({ prefixes }: QueryWord, forms: readonly QueryForm[]): readonly QueryPrefix[] {
	if (!forms.some(({ quality }) => quality === formQualities.compound)) return prefixes;
	return prefixes.map((prefix) => ({ ...prefix, quality: formQualities.part }));
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
	return [
		{ choices: [toWordTerms(word)], quality: formQualities.part },
		...toForms(findCompounds(view, word, links), formQualities.part),
	];
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

/** Terms of compounds that end with the word, or with its stem when they are inflected. */
function findCompounds(view: IndexView, word: QueryWord, links: readonly string[]): ReadonlySet<string> {
	const found = new Set<string>();
	const mayBeUnknown = word.text.length >= unknownEndLengthMin;
	const mayBeWitnessed = word.text.length >= witnessedEndLengthMin;
	const isNew = mayBeUnknown && !toWordTerms(word).some((term) => isInTitles(view, term));
	const functionWords = listFunctionWords(findLanguage(view.analyzer.language));
	const isThing = ({ term, head }: EndingTerm) =>
		head.length >= unknownFrontLengthMin &&
		!functionWords.has(head) &&
		view.analyzer.naming.toRole(term) === wordRoles.noun;
	for (const { segment } of view.segments) {
		for (const ending of listEndings(segment, word)) {
			if (found.size === compoundsMax) break;
			const { ordinal, term, head } = ending;
			const isCompound = () =>
				(mayBeUnknown && (isNew || isThing(ending))) ||
				(mayBeWitnessed && isThing(ending) && hasWitness(segment, ending));
			if (isHead(view, head, links) || (isTitleWord(segment, ordinal) && isCompound())) found.add(term);
		}
	}
	return found;
}

/** Whether titles have another compound with the front. Cost: O(1). */
function hasWitness(segment: Segment, { term, head }: EndingTerm): boolean {
	const [from, to] = findPrefixRange(segment.terms, head);
	const inflected = term.replace(stemPrefix, '').slice(0, head.length + inflectedLength);
	for (let ordinal = from; ordinal < Math.min(to, from + witnessesMax); ordinal++) {
		const other = decodeString(segment.terms, ordinal);
		const isOther = other.length >= head.length + witnessedEndLengthMin && !other.startsWith(inflected);
		if (isOther && isTitleWord(segment, ordinal)) return true;
	}
	return false;
}

function toForms(terms: ReadonlySet<string>, quality: FormQuality): QueryForm[] {
	return terms.size === 0 ? [] : [{ choices: [[...terms]], quality }];
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

/** Whether most items that have a term have it in the title. */
export function isTitleWord({ postings }: Segment, term: number): boolean {
	return isMostly(postings, term, (counts) => toTitleCount(counts) > 0);
}

/** Of more postings than this, evenly spread ones are read. */
const readPostingsMax = 256;

/** Whether a test holds for most postings of a term, by their counts. Cost: O(1). */
export function isMostly(
	{ chunkOffsets, chunkStarts, counts }: Postings,
	term: number,
	test: (counts: number) => boolean,
): boolean {
	const start = chunkStarts[chunkOffsets[term] as number] as number;
	const end = chunkStarts[chunkOffsets[term + 1] as number] as number;
	const step = Math.ceil((end - start) / readPostingsMax);
	let balance = 0;
	for (let posting = start; posting < end; posting += step) balance += test(counts[posting] as number) ? 1 : -1;
	return balance > 0;
}

/** Whether titles have a term. Categories say what a thing is, and titles only what kind of it: Laufschuh. */
function isInTitles({ segments }: IndexView, text: string): boolean {
	return segments.some(({ segment }) => {
		const term = findString(segment.terms, text);
		return term >= 0 && isTitleWord(segment, term);
	});
}

/** Whether the front of a compound is a word of the index or of the language, with or without a linking element behind it. */
function isHead(view: IndexView, head: string, links: readonly string[]): boolean {
	const known = listFrontWords(findLanguage(view.analyzer.language));
	return links.some((link) => {
		const word = head.slice(0, head.length - link.length);
		return word.length >= partLengthMin && head.endsWith(link) && (known.has(word) || isTerm(view, word));
	});
}
