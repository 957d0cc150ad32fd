/**
 * What does a query want left out?
 *
 *     mug without handle       titles with handle, except those that say `without handle` themselves
 *     laptop not hp, -hp       the brand HP where items have brands, otherwise titles with hp
 *     no 5 perfume             a number is never left out: words
 *     not very cheap           words, too, as are pas cher and nicht zu teuer
 *     tom clancy without remorse      the catalogue knows `remorse` only behind `without`: words
 *     no fear tee              a brand: words
 *     jacket not north face    the brand The North Face
 *     shampoo not loreal       the brands L'Oréal Paris and L'Oréal Professionnel
 *     usb cable not usb 3      USB is asked for, so it is USB 3 that is left out
 *     mug without lid or handle       both; without lid or with handle: the lid
 *     laptop not hp and dell          both, as these are brands; not hp and black: the brand
 *     laptop not hp, dell             both; not hp, dell laptop: the first
 *     连衣裙 无袖                      one character is a thing where a negation is written together with it
 *     有没有红色的鞋                    is there a red one? no problem, whether or not: words that leave nothing out
 *     non-hp laptop, non-stick pan    behind `non`, a brand only
 */
import { findObject, findObjectBefore, type Joint, type Negating, toNegating } from './find-object.ts';
import type { AbsenceCondition, QueryPart, Span, Word } from './part.ts';
import { findSpans, isBlank, isCharacter, isWithinAny, overlaps, unspacedPattern } from './part.ts';
import { isSpelledAs, toSpan, toTyped, type Understanding } from './understanding.ts';
import { valueWordsMax } from './value-key.ts';
import { preferredShareMin } from './value-shares.ts';
import { type FieldValue, isChoice, isNaming, sortByCount, uniteValues } from './vocabulary.ts';
import { findWordings } from './wording.ts';

/** The share of the titles with a word in which it must be negated for the negation to be part of a name. */
const nameShareMin = 0.9;
/** The share of the titles with a word that go on with the next one, for both to be one thing. */
const phraseShareMin = 0.2;
const unspacedStart = new RegExp(`^${unspacedPattern.source}+`, 'u');
/** The most fields whose values are left out. */
const fieldsMax = 8;
const hyphenPattern = /(?<=^|\s)-(?=\p{L})/gu;
/** Means the same in any language. */
const nonPattern = /(?<![\p{L}\p{N}])non[\s-]+(?=\p{L})/gu;

type IsFree = (span: Span) => boolean;

/** Negations in the order of the text. Cost: O(length), and a count of titles for each. */
export function findNegations(understanding: Understanding, taken: readonly Span[]): QueryPart[] {
	const { plain, rules, denials, affirmed } = understanding;
	const leads = [...denials, ...findSpans(plain, hyphenPattern)];
	const leadsOfBrands = findSpans(plain, nonPattern);
	const leadsBehind = findWordings(plain, rules.negationBehindWordings).filter((span) => !isWithinAny(affirmed, span));
	if (leads.length + leadsOfBrands.length + leadsBehind.length === 0) return [];
	const asked = toNegating(understanding);
	const parts: QueryPart[] = [];
	const isFree = (span: Span) => ![...taken, ...parts].some((other) => overlaps(span, other));
	const addAll = (part: QueryPart | undefined) => {
		for (let last = part; last !== undefined && isFree(last); last = findNext(asked, last, isFree)) parts.push(last);
	};
	for (const lead of leads.sort((a, b) => a.start - b.start)) {
		if (!isFree(lead)) continue;
		const object = findObject(asked, lead).filter(isFree);
		addAll(object[0] === undefined ? undefined : toPart(asked, lead, object));
	}
	for (const lead of leadsOfBrands) {
		const object = isFree(lead) ? findObject(asked, lead).filter(isFree) : [];
		addAll(object[0] === undefined ? undefined : toPartOfBrand(asked, lead, object));
	}
	for (const lead of leadsBehind) {
		const object = findObjectBefore(asked, lead);
		const part = object === undefined || !isFree(lead) ? undefined : toPart(asked, lead, [object]);
		for (let last = part; last !== undefined && isFree(last); last = findPrevious(asked, last)) parts.push(last);
	}
	return parts.sort((a, b) => a.start - b.start);
}

/** What is left out as well, behind a word such as `or`, or behind `and` and a comma where it is of the same kind. */
function findNext(asked: Negating, last: QueryPart, isFree: IsFree): QueryPart | undefined {
	const { plain } = asked;
	const joint = findJointBehind(asked, last);
	if (joint === undefined) return undefined;
	const object = findObject(asked, joint).filter(isFree);
	const [first] = object;
	// A filler may say that something is wanted: without lid or with handle.
	if (first === undefined || !isBlank(plain.slice(joint.end, first.start))) return undefined;
	const part = toPart(asked, joint, object);
	if (part === undefined || !isOfKind(joint, part, last)) return undefined;
	return joint.kind === 'comma' && !isListed(asked, part, isFree) ? undefined : part;
}

function findJointBehind({ plain, joints }: Negating, { end }: Span): Joint | undefined {
	return joints.find(({ start }) => start >= end && isBlank(plain.slice(end, start)));
}

/** A comma joins brands only: without lid, handle. */
function isOfKind({ kind }: Joint, part: QueryPart, other: QueryPart): boolean {
	if (kind === 'alternative') return true;
	const absent = toAbsentKind(part);
	return absent === toAbsentKind(other) && (kind === 'addition' || absent === 'brand');
}

/** Whether a list ends with the part or goes on behind it: in `not hp, dell laptop`, a laptop of Dell is asked for. */
function isListed(asked: Negating, part: Span, isFree: IsFree): boolean {
	const next = asked.words.find(({ start }) => start >= part.end);
	if (next === undefined || !isFree(next)) return true;
	return findJointBehind(asked, part) !== undefined;
}

function toAbsentKind({ condition }: QueryPart): 'brand' | 'choice' | 'thing' | undefined {
	if (condition.kind !== 'absence') return undefined;
	if (condition.words === undefined) return 'brand';
	return condition.fields.length > 0 ? 'choice' : 'thing';
}

/** The same before a thing, where negations stand behind. */
function findPrevious(asked: Negating, last: QueryPart): QueryPart | undefined {
	const { plain, joints } = asked;
	const joint = joints.find(({ end }) => end <= last.start && isBlank(plain.slice(end, last.start)));
	const object = joint === undefined ? undefined : findObjectBefore(asked, joint);
	if (joint === undefined || object === undefined) return undefined;
	const part = toPart(asked, joint, [object]);
	return part !== undefined && isOfKind(joint, part, last) ? part : undefined;
}

function toPart(asked: Understanding, lead: Span, object: readonly Word[]): QueryPart | undefined {
	if (isNamed(asked, lead, object) || goesOnInTitles(asked, lead, object)) return undefined;
	return toExclusion(lead, findBrand(asked, object) ?? findThing(asked, lead, object));
}

/** Only where no title has the brand behind the same word. */
function toPartOfBrand(asked: Understanding, lead: Span, object: readonly Word[]): QueryPart | undefined {
	const found = isNamed(asked, lead, object) ? undefined : findBrand(asked, object);
	if (found === undefined) return undefined;
	const phrase = toTyped(asked, enclose(lead, found));
	const { phraseCount } = asked.vocabulary.countTitles(toTyped(asked, found), [phrase]);
	return phraseCount > 0 ? undefined : toExclusion(lead, found);
}

function toExclusion(lead: Span, found: Found | undefined): QueryPart | undefined {
	if (found === undefined) return undefined;
	return { kind: 'exclude', ...enclose(lead, found), isStrict: true, condition: found.condition };
}

function enclose(a: Span, b: Span): Span {
	return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** Whether a brand or a kind of things is called so. */
function isNamed(asked: Understanding, lead: Span, object: readonly Word[]): boolean {
	if (isSign(asked, lead)) return false;
	return object.some((last) =>
		asked.vocabulary.findValues(asked.toKey(toTyped(asked, enclose(lead, last)))).some(isNaming),
	);
}

/** In scripts without blanks, whether titles have the negation together with all that is written behind it, as 无袖连衣裙. */
function goesOnInTitles({ text, plain, vocabulary }: Understanding, lead: Span, object: readonly Word[]): boolean {
	const { start, end } = object[0] as Word;
	const [behind = ''] = unspacedStart.exec(plain.slice(end)) ?? [];
	if (behind === '' || lead.start > start || !unspacedPattern.test(plain.charAt(lead.start))) return false;
	const phrase = text.slice(lead.start, end + behind.length);
	return vocabulary.countTitles(text.slice(start, end), [phrase]).phraseCount > 0;
}

function isSign({ plain }: Understanding, { start, end }: Span): boolean {
	return !/\p{L}/u.test(plain.slice(start, end));
}

interface Found extends Span {
	readonly condition: AbsenceCondition;
}

/** The longest beginning of the words that is a brand, with or without the article of its name. */
function findBrand(asked: Understanding, object: readonly Word[]): Found | undefined {
	const { rules, vocabulary, toKey } = asked;
	const toBrands = (name: string) =>
		vocabulary.findValues(toKey(name)).filter((value) => value.use === 'brand' && isSpelledAs(name, value));
	const articles = ['the', ...rules.negationFillers];
	for (let count = Math.min(valueWordsMax, object.length); count > 0; count--) {
		const span = toSpan(object.slice(0, count));
		const typed = toTyped(asked, span);
		const names = [typed, ...articles.map((article) => `${article} ${typed}`)];
		const whole = names.map(toBrands).find(({ length }) => length > 0) ?? [];
		const brands = uniteValues([...whole, ...findLongerBrands(asked, typed, whole)]);
		if (brands.length > 0)
			return { ...span, condition: { kind: 'absence', fields: toFields(brands), words: undefined } };
	}
	return undefined;
}

/** Brands that a name begins, where it is no other value and not for the most part a word of other things: `red` and Red Bull. */
function findLongerBrands(
	{ vocabulary, toKey }: Understanding,
	typed: string,
	whole: readonly FieldValue[],
): readonly FieldValue[] {
	const longer = vocabulary.findLongerBrands(typed);
	if (longer.length === 0 || vocabulary.findValues(toKey(typed)).some(({ use }) => use !== 'brand')) return [];
	const count = [...whole, ...longer].reduce((sum, { documentCount }) => sum + documentCount, 0);
	return count >= preferredShareMin * vocabulary.countDocuments(typed) ? longer : [];
}

function findThing(asked: Understanding, lead: Span, object: readonly Word[]): Found | undefined {
	const { vocabulary, rules } = asked;
	if (rules.emptyWords.has((object[0] as Word).text)) return undefined;
	const isWanted = (count: number) => isAskedFor(asked, lead, object.slice(0, count));
	let count = countValueWords(asked, object);
	while (count < object.length && (isPhrase(asked, object.slice(0, count + 1)) || isWanted(count))) count += 1;
	if (isWanted(count)) return undefined;
	const span = toSpan(object.slice(0, count));
	const text = toTyped(asked, span).toLowerCase();
	const typed = isSign(asked, lead) ? [] : [toTyped(asked, enclose(lead, span)).toLowerCase()];
	const negated = [...typed, ...listNegated(asked, text)];
	const { titleCount, phraseCount } = vocabulary.countTitles(text, negated);
	if (titleCount > 0 && phraseCount >= nameShareMin * titleCount) return undefined;
	const values = vocabulary.findValues(asked.toKey(text)).filter((value) => isChoice(value) || value.use === 'other');
	// A single character begins words of all kinds, so it negates only what the catalogue has.
	if (titleCount === 0 && values.length === 0 && isCharacter(toTyped(asked, lead))) return undefined;
	return { ...span, condition: { kind: 'absence', fields: toFields(values), words: { text, negated } } };
}

/** Whether all the words stand elsewhere in the query, too. */
function isAskedFor({ words, toKey }: Understanding, lead: Span, object: readonly Word[]): boolean {
	const negation = enclose(lead, toSpan(object));
	const others = words.filter((word) => !overlaps(word, negation)).map(({ text }) => text);
	const keys = others.map(toKey);
	const isThere = ({ text }: Word) =>
		keys.includes(toKey(text)) || (isCharacter(text) && others.some((other) => other.includes(text)));
	return object.every(isThere);
}

/** The number of words of the longest beginning that is a value of a choice, such as `dark blue`; otherwise 1. */
function countValueWords(asked: Understanding, object: readonly Word[]): number {
	for (let count = object.length; count > 1; count--) {
		if (findChoices(asked, toTyped(asked, toSpan(object.slice(0, count)))).length > 0) return count;
	}
	return 1;
}

function findChoices({ vocabulary, toKey }: Understanding, text: string): readonly FieldValue[] {
	return vocabulary.findValues(toKey(text)).filter(isChoice);
}

/** Fields and their values, those of most documents first. */
function toFields(values: readonly FieldValue[]): AbsenceCondition['fields'] {
	return sortByCount(values)
		.slice(0, fieldsMax)
		.map(({ fieldName, values: spellings, mixed }) => ({ fieldName, values: spellings, mixed }));
}

function isPhrase(asked: Understanding, words: readonly Word[]): boolean {
	const known = toTyped(asked, toSpan(words.slice(0, -1)));
	const { titleCount, phraseCount } = asked.vocabulary.countTitles(known, [toTyped(asked, toSpan(words))]);
	return titleCount > 0 && phraseCount >= phraseShareMin * titleCount;
}

/** The phrases by which a title says that it is without something. */
function listNegated({ rules, toKey }: Understanding, text: string): readonly string[] {
	const fillers = ['', ...[...rules.negationFillers].map((filler) => `${filler} `)];
	const before = rules.deniedBefore.flatMap((lead) =>
		!unspacedPattern.test(lead) && !unspacedPattern.test(text)
			? fillers.map((filler) => `${lead} ${filler}${text}`)
			: [`${lead}${text}`],
	);
	// Words such as sleeveless have no plural within them.
	const singulars = text.includes(' ') ? [] : [toKey(text), text.replace(/s$/, '')];
	const bases = [...new Set([text, ...singulars])];
	const around = (lead: string, base: string) => (lead.includes('*') ? lead.replace('*', base) : `${base}${lead}`);
	const behind = rules.deniedBehind.flatMap((lead) => bases.map((base) => around(lead, base)));
	return [...before, ...behind];
}
