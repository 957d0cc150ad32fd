/**
 * What the owner of a search engine says of single words of queries, beside what the language says:
 *
 *     stop words     trusty      items may lack it
 *     exact words    hoover      it is never taken for a misspelt word
 *     no typos                   no word is
 *
 * They apply when searching, so a change does not require a new index. Words are compared by their keys, as synonyms are:
 * `sneaker` also means `sneakers`.
 */
import type { AnalyzedQuery, QueryWord } from './analyzed-query.ts';

export interface WordRules {
	/** By key. */
	readonly stopWords: ReadonlySet<string>;
	readonly exactWords: ReadonlySet<string>;
	readonly isTypoTolerant: boolean;
}

/**
 * The keys of these words. What is several words in this language, or none, has no effect: the language of a search
 * engine may change after its rules were written. Cost: about 20 µs for each word.
 */
export function toWordKeys(words: readonly string[], analyze: (text: string) => AnalyzedQuery): ReadonlySet<string> {
	return new Set(
		words.flatMap((word) => {
			// The blank at the end says that the word is complete.
			const [only, ...others] = analyze(`${word} `).words;
			return only === undefined || others.length > 0 ? [] : [only.key];
		}),
	);
}

/** The query with the rules applied. Of a query of stop words alone, the rules make none optional. Cost: O(words). */
export function applyWordRules(
	query: AnalyzedQuery,
	{ stopWords, exactWords, isTypoTolerant }: WordRules,
): AnalyzedQuery {
	const isOptional = (word: QueryWord) => word.isOptional || stopWords.has(word.key);
	const isAllOptional = query.words.every(isOptional);
	const words = query.words.map((word) => ({
		...word,
		isOptional: isAllOptional ? word.isOptional : isOptional(word),
		isFiller: word.isFiller || (!isAllOptional && stopWords.has(word.key)),
		isTypoTolerant: word.isTypoTolerant && isTypoTolerant && !exactWords.has(word.key),
	}));
	return { ...query, words };
}
