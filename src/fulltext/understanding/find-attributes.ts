/**
 * Which words of a query are values of fields by which shoppers choose?
 *
 *     black shoes        colour = Black, where most documents with the word have it as their colour
 *     shoes size 7       size = 7: the word before the number names the field
 *     16gb ram           ram = 16 GB, and not storage
 *     mens, toddler      gender, age
 *     at least 16gb ram  a preference, as 32 GB would do; not 16gb ram: words
 *     men in black       a preference, where the title of a film has these words; so are `women` of little women
 *     damenkleid         gender, of things named by the end of the word, see `find-in-compound.ts`
 *     red or blue dress  either colour
 *     red bull           the catalogue knows `bull` only behind `red`: words
 *     schuhe braun       a preference beside a brand Braun of fewer things; braune schuhe is the colour
 *
 * Brands and kinds of things stay words.
 */
import type { PeopleGroup } from '../analysis/language.ts';
import { listPropertyNames, toNamingWords } from './field-use.ts';
import { findInCompound } from './find-in-compound.ts';
import { isSizeWord } from './letter-size.ts';
import {
	isBlank,
	isHan,
	overlaps,
	type PartCondition,
	type QueryPart,
	type Span,
	unspacedPattern,
	type Word,
} from './part.ts';
import { toPlainText } from './plain-text.ts';
import { fillersMax, findDenialBefore, isSpelledAs, toSpan, type Understanding } from './understanding.ts';
import { valueWordsMax } from './value-key.ts';
import {
	isInTitles,
	isName,
	type Meaning,
	type Occurrence,
	plainShareMin,
	preferredShareMin,
	toCondition,
	toShare,
	toText,
	withSign,
} from './value-shares.ts';
import {
	type FieldValue,
	findGroup,
	isChoice,
	isNaming,
	sortByCount,
	uniteSpellings,
	uniteValues,
} from './vocabulary.ts';
import { endsWithAny, startsWithAny } from './wording.ts';

/** The share of documents with the words that must have them as this value, where the query names the field. */
const namedShareMin = 0.5;
/** The same where the query says a number, its unit and what is measured. */
const measuredShareMin = 0.3;
/** Another field with this share of the documents makes it unclear which field was meant … */
const rivalShareMin = 0.5;
/** … and so does this share of documents that have the value only there: colours of cables beside those of other products. */
const lackingShareMin = 0.1;
const valueLengthMin = 2;
/** The most fields in which a number is counted. */
const numberFieldsMax = 16;

/** Attributes in the order of the text. Cost: O(words) look-ups, and counts of titles for those found. */
export function findAttributes(asked: Understanding, taken: readonly Span[]): QueryPart[] {
	const { words } = asked;
	const parts: QueryPart[] = [];
	const isFree = (span: Span) => ![...taken, ...parts].some((other) => overlaps(span, other));
	for (let at = 0; at < words.length; ) {
		const found = isDenied(asked, at) ? undefined : (findAt(asked, at, isFree) ?? findWithin(asked, at, isFree));
		if (found === undefined) at += 1;
		else {
			parts.push(found.part);
			at += found.wordCount;
		}
	}
	return joinAlternatives(asked, parts);
}

/** Parts that are values of one field with a word such as `or` between them, as one that is any of them: red or blue. */
function joinAlternatives({ plain, rules }: Understanding, parts: readonly QueryPart[]): QueryPart[] {
	const joined: QueryPart[] = [];
	for (const part of parts) {
		const last = joined.at(-1);
		const between = last === undefined ? '' : plain.slice(last.end, part.start);
		const isAlternative =
			startsWithAny(between, rules.alternativeWordings) && endsWithAny(between, rules.alternativeWordings);
		const condition = last && isAlternative ? uniteConditions(last.condition, part.condition) : undefined;
		if (last === undefined || condition === undefined) joined.push(part);
		else joined[joined.length - 1] = { ...last, end: part.end, isStrict: last.isStrict || part.isStrict, condition };
	}
	return joined;
}

function uniteConditions(a: PartCondition, b: PartCondition): PartCondition | undefined {
	if (a.kind !== 'values' || b.kind !== 'values' || a.fieldName !== b.fieldName) return undefined;
	return { ...a, ...uniteSpellings([a, b]) };
}

type IsFree = (span: Span) => boolean;

interface Found {
	readonly part: QueryPart;
	readonly wordCount: number;
}

function findWithin(asked: Understanding, at: number, isFree: IsFree): Found | undefined {
	const part = isFree(asked.words[at] as Word) ? findInCompound(asked, at) : undefined;
	return part === undefined ? undefined : { wordCount: 1, part };
}

function findAt(asked: Understanding, at: number, isFree: IsFree): Found | undefined {
	for (let wordCount = Math.min(valueWordsMax + 1, asked.words.length - at); wordCount > 0; wordCount--) {
		const run = asked.words.slice(at, at + wordCount);
		const span = toSpan(run);
		if (!isFree(span)) continue;
		const found = findNamed(asked, run) ?? findPlain(asked, run, at);
		if (found === undefined) continue;
		const whole = withSign(asked, span);
		const isStrict = found.isStrict && !isLimited(asked, whole);
		return { wordCount, part: { kind: 'attribute', ...whole, ...found, isStrict } };
	}
	return undefined;
}

/** Behind `non`, a value is not meant in any language, while a thing may be: non-slip. */
const denialSignPattern = /(?<=^|\s)(?:-|non[\s-]\s*)$/;

/** Whether a negation stands before a word; `al menos` is none. */
function isDenied(asked: Understanding, at: number): boolean {
	const before = asked.plain.slice(0, (asked.words[at] as Word).start);
	const isBehind = denialSignPattern.test(before) || isBehindDenial(asked, at);
	return isBehind && !endsWithAny(before, asked.rules.limitWordings);
}

/** Directly, or with fillers between them. */
function isBehindDenial(asked: Understanding, at: number): boolean {
	const { plain, words, rules, denials } = asked;
	if (denials.length === 0) return false;
	let first = at;
	const isFiller = ({ text, end }: Word) =>
		rules.negationFillers.has(text) && isBlank(plain.slice(end, words[first]?.start));
	while (at - first < fillersMax && first > 0 && isFiller(words[first - 1] as Word)) first -= 1;
	return words.slice(first, at + 1).some(({ start }) => findDenialBefore(asked, start) !== undefined);
}

/** The rest of a number of which a text has only the beginning: 7 1/2, 7½. */
const fractionPattern = /^(?:\s*[\u00bc-\u00be\u2150-\u215e]|[\s-]+\d+\/\d)/;

/** Whether a number is a bound or goes on. */
function isLimited({ plain, rules }: Understanding, { start, end }: Span): boolean {
	if (!/\d/.test(plain.slice(start, end))) return false;
	const behind = plain.slice(end);
	return (
		fractionPattern.test(behind) ||
		startsWithAny(behind, rules.halfWordings) ||
		startsWithAny(behind, rules.limitBehindWordings) ||
		endsWithAny(plain.slice(0, start), rules.limitWordings)
	);
}

/** A value with a word beside it that names the field. */
function findNamed(asked: Understanding, run: readonly Word[]): Meaning | undefined {
	if (run.length < 2) return undefined;
	for (const count of [1, 2]) {
		if (count >= run.length || (count > 1 && !isUnspaced(run.slice(0, count)))) break;
		const found = findNamedBy(asked, run.slice(0, count), withoutFiller(asked, run.slice(count), 0));
		if (found !== undefined) return found;
	}
	return findNamedBy(asked, run.slice(-1), withoutFiller(asked, run.slice(0, -1), -1));
}

/** The words without the one that joins a value with the name of its field, first or last of them: 16gb of ram. */
function withoutFiller({ rules }: Understanding, words: readonly Word[], at: 0 | -1): readonly Word[] {
	const filler = words.length > 1 ? words.at(at) : undefined;
	if (filler === undefined || !rules.negationFillers.has(filler.text)) return words;
	return at === 0 ? words.slice(1) : words.slice(0, -1);
}

/** Whether the words are one without the dictionary that split it. */
function isUnspaced(words: readonly Word[]): boolean {
	return words.every(({ text, end }, at) => unspacedPattern.test(text) && (words[at + 1]?.start ?? end) === end);
}

function findNamedBy(asked: Understanding, nameWords: readonly Word[], words: readonly Word[]): Meaning | undefined {
	const { rules, vocabulary } = asked;
	const { start, end } = toSpan(nameWords);
	const name = asked.plain.slice(start, end);
	const use = rules.fieldNames.get(name);
	const names = new Set([name, ...listPropertyNames(name)]);
	if (use === undefined && (rules.stopWords.has(name) || ![...names].some(vocabulary.isFieldName))) return undefined;
	const isNamed = (value: FieldValue) => {
		if (use !== undefined && value.use === use) return true;
		return !isNaming(value) && toNamingWords(value.fieldName).some((word) => names.has(word));
	};
	const text = toText(asked, words);
	const { toKey } = asked;
	const number = /^(\d+(?:\.\d+)?)[^\d.\s]*$/.exec(toKey(text))?.[1];
	// Other fields of numbers than the one that was meant have the number without its unit.
	const keys = [toKey(text), ...(number === undefined || use === undefined ? [] : [number])];
	for (const key of keys) {
		const [value] = sortByCount(vocabulary.findValues(key).filter(isNamed));
		if (value === undefined) continue;
		const share = toShare(asked, value, text);
		if (use === undefined && share < preferredShareMin) continue;
		return { isStrict: share >= namedShareMin || use !== undefined, condition: toCondition(value) };
	}
	// Without a unit, a number behind the name of a field may be anything: windows 10.
	const isNumber = number !== undefined && (use !== undefined || number !== toKey(text));
	return isNumber ? findNumber(asked, { names, use, number: Number(number), text }) : undefined;
}

interface NamedNumber {
	readonly names: ReadonlySet<string>;
	readonly use: string | undefined;
	readonly number: number;
	/** The number with its unit. */
	readonly text: string;
}

/** The field of numbers with such a name in which most documents have the number. */
function findNumber({ vocabulary }: Understanding, { names, use, number, text }: NamedNumber): Meaning | undefined {
	// The names of a property stand in the names of many fields, others only in those of parts: hdmi_ports.
	const isProperty = names.size > 1 || use !== undefined;
	const found = [...names, ...(use === undefined ? [] : [use])].flatMap((name) => vocabulary.findNumberFields(name));
	const counted = [...new Set(found)]
		.filter((fieldName) => isProperty || names.has(fieldName.slice(fieldName.lastIndexOf('.') + 1).toLowerCase()))
		.toSorted((a, b) => a.length - b.length)
		.slice(0, numberFieldsMax)
		.map((fieldName) => ({ fieldName, count: vocabulary.countNumber(fieldName, number) }));
	const [best] = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
	if (best === undefined) return undefined;
	const condition = { kind: 'numbers', fieldNames: [best.fieldName], bounds: { gte: number, lte: number } } as const;
	const isMeant = use !== undefined || best.count >= measuredShareMin * vocabulary.countDocuments(text);
	return isMeant ? { isStrict: true, condition } : undefined;
}

/** Whether several words may be one value, judging by the first; numbers and sizes have more spellings than one. */
function mayBeValue({ text, toKey, vocabulary }: Understanding, run: readonly Word[]): boolean {
	const first = run[0] as Word;
	if (/^(?:\d|x+$|extra$)/.test(first.text) || unspacedPattern.test(first.text)) return true;
	return vocabulary.hasLongerValue(toKey(text.slice(first.start, first.end)));
}

/** A value, or a group of people, that says by itself which field is meant. */
function findPlain(asked: Understanding, run: readonly Word[], at: number): Meaning | undefined {
	const { rules, toKey, plain } = asked;
	const text = toText(asked, run);
	const span = toSpan(run);
	const word = plain.slice(span.start, span.end);
	const occurrence = { run, at };
	const group = run.length === 1 ? rules.people.get(toPossessor(word)) : undefined;
	if (group !== undefined && !isName(asked, occurrence)) {
		const people = findPeople(asked, group, occurrence);
		if (people !== undefined) return people;
	}
	if ((word.length < valueLengthMin && !isHan(word)) || /^\d+(?:[.,]\d+)?$/.test(text) || rules.stopWords.has(word))
		return undefined;
	if (run.length > 1 && !mayBeValue(asked, run)) return undefined;
	const found = sortByCount(
		findValues(asked, toKey(text)).filter((one) => one.use !== 'brand' || isSpelledAs(text, one)),
	);
	const [value, ...rivals] = found;
	// A word that more things have as their colour than as their brand is the colour, most probably.
	if (value === undefined || isNaming(value) || rivals.some(({ use }) => use === 'kind')) return undefined;
	const share = toShare(asked, value, text);
	if (share < (isChoice(value) ? preferredShareMin : plainShareMin) || isName(asked, occurrence)) return undefined;
	const isMeant = !isSizeWord(word) || isSpelledAs(text, value);
	const isPlain = isChoice(value) && share >= plainShareMin && isMeant && !isContested(asked, value, rivals);
	return { isStrict: isPlain && !isInTitles(asked, value, occurrence), condition: toCondition(value) };
}

/** Whether other fields have the value as well, so that a filter on one of them would hide things. */
function isContested({ vocabulary }: Understanding, value: FieldValue, rivals: readonly FieldValue[]): boolean {
	return rivals.some((rival) => {
		if (isNaming(rival)) return true;
		if (rival.documentCount < lackingShareMin * value.documentCount) return false;
		if (rival.use !== value.use && rival.documentCount >= rivalShareMin * value.documentCount) return true;
		return vocabulary.estimateLacking(rival, value.fieldName) >= lackingShareMin * value.documentCount;
	});
}

function findPeople(asked: Understanding, group: PeopleGroup, occurrence: Occurrence): Meaning | undefined {
	const value = findGroup(asked.vocabulary, group);
	if (value === undefined) return undefined;
	const text = toText(asked, occurrence.run);
	const others = listInflected(asked, group, text);
	const condition = toCondition(value);
	if (others.length === 0) {
		const isPlain = toShare(asked, value, text) >= plainShareMin;
		return { isStrict: isPlain && !isInTitles(asked, value, occurrence), condition };
	}
	// What items say of whom they are for tells girls from boys; titles cannot, as niña and niño have one stem.
	const ofOthers = others.flatMap((other) => sortByCount(asked.vocabulary.findPeople(other))[0] ?? []);
	const otherCount = ofOthers.reduce((sum, { documentCount }) => sum + documentCount, 0);
	const count = asked.vocabulary.countDocuments(text) - otherCount;
	return { isStrict: value.documentCount >= plainShareMin * count, condition };
}

/** Other groups of people that are named by inflections of the same word. */
function listInflected({ rules, toKey }: Understanding, group: PeopleGroup, text: string): readonly PeopleGroup[] {
	const key = toKey(toPlainText(text));
	const others = [...rules.people].filter(([word, other]) => other !== group && toKey(word) === key);
	return [...new Set(others.map(([, other]) => other))];
}

/** The units of sizes that shoppers leave out: rug 60x90. */
const sizeUnits = ['', 'cm', 'mm', 'in', 'ft', 'm'];

function findValues({ vocabulary }: Understanding, key: string): readonly FieldValue[] {
	if (!/^[\d.]+(?:x[\d.]+)+$/.test(key)) return vocabulary.findValues(key);
	return uniteValues(sizeUnits.flatMap((unit) => vocabulary.findValues(key + unit)));
}

/** `men's` is `mens`. */
function toPossessor(text: string): string {
	return text.replaceAll("'", '');
}
