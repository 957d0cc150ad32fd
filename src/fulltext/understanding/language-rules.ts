/** The wordings of a language as they are found in plain text. Made when the language is first asked for. */
import { common, type Language, type PeopleGroup, type UnderstandingWords } from '../analysis/language.ts';
import { languages } from '../analysis/language-registry.ts';
import { createUnits, type UnitOf } from '../analysis/units.ts';
import { type AmountRules, toAmountRules } from './amount.ts';
import { toPlainText } from './plain-text.ts';
import { toWording, toWordings, type Wording } from './wording.ts';

/** How sure a wording is about prices; see `UnderstandingWords`. */
export type Plainness = 'plain' | 'weak' | 'currency';

export type BoundName = 'below' | 'atMost' | 'above' | 'atLeast' | 'between' | 'about';

export interface BoundRule {
	readonly bound: BoundName;
	readonly plainness: Plainness;
	/** Of text with masked amounts. */
	readonly wording: Wording;
}

export interface LanguageRules {
	readonly code: string;
	readonly bounds: readonly BoundRule[];
	readonly amounts: AmountRules;
	readonly priceWords: ReadonlySet<string>;
	readonly countedWords: ReadonlySet<string>;
	readonly stopWords: ReadonlySet<string>;
	/** Words that are no things: those that announce another one (very), and those of asking (expensive). */
	readonly emptyWords: ReadonlySet<string>;
	/** As the language writes them. */
	readonly negations: readonly string[];
	/** What stands before and behind a thing in titles that say that they are without it. */
	readonly deniedBefore: readonly string[];
	readonly deniedBehind: readonly string[];
	/** What stands before and behind a thing in queries. */
	readonly negationWordings: readonly Wording[];
	readonly negationBehindWordings: readonly Wording[];
	/** What has a negation in it and leaves nothing out. */
	readonly affirmationWordings: readonly Wording[];
	/** What stands between two things that are left out. */
	readonly alternativeWordings: readonly Wording[];
	/** What stands between two things of a kind that are left out. */
	readonly additionWordings: readonly Wording[];
	readonly negationFillers: ReadonlySet<string>;
	/** What goes on with a number in words: 7 and a half. */
	readonly halfWordings: readonly Wording[];
	/** Directly behind or before one of them, a number is a bound. */
	readonly limitWordings: readonly Wording[];
	readonly limitBehindWordings: readonly Wording[];
	readonly people: ReadonlyMap<string, PeopleGroup>;
	/** What may stand between the parts of a compound; empty where words are written apart. */
	readonly compoundLinks: readonly string[];
	/** The use of a field by the words that name it. */
	readonly fieldNames: ReadonlyMap<string, string>;
	readonly unitOf: UnitOf;
}

const boundNames: readonly BoundName[] = ['between', 'below', 'atMost', 'above', 'atLeast', 'about'];
/** Signs that mean the same in every language. */
const signs: Readonly<Record<BoundName, readonly string[]>> = {
	between: ['!# - #'],
	below: ['< #'],
	atMost: ['<= #', '≤ #'],
	above: ['> #'],
	atLeast: ['>= #', '≥ #', '!# +'],
	// An amount alone is a price with a currency only.
	about: ['!#'],
};

/** Titles of all languages have these before or behind a thing that they are without: `cola zero`, `0% fat`. */
const denialsEverywhere = ['zero', '0', '0%', '0.0%'];

const noWords: UnderstandingWords = {
	below: [],
	atMost: [],
	above: [],
	atLeast: [],
	between: [],
	about: [],
	priceWords: '',
	currencyWords: '',
	thousandWords: '',
	numberWords: {},
	halves: [],
	countedWords: '',
	negations: [],
	affirmations: [],
	negationsBehind: [],
	negationAlternatives: '',
	negationAdditions: '',
	deniedBefore: [],
	deniedBehind: [],
	negationFillers: '',
	people: {},
	fieldNames: {},
};

const compiled = new WeakMap<Language, LanguageRules>();

/** The rules of a language; signs only for one without rules of its own. Always the same object for a language. */
export function toLanguageRules(language: Language): LanguageRules {
	const known = compiled.get(language);
	if (known !== undefined) return known;
	const rules = compile(language);
	compiled.set(language, rules);
	return rules;
}

function compile(language: Language): LanguageRules {
	const words = withDigraphs(language);
	return {
		code: language.code,
		bounds: boundNames.flatMap((bound) =>
			[...signs[bound], ...words[bound]].map((wording) => toBoundRule(bound, wording)),
		),
		amounts: toAmountRules({
			code: language.code,
			currencies: splitWords(words.currencyWords),
			thousands: splitWords(words.thousandWords),
			numbers: words.numberWords,
		}),
		priceWords: new Set(splitWords(words.priceWords)),
		countedWords: new Set(splitWords(words.countedWords)),
		stopWords: new Set(splitWords(language.stopWords ?? '')),
		emptyWords: new Set(splitWords(`${language.danglingWords ?? ''} ${language.requestWords ?? ''}`)),
		negations: words.negations,
		deniedBefore: [...words.negations, ...words.deniedBefore, ...denialsEverywhere],
		deniedBehind: [
			...words.negationsBehind,
			...words.deniedBehind,
			...denialsEverywhere.map((word) => ` ${word}`),
			' free',
		],
		negationWordings: toWordings(words.negations),
		negationBehindWordings: toWordings(words.negationsBehind),
		affirmationWordings: toWordings(words.affirmations),
		alternativeWordings: toWordings(splitWords(words.negationAlternatives)),
		additionWordings: toWordings(splitWords(words.negationAdditions)),
		negationFillers: new Set(splitWords(words.negationFillers)),
		halfWordings: toWordings(words.halves),
		...toLimitWordings(words),
		people: toPeople(words.people),
		compoundLinks: language.compoundLinks?.map(toPlainText) ?? [],
		fieldNames: new Map(
			Object.entries(words.fieldNames).flatMap(([name, list]) => splitWords(list).map((word) => [word, name] as const)),
		),
		unitOf: createUnits(language),
	};
}

/** The words of a language, also as they are typed on keyboards that lack its letters: `größe`, `groesse`. */
function withDigraphs({ understanding, digraphs, ownLetters }: Language): UnderstandingWords {
	if (understanding === common) return noWords;
	if (digraphs === common || ownLetters === common) return understanding;
	const pattern = new RegExp(`[${ownLetters}]`, 'gi');
	const spell = (text: string) => text.replace(pattern, (letter) => digraphs[letter.toLowerCase()] ?? letter);
	const spellAll = (wordings: readonly string[]) => [...new Set([...wordings, ...wordings.map(spell)])];
	const spellLists = <Lists extends Readonly<Partial<Record<string, string>>>>(lists: Lists) =>
		Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, `${list} ${spell(list ?? '')}`])) as Lists;
	return {
		...understanding,
		below: spellAll(understanding.below),
		atMost: spellAll(understanding.atMost),
		above: spellAll(understanding.above),
		atLeast: spellAll(understanding.atLeast),
		between: spellAll(understanding.between),
		about: spellAll(understanding.about),
		negations: spellAll(understanding.negations),
		affirmations: spellAll(understanding.affirmations),
		numberWords: spellLists(understanding.numberWords),
		people: spellLists(understanding.people),
		fieldNames: spellLists(understanding.fieldNames),
	};
}

function splitWords(list: string): string[] {
	return list
		.split(' ')
		.filter((word) => word !== '')
		.map(toPlainText);
}

/**
 * A word that begins a range as well says too little: from 16gb, portatile da 16gb. So does one that needs a currency: phone
 * pro max 256gb.
 */
function toLimitWordings(words: UnderstandingWords): Pick<LanguageRules, 'limitWordings' | 'limitBehindWordings'> {
	const ranges = new Set(words.between.map((wording) => toSides(wording)[0]));
	const limits = boundNames
		.filter((name) => name !== 'between')
		.flatMap((name) => [...signs[name], ...words[name]])
		.filter((wording) => !wording.startsWith('!'))
		.map(toSides);
	return {
		limitWordings: toWordings(limits.map(([side]) => side).filter((side) => side !== '' && !ranges.has(side))),
		limitBehindWordings: toWordings(limits.map(([, side]) => side).filter((side) => side !== '')),
	};
}

/** What stands before and behind the amount of a bound. */
function toSides(wording: string): readonly [before: string, behind: string] {
	const [before = '', behind = ''] = wording.replace(/^[~!]/, '').split('#');
	return [before.trim(), behind.trim()];
}

function toPeople(people: UnderstandingWords['people']): Map<string, PeopleGroup> {
	const groups = new Map<string, PeopleGroup>();
	for (const [group, list] of Object.entries(people)) {
		for (const word of splitWords(list)) groups.set(word, group as PeopleGroup);
	}
	return groups;
}

/** Groups of people by the words of all languages: catalogues often have English values. */
export function listAllPeople(): ReadonlyMap<string, PeopleGroup> {
	allPeople ??= new Map(languages.flatMap(({ understanding }) => [...toPeople(understanding?.people ?? {})]));
	return allPeople;
}

let allPeople: ReadonlyMap<string, PeopleGroup> | undefined;

function toBoundRule(name: BoundName, text: string): BoundRule {
	const plainness = text.startsWith('~') ? 'weak' : text.startsWith('!') ? 'currency' : 'plain';
	return { bound: name, plainness, wording: toWording(plainness === 'plain' ? text : text.slice(1)) };
}
