/**
 * What is special about a language, as data: one file each in `languages/`, listed in `language-registry.ts`.
 *
 * A language sets every field, so that none is forgotten. `common` means that it has nothing of its own, and the rules
 * common to all languages apply. Words in one string are separated by blanks, in any case and with their accents.
 */
export interface Language {
	/** ISO 639-1. */
	readonly code: string;
	/** Other codes for the language: `iw` for Hebrew. */
	readonly aliases: readonly string[] | typeof common;
	/**
	 * Lower-case letters with marks that the language counts as letters of their own. They stay distinct from their base
	 * letter (Swedish ö is not o). Every other accented letter is treated as the letter without accent. A word that was
	 * typed with the base letter nevertheless is found as a variant, see `fold.ts`.
	 */
	readonly ownLetters: string | typeof common;
	/** What replaces its own letters on keyboards that lack them, in addition to the base letter: `ä` → `ae`. */
	readonly digraphs: Readonly<Record<string, string>> | typeof common;
	/** Whether the lower case of I is ı, and the upper case of i is İ. */
	readonly hasDotlessI: boolean;
	/** Words that lose their vowel before an apostrophe and are not part of the word behind it. */
	readonly elisions: string | typeof common;
	/** Whether an apostrophe cuts off an ending (`iPhone'un`). */
	readonly hasApostropheSuffix: boolean;
	/** What may stand between the parts of a compound, the empty string first. `common` where words are written apart. */
	readonly compoundLinks: readonly string[] | typeof common;
	/**
	 * Endings of words that the stemmer does not know, and what it is given in their place, the first that fits: plurals
	 * (`Nudeln`, `luces`), and accents that people leave out. Words are in lower case, with their accents.
	 */
	readonly wordEndings: readonly Ending[] | typeof common;
	/** The same for what it makes: one stem of the two that it makes of `tas` and `tassen`. */
	readonly stemEndings: readonly Ending[] | typeof common;
	/** Loads the stemmer, which takes lower-case words with their accents; up to 40 ms. `common` where there is none. */
	readonly loadStemmer: (() => Stemmer) | typeof common;
	/**
	 * Which words with one stem are inflections of each other. Others are relatives (`generat-or` and `gener-ic`), which count less.
	 * `common` where all are taken for inflections: where endings are longer, or nobody has measured it.
	 */
	readonly inflections: InflectionRules | typeof common;
	/**
	 * Function words: articles, prepositions, conjunctions, pronouns, forms of to be.
	 *
	 * The lists are our own and deliberately short. A stop word is indexed like any other. In a query it becomes
	 * optional, so `cover for the ipad` finds `iPad cover`. Words that name something in a shop (`over`, `will`, `one`,
	 * `can`) are left out, even where longer lists have them.
	 */
	readonly stopWords: string | typeof common;
	/**
	 * Words with which shoppers ask, and which say nothing of the thing: `what is the best`, `cheap`, `buy online`.
	 *
	 * In a query that has others they are optional, and are not taken for misspelt words: no product says that it is cheap, but
	 * it may have a chip. Words that often say something of things, too (`top`, `shop`, `new`), are left out.
	 */
	readonly requestWords: string | typeof common;
	/**
	 * Words that a phrase does not end with, in addition to the stop words: they announce that something follows. They
	 * are not stop words, because `over`, `plus` and `only` also name things in shops.
	 */
	readonly danglingWords: string | typeof common;
	/**
	 * Words that introduce what a thing is for, see `purpose-words.ts`. Words that mean other things in names (Czech
	 * `pro`) are left out. `common` also where the language expresses it by an ending or after the noun.
	 */
	readonly purposeWords: readonly string[] | typeof common;
	/**
	 * Where the noun stands in the phrases of titles: `last` where what describes it comes before (laptop bag), `first`
	 * where it comes behind (bolsa portátil). `common` where it depends on more than the place.
	 */
	readonly nounPosition: 'first' | 'last' | typeof common;
	/** Everyday names of colours, in the forms that stand behind a noun; `common` where nouns do not come last. */
	readonly colorWords: string | typeof common;
	/** Words behind which a title says what comes along (with, without); `common` where nouns do not come last. */
	readonly additionWords: string | typeof common;
	/** Words that only describe, wherever a phrase has them; `common` where nouns do not come last, or nobody has listed them yet. */
	readonly describing: DescribingRules | typeof common;
	/**
	 * Spellings that sound alike, one group a line, for misspelt words, see `sound-alikes.ts`. A spelling with `^` before it is
	 * at the beginning of a word, one with `$` behind it at the end; `_` is no letter at all. Doubled letters are not listed.
	 * `common` where words are not separated, or where nobody has written the groups yet.
	 */
	readonly soundAlikes: readonly string[] | typeof common;
	/**
	 * Words that shops and shoppers use for the same thing in everyday speech, whatever the shop sells. Each line is one
	 * thing, its phrases separated by commas. It includes plurals that no stemmer knows and spellings of different
	 * countries.
	 */
	readonly synonyms: readonly string[] | typeof common;
	/**
	 * Names of units by their canonical unit (listed in `units.ts`), folded. They are recognised in texts of every
	 * language.
	 */
	readonly unitNames: Readonly<Record<string, string>> | typeof common;
	/** Names of units that would be misread in texts of other languages. */
	readonly ownUnitNames: Readonly<Record<string, string>> | typeof common;
	/** How shoppers say what they want besides words: prices, what to leave out, attributes. */
	readonly understanding: UnderstandingWords | typeof common;
}

/**
 * Wordings of a language that say more than words, see `fulltext/understanding`. In a wording `#` stands for an amount,
 * with or without a currency, and a blank for any number of blanks. A wording that begins with `~` is about a price only
 * beside a currency or a word for prices, or with a number from 20 on at the end of the query. One that begins with `!`
 * always needs the currency or the word for prices. Case and accents do not matter.
 */
export interface UnderstandingWords {
	readonly below: readonly string[];
	readonly atMost: readonly string[];
	readonly above: readonly string[];
	readonly atLeast: readonly string[];
	/** Two amounts each, the lower one first. */
	readonly between: readonly string[];
	/** An amount that is only near what is meant. */
	readonly about: readonly string[];
	/** Words for prices, which may stand before a wording. */
	readonly priceWords: string;
	/** Names of currencies beyond signs and those that are the same everywhere. */
	readonly currencyWords: string;
	/** Words for a thousand behind a number: `2 mil`. */
	readonly thousandWords: string;
	/** Words for numbers by their value, see `number-words.ts`. */
	readonly numberWords: Readonly<Record<number, string>>;
	/** Wordings behind a number for a half more: `7 and a half`. */
	readonly halves: readonly string[];
	/** What people and things are counted in: a number before such a word is no price (`under 5 years`). */
	readonly countedWords: string;
	/** Wordings before what is to be left out. */
	readonly negations: readonly string[];
	/** Wordings with a negation that leave nothing out: `not bad`, `whether or not`. */
	readonly affirmations: readonly string[];
	/** Wordings behind what is to be left out. */
	readonly negationsBehind: readonly string[];
	/** Words between two things that are both to be left out: `without lid or handle`. */
	readonly negationAlternatives: string;
	/** Words between two things of a kind that are both to be left out: `not nike and puma`. */
	readonly negationAdditions: string;
	/** Further wordings before a thing by which a title says that it is without it: `free of sugar`. */
	readonly deniedBefore: readonly string[];
	/** The same behind a thing: `sugar free`; around it where it has a star: `bez*owy`. */
	readonly deniedBehind: readonly string[];
	/** Words between a negation and what is to be left out. */
	readonly negationFillers: string;
	/** Words for whom a thing is. */
	readonly people: Readonly<Partial<Record<PeopleGroup, string>>>;
	/** Words that name a field before or behind its value: `size 7`. */
	readonly fieldNames: Readonly<Partial<Record<ChoiceName, string>>>;
}

/** Groups of people that the fields of gender and age tell apart. */
export type PeopleGroup = 'male' | 'female' | 'unisex' | 'adult' | 'child' | 'boy' | 'girl' | 'toddler' | 'baby';

/** What shoppers choose by, in shops of every kind. */
export type ChoiceName = 'colour' | 'size' | 'material' | 'gender' | 'age';

/** The value of a field for which a language has nothing of its own. */
export const common = undefined;

export interface InflectionRules {
	/** How many letters an inflected word has beyond its stem, at most (`box-es`). */
	readonly lengthMax: number;
	/** The singulars and plurals that a word may have: inflections however long the ending is that the stemmer cuts off. */
	listNumberForms(word: string): readonly string[];
	/** Whether two words that look alike have one root though not one stem: neither is a slip of the other. */
	isOfOneRoot(word: string, other: string): boolean;
	/** What somebody does who is called so (`gamer`, gaming); undefined where the word does not end like that. */
	toActivity(word: string): string | undefined;
}

/** Which words of titles describe the thing before or behind them: `Arc Lamp Modern`, `Dining Chairs Set of 2`. */
export interface DescribingRules {
	/**
	 * Adjectives, and words that say how many there are. What says for what a thing is made is none (`screen protector laptop universal`), and
	 * neither is a kit: that of a camera is no camera.
	 */
	readonly words: string;
	/** Words that describe together with the next one: `non slip`. */
	readonly firstHalves: string;
	/** How folded words of six letters or more end that are adjectives. */
	readonly endings: RegExp;
	/** Nouns with such an ending. */
	readonly nouns: string | typeof common;
	/** How folded words end that do not name what their stem does: `belted` is no belt. */
	readonly verbForms: RegExp | typeof common;
}

/** What an ending looks like, and what is written instead, as `String.replace` takes it. */
export type Ending = readonly [RegExp, string];

/** Returns the word without its ending. */
export type Stemmer = (word: string) => string;
