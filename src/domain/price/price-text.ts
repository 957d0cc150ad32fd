/**
 * Which number does a text say that a shop sends as a price?
 *
 *     "10.00"  "19,90 €"  "1.234,56 EUR"  "$1,299"  "CHF 1'299.-"  "1 299,00 kr"  "₹1,23,456.00"  "٣٬٩٩٩٫٥٠ ر.س"
 *
 * A text is taken apart into what stands before its digits, the digits with the signs between them, and what stands
 * behind. The outer parts may name a currency and nothing else: "from 10", "10 kg" and "10-20" are not one price.
 *
 * Which sign stands before the decimals is almost always plain from the text: of two different signs the last one, and a
 * sign that comes twice does not. Only one sign with exactly three digits behind it, as in `1.299`, can mean both:
 *
 *     the currency has no decimals                  thousands
 *     the locale writes thousands so                thousands     1.299 in German, 1,299 in English
 *     the currency has three decimals               decimals
 *     a currency stands beside it                   thousands     $1,299: nobody shows tenths of a cent to a shopper
 *     the locale writes decimals so                 decimals      1.299 in English, 1,299 in German
 *     it does neither, as French with the point     thousands
 */
import { createCache } from '../../lib/cache.ts';
import { isCurrencyText } from './currency-words.ts';
import { surePoint, toPlainCharacters } from './plain-characters.ts';
import { type NumberSigns, type PriceFormat, toNumberSigns } from './price-format.ts';

/** The number; null for a text without anything in it, which is no price; undefined for one that says no number. */
export type PriceReading = number | null | undefined;

/** A longer text is no price. */
const textLengthMax = 64;

/** What programs write. Three decimals are left to the rules. */
const plainPattern = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/;
/** Latin digits with what shops mostly write beside them, in one look: a large import has millions of prices. */
const usualPattern = /^([^\d.,'+-]{0,8}?)(\d(?:[\d.,' \u00a0\u202f]*\d)?)([^\d.,'+-]{0,8})$/;
/** Digits of a number that are not digits of a decimal number: of `19⁹⁹` and `1½`. */
const otherNumbers = /\p{No}/u;

/**
 * The number a text says, with or without a currency beside it, by the rules of `format`. A negative number is one;
 * whether it can be a price is for the caller to say. Cost: O(length), some 50 ns for what programs write.
 */
export function readPrice(text: string, format: PriceFormat): PriceReading {
	if (plainPattern.test(text)) return Number(text);
	const usual = text.length > textLengthMax ? null : usualPattern.exec(text);
	const [, unitBefore, usualDigits, unitAfter] = usual ?? [];
	if (usualDigits !== undefined && isUsualUnit(unitBefore, format) && isUsualUnit(unitAfter, format)) {
		const isShown = text.trim().length > usualDigits.length;
		return parseDigits(usualDigits.replace(/\s/gu, ' '), { signs: toNumberSigns(format), isShown });
	}
	const parts = splitPrice(text);
	if (parts === null || parts === undefined) return parts;
	const { before, digits, after } = parts;
	const sign = /^\s*([-+]?)(.*?)([-+]?)\s*$/su.exec(before);
	const [, outer = '', unit = '', inner = ''] = sign ?? [];
	if (outer !== '' && inner !== '') return undefined;
	if (!isCurrencyText(unit, format) || !isCurrencyText(after, format)) return undefined;
	const number = parseDigits(digits, { signs: toNumberSigns(format), isShown: unit.trim() + after.trim() !== '' });
	if (number === undefined) return undefined;
	return outer + inner === '-' && number !== 0 ? -number : number;
}

/** The number of a text that names no currency: of a boost, a stock. */
export function readNumber(text: string, format: PriceFormat): PriceReading {
	return text.length <= textLengthMax && /[\p{L}\p{Sc}]/u.test(text) ? undefined : readPrice(text, format);
}

const usualUnits = createCache<string, boolean>({ entriesMax: 1_000 });

/** Whether it says a currency or nothing, as `isCurrencyText`, for texts that come again and again. */
function isUsualUnit(text = '', format: PriceFormat): boolean {
	if (text === '' || text === ' ') return true;
	const key = `${format.currency} ${format.locale} ${text}`;
	let isUsual = usualUnits.get(key);
	if (isUsual === undefined) {
		isUsual = !/\p{N}/u.test(text) && isCurrencyText(toPlainCharacters(text), format);
		usualUnits.set(key, isUsual);
	}
	return isUsual;
}

interface PriceParts {
	readonly before: string;
	/** Begins and ends with a digit, but for a sign that stands before decimals without an integer. */
	readonly digits: string;
	readonly after: string;
}

function splitPrice(text: string): PriceParts | null | undefined {
	if (text.length > textLengthMax) return text.trim() === '' ? null : undefined;
	if (otherNumbers.test(text)) return undefined;
	const plain = toPlainCharacters(text);
	if (plain.trim() === '') return null;
	const match = /^(\D*)(\d(?:.*\d)?)(\D*)$/su.exec(plain);
	if (match === null) return undefined;
	const [, before = '', digits = '', after = ''] = match;
	// `Fr.19` has a short form in front, `$.99` has decimals.
	const isPoint = /(?:^|[^\p{L}])[.,\u066b]$/u.test(before);
	// The dash of `19.-`, `19,–`, `19,--`, `19:-` and `19/-` stands for the decimals.
	return {
		before: isPoint ? before.slice(0, -1) : before,
		digits: isPoint ? before.slice(-1) + digits : digits,
		after: after.replace(/^\s?(?:[.,\u066b]-{0,2}|[:/]-)/u, ''),
	};
}

const digitsPattern = /^(?:[.,\u066b]\d+|\d+(?:[.,' \u066b]\d+)*)$/u;

interface DigitRules {
	readonly signs: NumberSigns;
	/** Whether a currency stands beside the digits, as it does for shoppers. */
	readonly isShown: boolean;
}

function parseDigits(text: string, rules: DigitRules): number | undefined {
	// The escudo of Cape Verde has its sign for a point: 1.500$00.
	const digits = text.replace(/(?<=\d)\$(?=\d\d$)/, surePoint);
	if (!digitsPattern.test(digits)) return undefined;
	const signs = [...digits.matchAll(/\D/gu)].map(({ index }) => index);
	const last = signs.at(-1);
	if (last === undefined) return Number(digits);
	if (!isDecimalPoint(digits, { signs, last, rules })) return parseGroups(digits);
	const whole = parseGroups(digits.slice(0, last));
	return whole === undefined ? undefined : Number(`${whole}.${digits.slice(last + 1)}`);
}

interface Separators {
	/** Where they stand, in ascending order. */
	readonly signs: readonly number[];
	readonly last: number;
	readonly rules: DigitRules;
}

function isDecimalPoint(digits: string, { signs, last, rules }: Separators): boolean {
	const sign = digits[last] as string;
	if (sign === surePoint) return true;
	if (sign !== '.' && sign !== ',') return false;
	if (signs.length > 1) return signs.every((at) => at === last || digits[at] !== sign);
	const isAmbiguous = digits.length - last === 4 && /^[1-9]\d{0,2}$/.test(digits.slice(0, last));
	return !isAmbiguous || isDecimalSign(sign, rules);
}

function isDecimalSign(sign: string, { signs: { decimal, group, decimalCount }, isShown }: DigitRules): boolean {
	if (decimalCount === 0 || sign === group) return false;
	return decimalCount >= 3 || (sign === decimal && !isShown);
}

/** Groups of three digits, or of two before the last three as in India; all behind the same sign. Empty is zero. */
function parseGroups(text: string): number | undefined {
	const [first = '', ...others] = text.split(/\D/u);
	if (others.length === 0) return Number(first);
	const signs = new Set(text.replaceAll(/\d/gu, ''));
	const isSameSign = signs.size === 1;
	const lengths = others.map(({ length }) => length);
	const size = lengths[0] === 2 && lengths.length > 1 && !signs.has('.') ? 2 : 3;
	const isEven = lengths.every((length, index) => length === (index === lengths.length - 1 ? 3 : size));
	const isWhole = isSameSign && isEven && first.length <= size && !first.startsWith('0');
	return isWhole ? Number(first + others.join('')) : undefined;
}
