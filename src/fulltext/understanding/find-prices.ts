/**
 * Where does a query bound the price?
 *
 *     headphones under 200      price < 200            kids under 5, under 5 kg, under armour: words
 *     tv from 300 to 500 €      300 ≤ price ≤ 500      laptop from 2023: words
 *     watch under 10k           price < 10000          tv under 4k, where titles say 4k: words
 *
 * A wording that stands in titles together with its neighbours in the query is part of a name.
 */
import type { NumberBounds } from '../../domain/query/understood-part.ts';
import { type Amount, type MaskedText, maskAmounts, readAmount } from './amount.ts';
import type { BoundName, BoundRule } from './language-rules.ts';
import { overlaps, type QueryPart, type Span, type Word } from './part.ts';
import type { Understanding } from './understanding.ts';

interface Bounded extends Span {
	readonly bounds: NumberBounds;
	readonly hasCurrency: boolean;
	/** The digits of the first amount. */
	readonly amountText: string;
}

/** Without a currency, a weak wording at the end of a query needs an amount from here on. */
const weakAmountMin = 20;
const childAgeMax = 18;
const agedPeople: ReadonlySet<string | undefined> = new Set(['child', 'boy', 'girl', 'toddler', 'baby']);

/** Price bounds in the order of the text; none in an index without prices. Cost: O(rules · length). */
export function findPrices(asked: Understanding): QueryPart[] {
	const { plain, rules, vocabulary } = asked;
	const [first, ...others] = vocabulary.priceFields;
	if (first === undefined || !/\d/.test(plain)) return [];
	const text = maskAmounts(plain, rules.amountPattern);
	const found = rules.bounds.flatMap((rule) => matchRule(asked, rule, text));
	found.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
	const chosen: Bounded[] = [];
	for (const match of found) if (!chosen.some((other) => overlaps(match, other))) chosen.push(match);
	return chosen
		.filter((match) => match.hasCurrency || !isName(asked, match))
		.sort((a, b) => a.start - b.start)
		.map(({ start, end, bounds }) => {
			const condition = { kind: 'numbers', fieldNames: [first, ...others], bounds } as const;
			return { kind: 'price', start, end, isStrict: true, condition };
		});
}

function matchRule(asked: Understanding, rule: BoundRule, { masked, spans }: MaskedText): Bounded[] {
	const { plain, rules } = asked;
	if (!plain.includes(rule.literal)) return [];
	return Array.from(masked.matchAll(rule.pattern)).flatMap((match) => {
		const span = { start: match.index, end: match.index + match[0].length };
		const texts = spans.filter((amount) => overlaps(amount, span)).map(({ start, end }) => plain.slice(start, end));
		const amounts: readonly (Amount | undefined)[] = texts.map((text) => readAmount(text, rules.code));
		if (!isComplete(amounts)) return [];
		const hasCurrency = amounts.some((amount) => amount.hasCurrency);
		const before = findBefore(asked, span);
		const isPrice = before !== undefined && rules.priceWords.has(before.text);
		if (!hasCurrency && isOtherNumber(asked, span, amounts)) return [];
		if (!hasCurrency && isNamedThousand(asked, texts, amounts)) return [];
		if (!hasCurrency && !isPrice && !isPlain(asked, { rule, span, amounts })) return [];
		return {
			start: isPrice ? before.start : span.start,
			end: span.end,
			bounds: toBounds(rule.bound, amounts),
			hasCurrency: hasCurrency || isPrice,
			amountText: texts[0]?.trim() ?? '',
		};
	});
}

function isComplete(amounts: readonly (Amount | undefined)[]): amounts is readonly Amount[] {
	return amounts.every((amount) => amount !== undefined);
}

interface Match {
	readonly rule: BoundRule;
	readonly span: Span;
	readonly amounts: readonly Amount[];
}

function isPlain({ plain }: Understanding, { rule, span, amounts }: Match): boolean {
	if (rule.plainness === 'currency') return false;
	if (rule.plainness === 'plain') return true;
	const isAtEnd = plain.slice(span.end).trim() === '';
	return isAtEnd && amounts.every(({ value }) => value >= weakAmountMin && !isYear(value));
}

function isYear(value: number): boolean {
	return Number.isInteger(value) && value >= 1900 && value < 2100;
}

/** Whether the number is a quantity, a size or an age. */
function isOtherNumber(asked: Understanding, span: Span, amounts: readonly Amount[]): boolean {
	const { plain, words, rules } = asked;
	if (/^\s*(?:["'%°]|-\p{L})/u.test(plain.slice(span.end))) return true;
	const after = words.find(({ start }) => start >= span.end);
	if (after !== undefined && isBlank(plain.slice(span.end, after.start))) {
		const isUnit = rules.unitOf(after.text) !== undefined && !rules.stopWords.has(after.text);
		if (isUnit || rules.countedWords.has(after.text)) return true;
	}
	const before = findBefore(asked, span)?.text ?? '';
	const isAge = agedPeople.has(rules.people.get(before)) || rules.fieldNames.get(before) === 'age';
	return isAge && amounts.every(({ value }) => value <= childAgeMax);
}

/** Whether titles have one of the amounts as it was typed, with its `k`. */
function isNamedThousand({ vocabulary }: Understanding, texts: readonly string[], amounts: readonly Amount[]): boolean {
	return texts.some((text, index) => {
		const typed = text.trim();
		return amounts[index]?.isInThousands === true && vocabulary.countTitles(typed, [typed]).titleCount > 0;
	});
}

function isBlank(text: string): boolean {
	return text.trim() === '';
}

/** The word directly before a span. */
function findBefore({ plain, words }: Understanding, { start }: Span): Word | undefined {
	const before = words.findLast(({ end }) => end <= start);
	return before !== undefined && /^[\s:]*$/.test(plain.slice(before.end, start)) ? before : undefined;
}

function toBounds(bound: BoundName, amounts: readonly Amount[]): NumberBounds {
	const values = amounts.map(({ value }) => value);
	const [low, high] = [Math.min(...values), Math.max(...values)];
	if (bound === 'between') return { gte: low, lte: high };
	if (bound === 'below') return { lt: low };
	if (bound === 'atMost') return { lte: low };
	return bound === 'above' ? { gt: low } : { gte: low };
}

/** Whether a title has the wording with a word beside it in the query, or alone where nothing else was typed. */
function isName(asked: Understanding, { start, end, amountText }: Bounded): boolean {
	const { text, plain, words, vocabulary } = asked;
	if (!/\p{L}/u.test(plain.slice(start, end))) return false;
	const before = findBefore(asked, { start, end });
	const after = words.find((word) => word.start >= end);
	const phrases = [
		...(before === undefined ? [] : [text.slice(before.start, end)]),
		...(after === undefined ? [] : [text.slice(start, after.end)]),
	];
	return vocabulary.countTitles(amountText, phrases.length === 0 ? [text.slice(start, end)] : phrases).phraseCount > 0;
}
