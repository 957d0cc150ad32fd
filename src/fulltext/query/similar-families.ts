/**
 * Which terms stand for the words that a misspelt one may mean? Those words and what a search for them would find beside them:
 *
 *     curtian    curtain     curtain, and curtains by its stem
 *     stul       stuhl       stuhl, stühle by its stem, and the compounds klappstuhl, bürostuhl
 */
import { createCache, memoize } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { formQualities, type QueryForm, type QueryWord } from '../analysis/analyzed-query.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { countPostings } from '../index/segment/postings.ts';
import { findString } from '../index/segment/sorted-strings.ts';
import { toSlipLikelihood } from '../ranking/slip-likelihood.ts';
import { addCompounds } from './compound-forms.ts';
import type { IndexView } from './index-view.ts';
import { toTermsName } from './live-name.ts';
import { findSimilarWords, type SimilarWord } from './similar-words.ts';

export interface SimilarFamily extends SimilarWord {
	/** Of one choice each, best first. */
	readonly forms: readonly QueryForm[];
}

/** Compounds are looked up for as many of the likeliest words, because that takes some 50 µs each. */
const compoundedMax = 4;

/** By similar words, which are the same objects as long as they are in their cache. */
const familiesOfWords = new WeakMap<readonly SimilarWord[], readonly SimilarFamily[]>();

/** The words that may be meant, with their forms. Cost: that of `findSimilarWords`, and for new words of analysing each. */
export function* findFamilies(view: IndexView, typed: string, pace: Pace): Steps<readonly SimilarFamily[]> {
	const words = yield* findSimilarWords(view, typed, pace);
	const families = familiesOfWords.get(words) ?? toFamilies(view, typed, words);
	familiesOfWords.set(words, families);
	return families;
}

function toFamilies(view: IndexView, typed: string, words: readonly SimilarWord[]): readonly SimilarFamily[] {
	const inflect = toInflecter(view.analyzer);
	const families = words.map((word) => ({ ...word, forms: listInflections(inflect(word.text)[0]) }));
	if (view.analyzer.compoundLinks === undefined) return families;
	const toWorth = (word: SimilarWord) => word.documentCount * toSlipLikelihood(typed, word.text, word);
	const likeliest = [...families].sort((a, b) => toWorth(b) - toWorth(a)).slice(0, compoundedMax);
	return families.map((family) => {
		const word = likeliest.includes(family) ? inflect(family.text)[0] : undefined;
		return word === undefined ? family : { ...family, forms: [...family.forms, ...listCompounds(view, word)] };
	});
}

/** By segments and word, for each thread. */
const counts = createCache<string, number>({ entriesMax: 2_000 });

/**
 * About how many documents have a word or an inflection of it. Where the stem is another word, all of them have the term of the
 * stem; otherwise those with an inflection do.
 */
export function countFamily(view: IndexView, text: string): number {
	const key = `${toTermsName(view)} ${text}`;
	const before = counts.get(key);
	if (before !== undefined) return before;
	const count = addUpFamily(view, text);
	counts.set(key, count);
	return count;
}

function addUpFamily({ segments, analyzer }: IndexView, text: string): number {
	const [word] = toInflecter(analyzer)(text);
	if (word === undefined) return 0;
	const ofForms = listInflections(word).map(({ choices: [terms = []] }) =>
		Math.max(...terms.map((term) => segments.reduce((sum, { segment }) => sum + countTerm(segment, term), 0))),
	);
	const [exact = 0, ...inflected] = ofForms;
	return word.key === text ? exact + Math.max(0, ...inflected) : Math.max(exact, ...inflected);
}

function countTerm({ terms, postings }: IndexView['segments'][number]['segment'], text: string): number {
	const term = findString(terms, text);
	return term < 0 ? 0 : countPostings(postings, term);
}

type Inflecter = (text: string) => readonly QueryWord[];

const inflecters = new WeakMap<Analyzer, Inflecter>();
const cachedWords = { entriesMax: 5_000 };

/** Analyses single complete words, those that were asked for lately only once. */
export function toInflecter(analyzer: Analyzer): Inflecter {
	const inflect =
		inflecters.get(analyzer) ??
		// The blank says that the word is complete.
		memoize((text) => analyzer.analyzeQuery(`${text} `, { hasStopWords: false }).words, cachedWords);
	inflecters.set(analyzer, inflect);
	return inflect;
}

/** The word, its other spellings, and its inflections. */
function listInflections(word: QueryWord | undefined): readonly QueryForm[] {
	const forms = word?.forms ?? [];
	return forms.filter(({ choices, quality }) => choices.length === 1 && quality <= formQualities.stem);
}

function listCompounds(view: IndexView, word: QueryWord): readonly QueryForm[] {
	const [compounded] = addCompounds(view, { words: [word], spans: [], isTruncated: false }).words;
	const added = compounded?.forms.slice(word.forms.length) ?? [];
	return added.filter(({ choices }) => choices.length === 1);
}
