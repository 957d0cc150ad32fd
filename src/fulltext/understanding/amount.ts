/** Amounts of money in plain text: `200`, `€ 1.299,90`, `200 euros`, `1 000 zl`, `1,5k`, `2万円`, `a hundred`. */
import { readPrice } from '../../domain/price/price-text.ts';
import { createNumberWords, type NumberWords } from './number-words.ts';
import { type Span, unspacedPattern } from './part.ts';

/** Names of currencies that shoppers write in many languages. Other codes (`all`, `top`) are words as well. */
const currencyNames =
	'eur euro euros usd us$ dollar dollars gbp chf pln sek nok dkk czk jpy cny rmb inr aud cad brl mxn zl kr rs 円 元 块 圆'.split(
		' ',
	);
const grouped = String.raw`(?:\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+)(?:[.,]\d{1,2})?(?!\d)`;
const plain = String.raw`\d+(?:[.,]\d{1,2})?(?!\d)`;
const spaced = String.raw`[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d{1,2})?(?![\d\p{L}])`;
/** What stands for the decimals of a whole amount: `50,-`, `50:-`. */
const dash = String.raw`[,.:]-(?![\d-])`;
const myriads: Readonly<Record<string, number>> = { 万: 10_000, 萬: 10_000, 千: 1_000 };
const myriadSource = String.raw`\s*(?:[万萬](?:\d{2,4}|\d千?)|[万萬千])(?!\d)`;

/** How amounts are written in a language. */
export interface AmountRules {
	readonly code: string;
	/** Global. */
	readonly pattern: RegExp;
	/** The beginning of what stands behind the digits of an amount, where it counts thousands. */
	readonly thousandPattern: RegExp;
	/** Matches text with an amount in words. */
	readonly wordsPattern: RegExp;
	readonly numberWords: NumberWords;
}

export interface AmountWords {
	readonly code: string;
	/** Names of currencies in plain text, besides those that are known everywhere. */
	readonly currencies: readonly string[];
	/** Words for a thousand in plain text. */
	readonly thousands: readonly string[];
	/** Words for numbers by their value. */
	readonly numbers: Readonly<Record<number, string>>;
}

/**
 * Amounts with or without a currency, in plain text. A currency that is a word begins at no letter before it, except in
 * scripts without blanks. The pattern takes milliseconds to compile, as does each that has it as a part.
 */
export function toAmountRules({ code, currencies, thousands, numbers }: AmountWords): AmountRules {
	const names = [...currencies, ...currencyNames]
		.sort((a, b) => b.length - a.length)
		.map((name) => RegExp.escape(name));
	const start = String.raw`(?<!(?!${unspacedPattern.source})\p{L})`;
	const named = `${start}(?:${names.join('|')})(?![a-z0-9])`;
	const currency = String.raw`(?:(?:${start}[a-z]{0,2})?\p{Sc}[a-z]{0,2}|${named})`;
	const digits = String.raw`(?<![\d.,])(?:${spaced}|${grouped}|${plain})`;
	// After a blank, a `k` stands for a thousand only at the end and before a currency: 20 k cups.
	const k = String.raw`k|\s+k(?=\s*(?:$|${currency}))`;
	const words = thousands.map((word) => String.raw`\s*${RegExp.escape(word)}`);
	const thousand = String.raw`(?:${[k, ...words].join('|')})(?![\p{L}\p{N}])`;
	const numberWords = createNumberWords(numbers);
	const counted = `${digits}(?:${thousand}|${myriadSource})?(?:${dash})?`;
	const source = String.raw`(?:${currency}\s*)?(?:${counted}|${numberWords.source})(?:\s*${currency})?`;
	return {
		code,
		pattern: new RegExp(source, 'gu'),
		thousandPattern: new RegExp(`^${thousand}`, 'u'),
		wordsPattern: new RegExp(numberWords.source, 'u'),
		numberWords,
	};
}

/** Text whose amounts are signs, so that wordings around amounts are looked up without reading amounts. */
export interface MaskedText {
	/** As long as the text: an amount is `amountSign` and what `amountRest` matches. */
	readonly masked: string;
	/** In the order of the text. */
	readonly spans: readonly Span[];
}

const amountSign = '\uE000';
const amountRest = '\uE001';
const signsPattern = new RegExp(`[${amountSign}${amountRest}]`, 'g');
/** Matches a whole amount in masked text. */
export const maskedAmountSource = `${amountSign}${amountRest}*(?!${amountRest})`;

export function maskAmounts(text: string, { pattern }: AmountRules): MaskedText {
	const spans: Span[] = [];
	const masked = text.replaceAll(signsPattern, ' ').replace(pattern, (amount: string, start: number) => {
		spans.push({ start, end: start + amount.length });
		return amountSign.padEnd(amount.length, amountRest);
	});
	return { masked, spans };
}

export interface Amount {
	readonly value: number;
	readonly hasCurrency: boolean;
	/** Whether it was typed in thousands with a `k`, as other numbers are: 4k, 3000k. */
	readonly isInThousands: boolean;
	/** Whether it may be a year: four digits and nothing else. */
	readonly isYear: boolean;
	/** Whether it was typed in words, where words stand apart. */
	readonly isInWords: boolean;
}

/** The value of a text that is an amount of a pattern; undefined when its digits are no number. */
export function readAmount(text: string, rules: AmountRules): Amount | undefined {
	const { code, thousandPattern } = rules;
	if (!/\d/.test(text)) return readWords(text, rules);
	const [, before = '', digits = '', after = ''] = /^(\D*)(\d(?:[\d.,'\u00a0\u202f ]*\d)?)(.*)$/su.exec(text) ?? [];
	const [, myriad = '', rest = '', thousands = ''] = /^\s*([万萬千])(\d*)(千?)/u.exec(after) ?? [];
	const [thousand = ''] = thousandPattern.exec(after) ?? [];
	const currencies = [before, after.slice((thousand || `${myriad}${rest}${thousands}`).length)];
	const hasCurrency = currencies.some((currency) => currency.trim() !== '');
	const value = readPrice(hasCurrency ? `${digits} €` : digits, { locale: code, currency: 'EUR' });
	if (value === undefined || value === null) return undefined;
	const factor = thousand === '' ? (myriads[myriad] ?? 1) : 1_000;
	// One digit alone counts thousands: 1万5千, 2万5.
	const added = Number(rest) * (rest.length === 1 ? 1_000 : 1);
	const isYear = factor === 1 && !hasCurrency && /^(?:19|20)\d\d$/.test(digits);
	return {
		value: value * factor + added,
		hasCurrency,
		isInThousands: thousand.trim() === 'k',
		isYear,
		isInWords: false,
	};
}

function readWords(text: string, { wordsPattern, numberWords }: AmountRules): Amount | undefined {
	const words = wordsPattern.exec(text)?.[0];
	if (words === undefined) return undefined;
	return {
		value: numberWords.read(words),
		hasCurrency: words !== text.trim(),
		isInThousands: false,
		isYear: false,
		isInWords: !unspacedPattern.test(words),
	};
}
