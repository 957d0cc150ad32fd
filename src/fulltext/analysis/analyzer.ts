/**
 * Text in, terms out: the one place that decides which spellings are the same thing to a shopper.
 *
 *     text ─ scan ─► chunks ─ table ─► tokens                      documents: numbers into a reused buffer
 *                       └─ parse ─► pieces, parts, joins ─► forms  queries: strings with their qualities
 *
 * Documents and queries go by the same rules for a chunk of text, so what a document says can be found the way it is
 * written, and in the other ways that people write it.
 */
import { type AnalyzedQuery, querySpansMax } from './analyzed-query.ts';
import { createDocumentAnalyzer, type DocumentAnalyzer } from './document-analyzer.ts';
import { toEverydaySynonyms } from './everyday-synonyms.ts';
import { createFolding, toFoldedWords } from './fold.ts';
import type { Language } from './language.ts';
import { findLanguage } from './language-registry.ts';
import { createWordLocator, type LocatedWords } from './locate-words.ts';
import type { ChunkRules } from './parse-chunk.ts';
import { createPurposeFinder, type Purpose } from './purpose-words.ts';
import { createQueryAnalyzer, type QueryOptions } from './query-analyzer.ts';
import { splitCompound } from './split-compound.ts';
import { findStemmer } from './stemmer.ts';
import { createSynonyms, type Synonyms } from './synonyms.ts';
import { createUnits } from './units.ts';

export interface Analyzer {
	/** The language whose rules are in use, as an ISO 639-1 code; `und` where the locale names none. */
	readonly language: string;
	/**
	 * An analyzer that names terms by the numbers that `idOf` gives them (int32 ≥ 0, always the same for the same term).
	 * `idOf` is asked about few words more than once, as numbers are remembered; make one per dictionary. It takes 64 kB
	 * at first, and at most some 25 MB.
	 */
	openDocuments(idOf: (term: string) => number): DocumentAnalyzer;
	/** Never throws, whatever the text. No words for a text without letters and digits. Cost: about 5 µs per word. */
	analyzeQuery(text: string, options?: QueryOptions): AnalyzedQuery;
	/** The words that a document has of the text, in order, and where they stand, see `createWordLocator`. */
	locateWords(text: string): LocatedWords;
	/** Whether the term is a function word of the language, "for" in English. */
	isStopWord(term: string): boolean;
	/** Where a title says what its thing is for, see `purpose-words.ts`. */
	findPurpose(text: string): Purpose | undefined;
	/** The word, number or code as one term without blanks and signs, to compare identifiers by: `wh1000xm4`; may be empty. */
	toIdentifier(text: string): string;
	/** The parts of a compound, see `splitCompound`, with the links of the language; undefined where words stand apart. */
	splitCompound(word: string, isTerm: (part: string) => boolean): readonly string[] | undefined;
	/** What may stand between the parts of a compound, the empty string among them; undefined where words stand apart. */
	readonly compoundLinks: readonly string[] | undefined;
}

/** In languages that write compounds together short parts are words. */
const compoundPartLengthMin = 3;

const analyzers = new Map<Language, Analyzer>();

/**
 * The analyzer for a locale such as `es`, `pt-BR` or `zh_TW`; unknown ones get the rules common to all languages. A
 * language has one analyzer in a thread, made when it is first asked for: that loads its stemmer, up to 40 ms.
 */
export function createAnalyzer(locale: string): Analyzer {
	const language = findLanguage(locale);
	const analyzer = analyzers.get(language) ?? createLanguageAnalyzer(language);
	analyzers.set(language, analyzer);
	return analyzer;
}

function createLanguageAnalyzer(language: Language): Analyzer {
	const { compoundLinks } = language;
	const folding = createFolding(language);
	const rules: ChunkRules = {
		folding,
		language,
		elisions: new Set(language.elisions?.split(' ')),
		stemmer: findStemmer(language),
		unitOf: createUnits(language),
	};
	const lowerUnit = language.hasDotlessI ? turkicLowerUnits : latinLowerUnits;
	const stopWords = toFoldedWords(language.stopWords, folding);
	return {
		language: language.code,
		openDocuments: (idOf) => createDocumentAnalyzer({ rules, lowerUnit, idOf }),
		locateWords: createWordLocator(rules, lowerUnit),
		isStopWord: (term) => stopWords.has(term),
		analyzeQuery: withEverydaySynonyms(language, createQueryAnalyzer({ rules, lowerUnit, stopWords })),
		findPurpose: createPurposeFinder(language),
		toIdentifier: (text) => folding.fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, ''),
		compoundLinks,
		splitCompound: (word, isTerm) =>
			compoundLinks && splitCompound(word, isTerm, { links: compoundLinks, partLengthMin: compoundPartLengthMin }),
	};
}

type AnalyzeQuery = (text: string, options?: QueryOptions) => AnalyzedQuery;

/** Adds the synonyms of the language behind those of the search engine. They are made with the first query. */
function withEverydaySynonyms(language: Language, analyze: AnalyzeQuery): AnalyzeQuery {
	let everyday: Synonyms | undefined;
	return (text, options) => {
		everyday ??= createSynonyms(toEverydaySynonyms(language), analyze);
		const analyzed = analyze(text, options);
		const spans = everyday.findSpans(analyzed.words);
		return spans.length === 0
			? analyzed
			: { ...analyzed, spans: [...analyzed.spans, ...spans].slice(0, querySpansMax) };
	};
}

/** Which code units are the same for remembering chunks: ASCII capitals and small letters, but for I where ı is a letter. */
function toLowerUnits(isLatinI: boolean): Uint16Array {
	const units = new Uint16Array(65_536);
	for (let unit = 0; unit < units.length; unit++) units[unit] = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
	if (!isLatinI) units[0x49] = 0x49;
	return units;
}

const latinLowerUnits = toLowerUnits(true);
const turkicLowerUnits = toLowerUnits(false);
