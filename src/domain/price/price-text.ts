/**
 * Which number does the text of a price stand for?
 *
 *     "10.00"  "19,90 €"  "1.234,56 EUR"  "$1,299"  "CHF 1'299.-"  "1 299,00 kr"  "₹1,23,456.00"  "٣٬٩٩٩٫٥٠ ر.س"
 *
 * A text is split into what precedes its digits, the digits with the signs between them, and what follows. The outer
 * parts may name a currency and nothing else: "from 10", "10 kg" and "10-20" are not prices.
 *
 * The text almost always shows which sign is the decimal sign: of two different signs it is the last one, and a sign
 * that occurs twice is not it. Only a single sign with exactly three digits after it, as in `1.299`, is ambiguous:
 *
 *     the currency has no decimals                     thousands
 *     it is the locale's sign for thousands            thousands     1.299 in German, 1,299 in English
 *     the currency has three decimals                  decimals
 *     a currency stands beside it                      thousands     $1,299: shops do not show tenths of a cent
 *     it is the locale's decimal sign                  decimals      1.299 in English, 1,299 in German
 *     it is neither, such as the point in French       thousands
 */
import { createCache } from '../../lib/cache.ts';
import { isCurrencyText } from './currency-words.ts';
import { surePoint, toPlainCharacters } from './plain-characters.ts';
import { type NumberSigns, type PriceFormat, toNumberSigns } from './price-format.ts';

/** The number; null for a blank text, which is not a price; undefined for a text that is not a number. */
export type PriceReading = number | null | undefined;

/** Longer texts are not prices. */
const textLengthMax = 64;

/** What programs write. Three decimals are left to the rules above. */
const plainPattern = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/;
/**
 * Matches most prices in a single step: Latin digits with a unit before or after. A large import has millions of
 * prices.
 */
const usualPattern = /^([^\d.,'+-]{0,8}?)(\d(?:[\d.,' \u00a0\u202f]*\d)?)([^\d.,'+-]{0,8})$/;
/** Numeric characters that are not decimal digits, as in `19⁹⁹` and `1½`. */
const otherNumbers = /\p{No}/u;

/**
 * The number in a text, with or without a currency beside it, by the rules of `format`. It may be negative; callers
 * decide whether that is a valid price. Cost: O(length), about 50 ns for what programs write.
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

/** The number in a text without a currency, such as a boost or a stock. */
export function readNumber(text: string, format: PriceFormat): PriceReading {
	return text.length <= textLengthMax && /[\p{L}\p{Sc}]/u.test(text) ? undefined : readPrice(text, format);
}

const usualUnits = createCache<string, boolean>({ entriesMax: 1_000 });

/** As `isCurrencyText`, cached for texts that recur. */
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
	/** Begins and ends with a digit, except for a sign before decimals without an integer part. */
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
	// `Fr.19` has an abbreviation before the digits, `$.99` has decimals.
	const isPoint = /(?:^|[^\p{L}])[.,\u066b]$/u.test(before);
	// The dash of `19.-`, `19,–`, `19,--`, `19:-` and `19/-` replaces the decimals.
	return {
		before: isPoint ? before.slice(0, -1) : before,
		digits: isPoint ? before.slice(-1) + digits : digits,
		after: after.replace(/^\s?(?:[.,\u066b]-{0,2}|[:/]-)/u, ''),
	};
}

const digitsPattern = /^(?:[.,\u066b]\d+|\d+(?:[.,' \u066b]\d+)*)$/u;

interface DigitRules {
	readonly signs: NumberSigns;
	/** Whether a currency stands beside the digits, as in prices for shoppers. */
	readonly isShown: boolean;
}

function parseDigits(text: string, rules: DigitRules): number | undefined {
	// The escudo of Cape Verde uses its sign as decimal point: 1.500$00.
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
	/** Their indexes, ascending. */
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

/**
 * The number of groups of three digits, or of two before the last three as in India, all separated by the same sign. An
 * empty text is zero.
 */
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
