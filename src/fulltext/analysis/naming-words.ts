/**
 * Which words of a title name the thing, and which only describe it? `Laptop Bag` is a bag, and `Bolsa portátil` is one,
 * too. Where in a phrase the noun stands depends on the language.
 *
 *     Lenovo 20SL0012US notebook Gray 35.6 cm     last: the word before a number, a colour or a function word
 *                       ^^^^^^^^
 *     Lenovo 40Y6797 notebook spare part Battery  a word before another word describes that one
 *                                        ^^^^^^^
 *     Acme Leather Belt Mens Brown                last: words for people, adjectives and numbers of pieces describe wherever
 *                  ^^^^                           they stand
 *     Portátil HP 15 negro                        first: how the title begins, apart from what describes
 *     ^^^^^^^^
 *
 *     索尼 无线耳机 黑色                          last, in scripts that put no blanks between words: the last pair of
 *              ^^                               characters of a run
 *
 * The first word of a title is its brand more often than its noun where nouns come last, so it names the thing only if
 * it stands alone. Behind `with` and similar words is what comes along.
 */
import { createFolding, toFoldedWords } from './fold.ts';
import type { Language } from './language.ts';
import { english } from './languages/en.ts';
import type { UnitOf } from './units.ts';

/**
 * What a word can be beside its neighbours. An attribute ends what a noun describes; a description stands anywhere, and a first half of
 * one makes the next word describe as well. A tail is the last character of the pair before it, alone.
 */
export const wordRoles = {
	noun: 0,
	number: 1,
	unit: 2,
	attribute: 3,
	addition: 4,
	tail: 5,
	description: 6,
	firstHalf: 7,
} as const;
export type WordRole = (typeof wordRoles)[keyof typeof wordRoles];

/**
 * Where a phrase of a title ends. A comma within a number and a bracket within a code end none. Signs before a blank begin at the first
 * of their run: a title of 100,000 commas would take minutes if each could be a beginning.
 */
const phraseEnds = /(?<=^|\s)[,;:|()[\]–—-]+|(?<![,;:|()[\]])[,;:|()[\]]+(?=\s|$)|(?<=\p{L}{2}),(?=\p{L}{2})/u;

/** The commas among them. */
const commas = /(?<=^|\s),|,(?=\s|$)|(?<=\p{L}{2}),(?=\p{L}{2})/u;

/** Shorter words with the ending of an adjective are other words: `table`, `olive`. */
const describingLengthMin = 6;

/** Without one of these a text is one phrase. */
const phraseSign = /[,;:|()[\]–—-]/;

export interface NamingRules {
	/** Words behind which a title says what comes along: `with`. */
	readonly additions: ReadonlySet<string>;
	/** What a term of a title is. Cost: O(length of the term). */
	toRole(term: string): WordRole;
	/** The same for the terms of a phrase, in order. Cost: O(terms). */
	toRoles(terms: readonly string[]): WordRole[];
	/**
	 * Which words of a phrase name the thing: their indexes, ascending.
	 *
	 * @param roles of the words of the phrase, in order
	 * @param isFirst whether the title begins with this phrase
	 */
	findNaming(roles: readonly WordRole[], isFirst: boolean): number[];
	/** Whether a word of a title names something else than its stem does: `belted` is no belt. Cost: O(length of the term). */
	isVerbForm(term: string): boolean;
	/** The index of the word that says what a category is about: `Dining Chairs with Armrests`; -1 where that is not known. */
	findHead(terms: readonly string[]): number;
	/**
	 * The indexes of the words of a query that may say what is searched, the likeliest one first. Words for whom it is come last, too,
	 * and say so only where there are no others: `shoes women`. Where nouns come last, those before `for` and `with` are likelier than
	 * those behind: `shelf with drawers`, and a word behind a measure or that names a field comes behind others: `laptop 16gb ram`,
	 * `shoes size 10`.
	 */
	listNouns(terms: readonly string[]): readonly number[];
	/**
	 * The index of the word of a query from which on it says what the thing is for or comes with: `for`, `with`. Undefined where there is
	 * none, or nothing before it.
	 */
	findPurpose(terms: readonly string[]): number | undefined;
}

/** The phrases of a title, in order. Cost: O(text length). */
export function cutPhrases(text: string): string[] {
	if (!phraseSign.test(text)) return text.trim() === '' ? [] : [text];
	return text.split(phraseEnds).filter((phrase) => phrase.trim() !== '');
}

/** The parts of a title between commas, in order; phrases are within them. Cost: O(text length). */
export function cutAtCommas(text: string): string[] {
	return text.includes(',') ? text.split(commas) : [text];
}

/** The rules of a language. Where its nouns stand is not known, no word names the thing. */
export function createNamingRules(language: Language, unitOf: UnitOf): NamingRules {
	const folding = createFolding(language);
	const additions = toFoldedWords(`${english.additionWords} ${language.additionWords ?? ''}`, folding);
	const purposes = toFoldedWords(listSinglePurposeWords(language).join(' '), folding);
	const attributes = toFoldedWords(
		`${english.colorWords} ${language.colorWords ?? ''} ${language.stopWords ?? ''}`,
		folding,
	);

	const people = toFoldedWords(
		[english, language].flatMap(({ understanding }) => Object.values(understanding?.people ?? {})).join(' '),
		folding,
	);

	const fieldNames = toFoldedWords(Object.values(language.understanding?.fieldNames ?? {}).join(' '), folding);

	const { describing } = language;
	const descriptions = toFoldedWords(describing?.words, folding);
	const describedNouns = toFoldedWords(describing?.nouns, folding);
	const firstHalves = toFoldedWords(describing?.firstHalves, folding);

	function isDescription(term: string): boolean {
		if (people.has(term) || descriptions.has(term)) return true;
		const mayBe = term.length >= describingLengthMin && !describedNouns.has(term);
		return mayBe && describing?.endings.test(term) === true;
	}

	function toRole(term: string): WordRole {
		if (/\p{N}/u.test(term)) return wordRoles.number;
		if (additions.has(term)) return wordRoles.addition;
		if (attributes.has(term)) return wordRoles.attribute;
		if (firstHalves.has(term)) return wordRoles.firstHalf;
		if (isDescription(term)) return wordRoles.description;
		return unitOf(term) === undefined ? wordRoles.noun : wordRoles.unit;
	}

	const toRoles = (terms: readonly string[]) => withTails(terms.map(toRole), terms.map(toGramLength));
	function findPurpose(terms: readonly string[]): number | undefined {
		const found = terms.findIndex((term, at) => at > 0 && (purposes.has(term) || additions.has(term)));
		return found < 0 ? undefined : found;
	}

	return {
		additions,
		findPurpose,
		toRole,
		toRoles,
		isVerbForm: (term) => describing?.verbForms?.test(term) === true,
		findHead(terms) {
			const roles = toRoles(terms);
			if (language.nounPosition === 'last') return findLast(roles, false).at(-1) ?? -1;
			return language.nounPosition === 'first' ? findFirst(roles) : -1;
		},
		listNouns(terms) {
			if (language.nounPosition === undefined) return [];
			const roles = terms.map(toRole);
			const things = [...roles.keys().filter((index) => isNoun(roles, index))];
			const indexes =
				things.length > 0 ? things : [...terms.keys().filter((index) => people.has(terms[index] as string))];
			if (language.nounPosition === 'first') return indexes;
			const end = findPurpose(terms) ?? terms.length;
			const toGroup = (index: number) => {
				if (index >= end) return 'behind';
				return fieldNames.has(terms[index] as string) || isMeasured({ terms, roles, unitOf }, index)
					? 'measured'
					: 'before';
			};
			const { before = [], measured = [], behind = [] } = Object.groupBy(indexes, toGroup);
			return [...before.reverse(), ...measured.reverse(), ...behind.reverse()];
		},
		findNaming(roles, isFirst) {
			if (language.nounPosition === 'last') return findLast(roles, isFirst);
			const first = language.nounPosition === 'first' && isFirst ? findFirst(roles) : -1;
			return first < 0 ? [] : [first];
		},
	};
}

interface AskedTerms {
	readonly terms: readonly string[];
	readonly roles: readonly WordRole[];
	readonly unitOf: UnitOf;
}

/** Whether a measure stands directly before a word of a query: `16gb ram`, `16 gb ram`. */
function isMeasured({ terms, roles, unitOf }: AskedTerms, index: number): boolean {
	const [unit] = /(?<=^[\d.,]+)\p{L}+$/u.exec(terms[index - 1] ?? '') ?? [];
	if (unit !== undefined) return unitOf(unit) !== undefined;
	return roles[index - 1] === wordRoles.unit && roles[index - 2] === wordRoles.number;
}

function listSinglePurposeWords({ purposeWords = [] }: Language): readonly string[] {
	return [...(english.purposeWords ?? []), ...purposeWords].filter((words) => !words.includes(' '));
}

const gram = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,2}$/u;

/**
 * Texts in scripts without blanks have pairs of characters as terms, and the last character of a run alone: 2 for such a
 * pair, 1 for one character, 0 for a word of another script. Cost: O(length of the term).
 */
export function toGramLength(term: string): number {
	return gram.test(term) ? [...term].length : 0;
}

/** The role of a term of these many characters, see `toGramLength`, behind another one: a single character behind a pair is its tail. */
export function toRoleBehind(role: WordRole, gramLength: number, gramLengthBefore: number): WordRole {
	return gramLength === 1 && gramLengthBefore === 2 ? wordRoles.tail : role;
}

function withTails(roles: readonly WordRole[], gramLengths: readonly number[]): WordRole[] {
	return roles.map((role, index) => toRoleBehind(role, gramLengths[index] ?? 0, gramLengths[index - 1] ?? 0));
}

/** The noun that a phrase begins with, apart from what describes it: `Damskie buty`; -1 where it begins with something else. */
function findFirst(roles: readonly WordRole[]): number {
	const first = roles.findIndex((role) => role !== wordRoles.description);
	return roles[first] === wordRoles.noun ? first : -1;
}

function findLast(roles: readonly WordRole[], isFirst: boolean): number[] {
	const naming: number[] = [];
	const addition = roles.indexOf(wordRoles.addition);
	const end = addition < 0 ? roles.length : addition;
	const isAlone = roles.slice(1, end).every((role) => role === wordRoles.tail);
	for (let index = isFirst && !isAlone ? 1 : 0; index < end; index++) {
		const next = toNext(roles, index);
		const isLast = next >= end || roles[next] !== wordRoles.noun;
		if (isLast && isNoun(roles, index)) naming.push(index);
	}
	return naming;
}

/** The index of the next word that is no tail and does not only describe. */
function toNext(roles: readonly WordRole[], index: number): number {
	let next = index + 1;
	while (isPassedOver(roles, next)) next += 1;
	return next;
}

function isPassedOver(roles: readonly WordRole[], index: number): boolean {
	const role = roles[index];
	if (role === wordRoles.noun) return roles[index - 1] === wordRoles.firstHalf;
	return role === wordRoles.tail || role === wordRoles.description || role === wordRoles.firstHalf;
}

/** A word that can be a unit is a noun, too, unless a number stands before it: `2 bar`, but `sound bar`. */
function isNoun(roles: readonly WordRole[], index: number): boolean {
	if (roles[index - 1] === wordRoles.firstHalf) return false;
	const role = roles[index];
	return role === wordRoles.noun || (role === wordRoles.unit && roles[index - 1] !== wordRoles.number);
}
