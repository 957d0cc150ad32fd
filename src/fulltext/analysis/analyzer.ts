/**
 * Text in, terms out: the one place that decides which spellings mean the same to a shopper.
 *
 *     text ─ scan ─► chunks ─ table ─► tokens                        documents: numbers in a reused buffer
 *                       └─ parse ─► subwords, parts, joins ─► forms  queries: strings with their qualities
 *
 * The same rules parse the chunks of documents and queries, so that a document can be found by its own spelling and by
 * the other ways to write it.
 */
import { type AnalyzedQuery, formQualities, type QuerySpan, querySpansMax } from './analyzed-query.ts';
import { createDocumentAnalyzer, type DocumentAnalyzer } from './document-analyzer.ts';
import { toEverydaySynonyms } from './everyday-synonyms.ts';
import { createFolding, type Folding, toFoldedWords } from './fold.ts';
import type { Language } from './language.ts';
import { findLanguage } from './language-registry.ts';
import { createPositionLocator, createWordLocator, type LocatedPositions, type LocatedWords } from './locate-words.ts';
import { createNamingRules, type NamingRules } from './naming-words.ts';
import type { ChunkRules } from './parse-chunk.ts';
import { createPurposeFinder, type Purpose } from './purpose-words.ts';
import { createQueryAnalyzer, type QueryOptions } from './query-analyzer.ts';
import { type SoundAlikes, toSoundAlikes } from './sound-alikes.ts';
import { splitCompound } from './split-compound.ts';
import { findStemmer } from './stemmer.ts';
import { createSynonyms, type Synonyms } from './synonyms.ts';
import { createUnits, type UnitOf } from './units.ts';

export interface Analyzer {
	/** The language whose rules apply, as an ISO 639-1 code; `und` where the locale names none. */
	readonly language: string;
	/**
	 * An analyzer that names terms by the numbers that `idOf` returns (int32 ≥ 0, always the same for the same term).
	 * Numbers are cached, so `idOf` is rarely called twice for a word. Make one analyzer per dictionary. It takes 64 kB
	 * at first and at most about 25 MB.
	 */
	openDocuments(idOf: (term: string) => number): DocumentAnalyzer;
	/** Never throws, whatever the text. A text without letters and digits has no words. Cost: about 5 µs per word. */
	analyzeQuery(text: string, options?: QueryOptions): AnalyzedQuery;
	/** The words that a document would have of the text, in order, with their offsets; see `createWordLocator`. */
	locateWords(text: string): LocatedWords;
	/** The text of each position of a document; see `createPositionLocator`. */
	locatePositions(text: string): LocatedPositions;
	/** Whether the term is a function word of the language, such as "for" in English. */
	isStopWord(term: string): boolean;
	/**
	 * Whether the language itself has the term among those with which shoppers ask: stop words, words of asking, of people, fields,
	 * prices and numbers. They are spelt right, whether or not the shop has them.
	 */
	isWordOfAsking(term: string): boolean;
	/** The singulars and plurals that a word may have, see `number-forms.ts`; none where the language has no rules for them. */
	listNumberForms(word: string): readonly string[];
	/** See `InflectionRules`; false where the language has no such rules. */
	isOfOneRoot(word: string, other: string): boolean;
	/** What somebody does who is called so, in languages that know: `gamer`, gaming. */
	toActivity(word: string): string | undefined;
	/** Where a title says what its thing is for, see `purpose-words.ts`. */
	findPurpose(text: string): Purpose | undefined;
	/** Spellings of the language that sound alike, for misspelt words. */
	readonly soundAlikes: SoundAlikes;
	/** The canonical unit of a folded name, see `units.ts`. */
	readonly unitOf: UnitOf;
	/** Which words of a title name its thing, see `naming-words.ts`. */
	readonly naming: NamingRules;
	/**
	 * A word, number or code as one term without blanks and signs, for comparing identifiers: `wh1000xm4`; may be empty.
	 */
	toIdentifier(text: string): string;
	/**
	 * The parts of a compound, see `splitCompound`, with the links of the language; undefined in languages without
	 * compounds.
	 */
	splitCompound(word: string, isTerm: (part: string) => boolean): readonly string[] | undefined;
	/**
	 * What may stand between the parts of a compound, including the empty string; undefined in languages without
	 * compounds.
	 */
	readonly compoundLinks: readonly string[] | undefined;
}

/** Languages that write compounds together also have short words as parts. */
const compoundPartLengthMin = 3;

const analyzers = new Map<Language, Analyzer>();

/**
 * The analyzer for a locale such as `es`, `pt-BR` or `zh_TW`; unknown ones get the rules common to all languages. Each
 * thread has one analyzer per language, made when it is first asked for. That loads its stemmer, which takes up to 40
 * ms.
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
	const unitOf = createUnits(language);
	const rules: ChunkRules = {
		folding,
		language,
		elisions: new Set(language.elisions?.split(' ')),
		stemmer: findStemmer(language),
		unitOf,
	};
	const lowerUnit = language.hasDotlessI ? turkicLowerUnits : latinLowerUnits;
	const stopWords = toFoldedWords(language.stopWords, folding);
	const requestWords = toFoldedWords(language.requestWords, folding);
	return {
		language: language.code,
		openDocuments: (idOf) => createDocumentAnalyzer({ rules, lowerUnit, idOf }),
		locateWords: createWordLocator(rules, lowerUnit),
		locatePositions: createPositionLocator(rules, lowerUnit),
		isStopWord: (term) => stopWords.has(term),
		isWordOfAsking: createWordTest(language, folding),
		isOfOneRoot: (word, other) => language.inflections?.isOfOneRoot(word, other) === true,
		toActivity: (word) => language.inflections?.toActivity(word),
		listNumberForms: (word) => language.inflections?.listNumberForms(word) ?? [],
		analyzeQuery: withEverydaySynonyms(language, createQueryAnalyzer({ rules, lowerUnit, stopWords, requestWords })),
		findPurpose: createPurposeFinder(language),
		soundAlikes: toSoundAlikes(language, folding),
		unitOf,
		naming: createNamingRules(language, unitOf),
		toIdentifier: (text) => folding.fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, ''),
		compoundLinks,
		splitCompound: (word, isTerm) =>
			compoundLinks && splitCompound(word, isTerm, { links: compoundLinks, partLengthMin: compoundPartLengthMin }),
	};
}

function createWordTest(language: Language, folding: Folding): (term: string) => boolean {
	const { stopWords, requestWords, understanding } = language;
	const { priceWords, currencyWords, thousandWords, numberWords, people, fieldNames } = understanding ?? {};
	const lists = [numberWords, people, fieldNames].flatMap((listed) => Object.values(listed ?? {}));
	const words = [stopWords, requestWords, priceWords, currencyWords, thousandWords, ...lists].join(' ');
	const known = toFoldedWords(words, folding);
	return (term) => known.has(term);
}

type AnalyzeQuery = (text: string, options?: QueryOptions) => AnalyzedQuery;

/**
 * Adds the everyday synonyms of the language behind those of the search engine. They are prepared with the first query.
 */
function withEverydaySynonyms(language: Language, analyze: AnalyzeQuery): AnalyzeQuery {
	let everyday: Synonyms | undefined;
	return (text, options) => {
		everyday ??= createSynonyms(toEverydaySynonyms(language), analyze);
		const analyzed = analyze(text, options);
		const units = analyzed.spans.filter(({ form }) => form.quality === formQualities.unit);
		// Eight ounces are no other number of oz.
		const spans = everyday.findSpans(analyzed.words).filter((span) => !units.some((unit) => isPartOf(span, unit)));
		return spans.length === 0
			? analyzed
			: { ...analyzed, spans: [...analyzed.spans, ...spans].slice(0, querySpansMax) };
	};
}

function isPartOf(span: QuerySpan, whole: QuerySpan): boolean {
	const isWithin =
		span.firstWord >= whole.firstWord && span.firstWord + span.wordCount <= whole.firstWord + whole.wordCount;
	return isWithin && span.wordCount < whole.wordCount;
}

/**
 * Maps code units that the chunk table treats as equal: ASCII capitals to small letters, except I where ı is a letter.
 */
function toLowerUnits(isLatinI: boolean): Uint16Array {
	const units = new Uint16Array(65_536);
	for (let unit = 0; unit < units.length; unit++) units[unit] = unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
	if (!isLatinI) units[0x49] = 0x49;
	return units;
}

const latinLowerUnits = toLowerUnits(true);
const turkicLowerUnits = toLowerUnits(false);
