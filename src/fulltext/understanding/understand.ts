/**
 * What does a query say besides words?
 *
 *     black shoes under 50 not nike      words   shoes
 *                                        parts   colour = Black, price < 50, not brand = Nike
 *
 * The rules of the language say how things are said. Whether they are meant so is decided by what the catalogue
 * contains, see `vocabulary.ts`. A part that is not sure is a preference: it changes the order of results and nothing
 * else.
 */
import { understoodPartsMax } from '../../domain/query/understood-part.ts';
import { findAttributes } from './find-attributes.ts';
import { findNegations } from './find-negations.ts';
import { findPrices } from './find-prices.ts';
import { findSizeRanges } from './find-size-ranges.ts';
import type { LanguageRules } from './language-rules.ts';
import {
	isHan,
	isWithinAny,
	listWords,
	overlaps,
	type QueryPart,
	type Span,
	unspacedPattern,
	type Word,
} from './part.ts';
import { toPlainText } from './plain-text.ts';
import { type Understanding, withParticle } from './understanding.ts';
import { isChoice, type Vocabulary } from './vocabulary.ts';
import { findWordings } from './wording.ts';

export interface UnderstandOptions {
	readonly rules: LanguageRules;
	readonly vocabulary: Vocabulary;
	/** See `createValueKeys`. Asked for the same texts again and again, so it should cache. */
	readonly toKey: (text: string) => string;
}

/**
 * The parts of a text, in its order, at most `understoodPartsMax`; they do not overlap. Words are left over wherever
 * something is left out or chosen: `-hp` and `black` alone are words.
 */
export function understand(text: string, options: UnderstandOptions): readonly QueryPart[] {
	const plain = toPlainText(text);
	const listed = listWords(plain, (character) => isParticle(character, options.rules));
	const words = joinPeople(listed, options.rules)
		.flatMap((word) => splitModifier(word, options))
		.flatMap((word) => splitSize(word, options.rules));
	if (words.length === 0) return [];
	const affirmed = findWordings(plain, options.rules.affirmationWordings);
	const denials = findWordings(plain, options.rules.negationWordings).filter(
		(span) => !isWithinWord(words, span) && !isWithinAny(affirmed, span),
	);
	const asked: Understanding = { ...options, text, plain, words, denials, affirmed };
	const ranges = findSizeRanges(asked);
	const prices = findPrices(asked, ranges);
	const negations = findNegations(asked, [...prices, ...ranges]);
	const kept = hasWords(asked, [...prices, ...negations]) ? negations : [];
	const sizes = ranges.flatMap(({ part }) => part ?? []);
	const attributes = [...sizes, ...findAttributes(asked, [...prices, ...kept, ...sizes])];
	const parts = [...prices, ...kept, ...loosen(asked, [...prices, ...kept], attributes)];
	parts.sort((a, b) => a.start - b.start);
	return parts.map((part, at) => toWhole(asked, part, parts[at + 1])).slice(0, understoodPartsMax);
}

/** The part with the particle behind it, unless another part begins with that. */
function toWhole(asked: Understanding, part: QueryPart, next: Span | undefined): QueryPart {
	if (part.compound !== undefined) return part;
	const { end } = withParticle(asked, part);
	return next !== undefined && next.start < end ? part : { ...part, end };
}

/** Whether a character stands between words, and is no part of a negation: 的. */
function isParticle(character: string, { stopWords, negations }: LanguageRules): boolean {
	return stopWords.has(character) && !negations.some((lead) => lead.includes(character));
}

/** Words for people that a dictionary splits, in scripts without blanks: 子供用 in 子供用靴, where 用靴 is no word. */
function joinPeople(words: readonly Word[], { people }: LanguageRules): readonly Word[] {
	const joined: Word[] = [];
	for (const word of words) {
		const last = joined.at(-1);
		const isBehind = last !== undefined && last.end === word.start && people.has(last.text);
		const length = isBehind ? findPeopleLength(`${last.text}${word.text}`, last.text.length, people) : 0;
		if (last === undefined || length === 0) {
			joined.push(word);
			continue;
		}
		const end = word.start + length;
		joined[joined.length - 1] = { text: last.text + word.text.slice(0, length), start: last.start, end };
		if (end < word.end) joined.push({ text: word.text.slice(length), start: end, end: word.end });
	}
	return joined;
}

/** How much more of a text than its first letters is the longest word for people that it begins with; 0 for none. */
function findPeopleLength(text: string, known: number, people: LanguageRules['people']): number {
	for (let length = text.length; length > known; length--) if (people.has(text.slice(0, length))) return length - known;
	return 0;
}

/**
 * A word of Chinese characters that no title has, but what is behind its first one: women and shoes in 女鞋, black and skirt
 * in 黑裙. Where titles have it, as 红酒 and 蓝牙, it is one word.
 */
function splitModifier(word: Word, { rules, vocabulary, toKey }: UnderstandOptions): readonly Word[] {
	const { text, start, end } = word;
	const [first, rest] = [text.slice(0, 1), text.slice(1)];
	const isModifier = () => rules.people.has(first) || vocabulary.findValues(toKey(first)).some(isChoice);
	if (!isHan(first) || rest === '' || rules.stopWords.has(first) || !isModifier()) return [word];
	const hasTitles = (of: string) => vocabulary.countTitles(of, []).titleCount > 0;
	const isWhole = rules.people.has(text) || vocabulary.findValues(toKey(text)).length > 0;
	if (isWhole || hasTitles(text) || !hasTitles(rest)) return [word];
	return [
		{ text: first, start, end: start + 1 },
		{ text: rest, start: start + 1, end },
	];
}

/** Digits, or letters behind a point. */
const sizePattern = /^(\p{L}{2,})(?:(\d[\d.,/]*)|\.(\d[\d.,/]*|\d?[xsml]{1,4}))$/u;

/** A word for sizes that is written together with one: gr.38, talla42. */
function splitSize(word: Word, { fieldNames }: LanguageRules): readonly Word[] {
	const [, name = '', digits, size = digits ?? ''] = sizePattern.exec(word.text) ?? [];
	if (fieldNames.get(name) !== 'size') return [word];
	const start = word.end - size.length;
	return [
		{ text: name, start: word.start, end: word.start + name.length },
		{ text: size, start, end: word.end },
	];
}

/** Whether a dictionary knows a longer word there, in scripts without blanks: 非洲. */
function isWithinWord(words: readonly Word[], span: Span): boolean {
	return words.some(
		(word) =>
			word.isUnknown !== true &&
			unspacedPattern.test(word.text) &&
			overlaps(word, span) &&
			(word.start < span.start || word.end > span.end),
	);
}

/** Attributes are preferences where no other words are left. */
function loosen(
	asked: Understanding,
	others: readonly QueryPart[],
	attributes: readonly QueryPart[],
): readonly QueryPart[] {
	if (hasWords(asked, [...others, ...attributes.filter(({ isStrict }) => isStrict)])) return attributes;
	return attributes.map((part) => ({ ...part, isStrict: false }));
}

/** Whether words are left that a search needs. */
function hasWords({ words, rules }: Understanding, parts: readonly QueryPart[]): boolean {
	const isTaken = (word: Span) =>
		parts.some((part) => part.compound === undefined && overlaps(part, word) && part.end >= word.end);
	return words.some((word) => !rules.stopWords.has(word.text) && !isTaken(word));
}

/**
 * The text without the parts that are said by no words of items: bounds of prices, what is left out, and strict
 * attributes that are no parts of words. A blank takes their place, so that a word before them is complete.
 */
export function toRemainingText(text: string, parts: readonly QueryPart[]): string {
	let rest = '';
	let at = 0;
	for (const { kind, start, end, isStrict, compound } of parts) {
		if (kind === 'attribute' && (!isStrict || compound !== undefined)) continue;
		rest += `${text.slice(at, start)} `;
		at = end;
	}
	return rest + text.slice(at);
}
