/**
 * What is special about a language, as data: one file each in `languages/`, listed in `language-registry.ts`.
 *
 * A language says every field, so that none is forgotten; `common` says that it has nothing of its own and the rules
 * common to all languages hold. Words in one string stand between blanks, in any case and with their accents.
 */
export interface Language {
	/** ISO 639-1. */
	readonly code: string;
	/** Other codes under which the language comes: `iw` for Hebrew. */
	readonly aliases: readonly string[] | typeof common;
	/**
	 * Lower-case letters with marks that the language counts as letters of their own. They stay apart from their base
	 * letter (Swedish ö is not o); everything else with an accent is the letter without it. A word typed with the base
	 * letter all the same is found as a variant, see `fold.ts`.
	 */
	readonly ownLetters: string | typeof common;
	/** What its own letters are written as where the keyboard lacks them, beside the base letter: `ä` → `ae`. */
	readonly digraphs: Readonly<Record<string, string>> | typeof common;
	/** Whether the small letter of I is ı, and the capital of i is İ. */
	readonly hasDotlessI: boolean;
	/** Words that lose their vowel before an apostrophe and are no part of the word behind it. */
	readonly elisions: string | typeof common;
	/** Whether an apostrophe cuts off an ending (`iPhone'un`). */
	readonly hasApostropheSuffix: boolean;
	/** What may stand between the parts of a compound, the empty string first. `common` where words are written apart. */
	readonly compoundLinks: readonly string[] | typeof common;
	/** Word endings that stemming knows only with the accent that people leave out. */
	readonly accentEndings: readonly (readonly [RegExp, string])[] | typeof common;
	/** Loads the stemmer, which takes lower-case words with their accents: up to 40 ms. `common` where there is none. */
	readonly loadStemmer: (() => Stemmer) | typeof common;
	/**
	 * Function words: articles, prepositions, conjunctions, pronouns, forms of to be.
	 *
	 * The lists are our own and short on purpose. A stop word is indexed like any other; in a query it becomes optional,
	 * so `cover for the ipad` finds `iPad cover`. Words that name something in a shop (`over`, `will`, `one`, `can`) are
	 * left out even where longer lists have them.
	 */
	readonly stopWords: string | typeof common;
	/**
	 * Words that a phrase does not end with, beside the stop words: they announce that something follows. Searches take
	 * them for what they say (`over`, `plus`, `only` name things in shops), so they are no stop words.
	 */
	readonly danglingWords: string | typeof common;
	/**
	 * Words that lead in what a thing is for, see `purpose-words.ts`. Left out are those that mean other things in names
	 * (Czech `pro`). `common` also where the language says it by an ending or behind the noun.
	 */
	readonly purposeWords: readonly string[] | typeof common;
	/**
	 * Words that shops and shoppers use for the same thing, whatever the shop sells: equal in everyday speech. One line is
	 * one thing, its phrases between commas. Plurals that no stemmer knows and spellings of two countries are here too.
	 */
	readonly synonyms: readonly string[] | typeof common;
	/** Names of units by their canonical unit (`units.ts` lists those), folded. They are known in texts of every language. */
	readonly unitNames: Readonly<Record<string, string>> | typeof common;
	/** Names of units that would be misread in texts of other languages. */
	readonly ownUnitNames: Readonly<Record<string, string>> | typeof common;
}

/** Said by a language that has nothing of its own for a field. */
export const common = undefined;

/** The word without its ending. */
export type Stemmer = (word: string) => string;
