/**
 * Where does a query bound the price?
 *
 *     headphones under 200      price < 200            kids under 5, under 5 kg, under armour: words
 *     tv from 300 to 500 €      300 ≤ price ≤ 500      laptop from 2023: words
 *     watch under 10k           price < 10000          tv under 4k, where titles say 4k: words
 *     not over 50 €             price ≤ 50             not between 30 and 50: words
 *     over 40 and under 60      40 < price < 60
 *     about 50 €, 50 €          a preference for 40 ≤ price ≤ 60
 *     under a hundred dollars   price < 100, as is `under a hundred` at the end; under a hundred stars: words
 *
 * A wording that stands in titles together with its neighbours in the query is part of a name.
 */
import type { NumberBounds } from '../../domain/query/understood-part.ts';
import { type Amount, type MaskedText, maskAmounts, readAmount } from './amount.ts';
import type { BoundName, BoundRule, Plainness } from './language-rules.ts';
import { isBlank, overlaps, type QueryPart, type Span, type Word } from './part.ts';
import { findDenialBefore, findWordBefore, type Understanding } from './understanding.ts';
import { findWording } from './wording.ts';

interface Bounded extends Span {
	readonly bounds: NumberBounds;
	readonly hasCurrency: boolean;
	/** Whether it is a bound, and not a price that is only near. */
	readonly isStrict: boolean;
	/** Whether it bounds the price without another bound beside it. */
	readonly isPlain: boolean;
	/** The digits of the first amount. */
	readonly amountText: string;
}

/** Without a currency, a weak wording at the end of a query needs an amount from here on. */
const weakAmountMin = 20;
const childAgeMax = 18;
/** A price that is named without a bound is met within this share of it. */
const nearShare = 0.2;
const agedPeople: ReadonlySet<string | undefined> = new Set(['child', 'boy', 'girl', 'toddler', 'baby']);

/** Price bounds in the order of the text, outside what is taken; none in an index without prices. Cost: O(rules · length). */
export function findPrices(asked: Understanding, taken: readonly Span[]): QueryPart[] {
	const { plain, rules, vocabulary } = asked;
	const [first, ...others] = vocabulary.priceFields;
	if (first === undefined || !(/\d/.test(plain) || rules.amounts.wordsPattern.test(plain))) return [];
	const text = maskAmounts(plain, rules.amounts);
	const matches = rules.bounds.flatMap((rule) => matchRule(asked, rule, text));
	const isFree = (match: Span) => !taken.some((other) => overlaps(match, other));
	const found = [...joinBounds(asked, matches), ...matches].filter((match) => match.isPlain && isFree(match));
	found.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
	const chosen: Bounded[] = [];
	for (const match of found) if (!chosen.some((other) => overlaps(match, other))) chosen.push(match);
	return chosen
		.filter((match) => (match.hasCurrency && match.isStrict) || !isName(asked, match))
		.sort((a, b) => a.start - b.start)
		.map(({ start, end, bounds, isStrict }) => {
			const condition = { kind: 'numbers', fieldNames: [first, ...others], bounds } as const;
			return { kind: 'price', start, end, isStrict, condition };
		});
}

function matchRule(asked: Understanding, rule: BoundRule, { masked, spans }: MaskedText): Bounded[] {
	const { plain, rules } = asked;
	return findWording(masked, rule.wording).flatMap((span) => {
		const texts = spans.filter((amount) => overlaps(amount, span)).map(({ start, end }) => plain.slice(start, end));
		const amounts: readonly (Amount | undefined)[] = texts.map((text) => readAmount(text, rules.amounts));
		return isComplete(amounts) ? (toBounded(asked, rule, { span, texts, amounts }) ?? []) : [];
	});
}

function isComplete(amounts: readonly (Amount | undefined)[]): amounts is readonly Amount[] {
	return amounts.every((amount) => amount !== undefined);
}

interface Match {
	readonly span: Span;
	/** Of each amount. */
	readonly texts: readonly string[];
	readonly amounts: readonly Amount[];
}

/** Undefined where the numbers are no prices. */
function toBounded(asked: Understanding, rule: BoundRule, match: Match): Bounded | undefined {
	const { span, texts, amounts } = match;
	const before = findWordBefore(asked, span);
	const isPrice = before !== undefined && asked.rules.priceWords.has(before.text);
	const hasCurrency = amounts.some((amount) => amount.hasCurrency);
	if (!hasCurrency && (isOtherNumber(asked, rule, match) || isNamedThousand(asked, texts, amounts))) return undefined;
	// Behind a word for prices, an amount alone may be anything: budget 2023.
	const isNamed = hasCurrency || (isPrice && !(rule.bound === 'about' && rule.plainness === 'currency'));
	const plainness = isNamed ? 'plain' : toPlainness(rule, amounts);
	if (plainness === 'currency' || (plainness === 'weak' && !amounts.every(isLikelyPrice))) return undefined;
	const denial = findDenialBefore(asked, span.start);
	if (denial !== undefined && (rule.bound === 'between' || rule.bound === 'about')) return undefined;
	return {
		start: denial?.start ?? (isPrice ? before.start : span.start),
		end: span.end,
		bounds: toBounds(denial === undefined ? rule.bound : opposites[rule.bound], amounts),
		hasCurrency: hasCurrency || isPrice,
		isStrict: rule.bound !== 'about',
		isPlain: plainness === 'plain' || isBlank(asked.plain.slice(span.end)),
		amountText: texts[0]?.trim() ?? '',
	};
}

/** Numbers in words are parts of names more often than digits are. */
function toPlainness({ plainness }: BoundRule, amounts: readonly Amount[]): Plainness {
	return plainness === 'plain' && amounts.some(({ isInWords }) => isInWords) ? 'weak' : plainness;
}

const opposites = {
	below: 'atLeast',
	atMost: 'above',
	above: 'atMost',
	atLeast: 'below',
	between: 'between',
	about: 'about',
} as const;

/** A lower and an upper bound beside each other are one, where either is plain: over 40 and under 60. */
function joinBounds(asked: Understanding, matches: readonly Bounded[]): Bounded[] {
	return matches.flatMap((first) =>
		matches
			.filter((second) => (first.isPlain || second.isPlain) && isRange(first, second) && isJoined(asked, first, second))
			.map((second) => ({
				start: first.start,
				end: second.end,
				bounds: { ...first.bounds, ...second.bounds },
				hasCurrency: first.hasCurrency || second.hasCurrency,
				isStrict: true,
				isPlain: true,
				amountText: first.amountText,
			})),
	);
}

function isRange(first: Bounded, second: Bounded): boolean {
	const { gte, gt, lte, lt } = { ...first.bounds, ...second.bounds };
	const [low, high] = [gte ?? gt, lte ?? lt];
	const isEachOne = [first, second].every(({ bounds }) => Object.keys(bounds).length === 1);
	return isEachOne && low !== undefined && high !== undefined && low < high;
}

/** Whether nothing or one filler is between them. */
function isJoined({ plain, rules }: Understanding, first: Span, second: Span): boolean {
	if (first.end > second.start) return false;
	const between = plain.slice(first.end, second.start).replace(/^[,;]/, '').trim();
	return between === '' || between === '&' || rules.stopWords.has(between);
}

function isLikelyPrice({ value, isYear }: Amount): boolean {
	return value >= weakAmountMin && !isYear;
}

/** Whether the number is a quantity, a size or an age. */
function isOtherNumber(asked: Understanding, rule: BoundRule, { span, amounts }: Match): boolean {
	const { plain, words, rules } = asked;
	if (/^\s*(?:["'%°]|-\p{L})/u.test(plain.slice(span.end))) return true;
	const after = words.find(({ start }) => start >= span.end);
	if (after !== undefined && isBlank(plain.slice(span.end, after.start))) {
		const isUnit = rules.unitOf(after.text) !== undefined && !rules.stopWords.has(after.text);
		if (isUnit || rules.countedWords.has(after.text)) return true;
	}
	const before = findWordBefore(asked, span)?.text ?? '';
	if (isSize(asked, rule, span)) return true;
	const isAge = agedPeople.has(rules.people.get(before)) || rules.fieldNames.get(before) === 'age';
	return isAge && amounts.every(({ value }) => value <= childAgeMax);
}

/** Whether the bound is that of a size, or goes on with one: taglia 42 fino a 46, and not size 10 under 50. */
function isSize(asked: Understanding, { bound }: BoundRule, span: Span): boolean {
	const isName = (word: Word | undefined) => word !== undefined && asked.rules.fieldNames.get(word.text) === 'size';
	const before = findWordBefore(asked, span);
	if (isName(before)) return true;
	const goesOn = bound !== 'below' && bound !== 'above' && before !== undefined && /^\d/.test(before.text);
	return goesOn && isName(findWordBefore(asked, before));
}

/** Whether titles have one of the amounts as it was typed, with its `k`. */
function isNamedThousand({ vocabulary }: Understanding, texts: readonly string[], amounts: readonly Amount[]): boolean {
	return texts.some((text, index) => {
		const typed = text.trim();
		return amounts[index]?.isInThousands === true && vocabulary.countTitles(typed, [typed]).titleCount > 0;
	});
}

function toPrice(amount: number): number {
	return Number(amount.toFixed(2));
}

function toBounds(bound: BoundName, amounts: readonly Amount[]): NumberBounds {
	const values = amounts.map(({ value }) => value);
	const [low, high] = [Math.min(...values), Math.max(...values)];
	if (bound === 'between') return { gte: low, lte: high };
	if (bound === 'about') return { gte: toPrice(low * (1 - nearShare)), lte: toPrice(high * (1 + nearShare)) };
	if (bound === 'below') return { lt: low };
	if (bound === 'atMost') return { lte: low };
	return bound === 'above' ? { gt: low } : { gte: low };
}

/** Whether a title has the wording with a word beside it in the query, or alone where nothing else was typed. */
function isName(asked: Understanding, { start, end, amountText, isStrict }: Bounded): boolean {
	const { text, plain, words, vocabulary } = asked;
	if (isStrict && !/\p{L}/u.test(plain.slice(start, end))) return false;
	const before = findWordBefore(asked, { start, end });
	const after = words.find((word) => word.start >= end);
	const phrases = [
		...(before === undefined ? [] : [text.slice(before.start, end)]),
		...(after === undefined ? [] : [text.slice(start, after.end)]),
	];
	return vocabulary.countTitles(amountText, phrases.length === 0 ? [text.slice(start, end)] : phrases).phraseCount > 0;
}
