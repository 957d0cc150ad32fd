/** The wordings of a language as patterns over plain text. Compiled when the language is first asked for. */
import { common, type Language, type PeopleGroup, type UnderstandingWords } from '../analysis/language.ts';
import { languages } from '../analysis/language-registry.ts';
import { createUnits, type UnitOf } from '../analysis/units.ts';
import { type AmountRules, maskedAmountSource, toAmountRules } from './amount.ts';
import { unspacedPattern } from './part.ts';
import { toPlainText } from './plain-text.ts';

/** How sure a wording is about prices; see `UnderstandingWords`. */
export type Plainness = 'plain' | 'weak' | 'currency';

export type BoundName = 'below' | 'atMost' | 'above' | 'atLeast' | 'between';

export interface BoundRule {
	readonly bound: BoundName;
	readonly plainness: Plainness;
	/** A part of the wording without which a text does not match, which is seen sooner. */
	readonly literal: string;
	/** Global, over text with masked amounts. */
	readonly pattern: RegExp;
}

export interface LanguageRules {
	readonly code: string;
	readonly bounds: readonly BoundRule[];
	readonly amounts: AmountRules;
	readonly priceWords: ReadonlySet<string>;
	readonly countedWords: ReadonlySet<string>;
	readonly stopWords: ReadonlySet<string>;
	/** As the language writes them. */
	readonly negations: readonly string[];
	/** Behind a thing in titles. */
	readonly deniedBehind: readonly string[];
	/** Global patterns of what stands before and behind a thing in queries; undefined where there are none. */
	readonly negationPattern: RegExp | undefined;
	readonly negationBehindPattern: RegExp | undefined;
	/** What stands between two things that are left out. */
	readonly alternativePattern: RegExp | undefined;
	readonly negationFillers: ReadonlySet<string>;
	/** The rest of a number of which a text has only the beginning: 7 1/2, 7½, 7 and a half. */
	readonly fractionPattern: RegExp;
	/** The end of a text behind which a number is a bound. */
	readonly limitedPattern: RegExp | undefined;
	/** The beginning of a text before which it is one. */
	readonly limitedBehindPattern: RegExp | undefined;
	readonly people: ReadonlyMap<string, PeopleGroup>;
	/** The use of a field by the words that name it. */
	readonly fieldNames: ReadonlyMap<string, string>;
	readonly unitOf: UnitOf;
}

/** Not part of a word that goes on: scripts without blanks border on anything. */
const spaced = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]`;
const startSource = `(?<!${spaced})`;
const endSource = `(?!${spaced})`;

const boundNames: readonly BoundName[] = ['between', 'below', 'atMost', 'above', 'atLeast'];
/** Signs that mean the same in every language. */
const signs: Readonly<Record<BoundName, readonly string[]>> = {
	between: ['!# - #'],
	below: ['< #'],
	atMost: ['<= #', '≤ #'],
	above: ['> #'],
	atLeast: ['>= #', '≥ #', '!# +'],
};

const noWords: UnderstandingWords = {
	below: [],
	atMost: [],
	above: [],
	atLeast: [],
	between: [],
	priceWords: '',
	currencyWords: '',
	thousandWords: '',
	halves: [],
	countedWords: '',
	negations: [],
	negationsBehind: [],
	negationAlternatives: '',
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
		}),
		priceWords: new Set(splitWords(words.priceWords)),
		countedWords: new Set(splitWords(words.countedWords)),
		stopWords: new Set(splitWords(language.stopWords ?? '')),
		negations: words.negations,
		deniedBehind: [...words.negationsBehind, ...words.deniedBehind],
		negationPattern: toAnyPattern(words.negations),
		negationBehindPattern: toAnyPattern(words.negationsBehind),
		alternativePattern: toAnyPattern(splitWords(words.negationAlternatives)),
		negationFillers: new Set(splitWords(words.negationFillers)),
		fractionPattern: toFractionPattern(words),
		...toLimitedPatterns(words),
		people: toPeople(words.people),
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
		negations: spellAll(understanding.negations),
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

/** Matches any of the wordings, the longest where several match. */
function toAnyPattern(wordings: readonly string[]): RegExp | undefined {
	if (wordings.length === 0) return undefined;
	const sources = wordings
		.map(toPlainText)
		.sort((a, b) => b.length - a.length)
		.map((wording) => bound(wording, toWordSource(wording)));
	return new RegExp(sources.join('|'), 'gu');
}

/** The source of a wording as whole words, where its script separates words. */
function bound(wording: string, source: string): string {
	const start = unspacedPattern.test(wording.charAt(0)) ? '' : startSource;
	const end = /[\p{L}\p{N}#]$/u.test(wording) && !unspacedPattern.test(wording.at(-1) ?? '') ? endSource : '';
	return start + source + end;
}

function toFractionPattern({ halves }: UnderstandingWords): RegExp {
	const digits = String.raw`\s*[\u00bc-\u00be\u2150-\u215e]|[\s-]+\d+\/\d`;
	const words = toAnyPattern(halves)?.source ?? '(?!)';
	return new RegExp(String.raw`^(?:${digits}|\s+(?:${words}))`, 'u');
}

/**
 * A word that begins a range as well says too little: from 16gb, portatile da 16gb. So does one that needs a currency: phone
 * pro max 256gb.
 */
function toLimitedPatterns(words: UnderstandingWords): Pick<LanguageRules, 'limitedPattern' | 'limitedBehindPattern'> {
	const ranges = new Set(words.between.map((wording) => toSides(wording)[0]));
	const limits = boundNames
		.filter((name) => name !== 'between')
		.flatMap((name) => [...signs[name], ...words[name]])
		.filter((wording) => !wording.startsWith('!'))
		.map(toSides);
	const before = toAnyPattern(limits.map(([side]) => side).filter((side) => side !== '' && !ranges.has(side)));
	const behind = toAnyPattern(limits.map(([, side]) => side).filter((side) => side !== ''));
	return {
		limitedPattern: before && new RegExp(String.raw`(?:${before.source})\s*$`, 'u'),
		limitedBehindPattern: behind && new RegExp(String.raw`^\s*(?:${behind.source})`, 'u'),
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

function toBoundRule(name: BoundName, wording: string): BoundRule {
	const plainness = wording.startsWith('~') ? 'weak' : wording.startsWith('!') ? 'currency' : 'plain';
	const plain = toPlainText(plainness === 'plain' ? wording : wording.slice(1));
	const source = plain.split('#').map(toWordSource).join(maskedAmountSource);
	const [literal = ''] = plain.split(/[#\s]+/).sort((a, b) => b.length - a.length);
	return { bound: name, plainness, literal, pattern: new RegExp(bound(plain, source), 'gu') };
}

/** May end with a point. */
const abbreviations: ReadonlySet<string> = new Set(['max', 'maks', 'min']);

/** Blanks beside a sign may be missing, as in `<50`. */
function toWordSource(text: string): string {
	const blank = /\p{L}/u.test(text) ? String.raw`\s+` : String.raw`\s*`;
	return text
		.split(/ +/)
		.map((word) => RegExp.escape(word) + (abbreviations.has(word) ? String.raw`\.?` : ''))
		.join(blank);
}
