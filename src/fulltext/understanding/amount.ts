/** Amounts of money in plain text: `200`, `€ 1.299,90`, `200 euros`, `1 000 zl`, `1,5k`, `2万円`. */
import { readPrice } from '../../domain/price/price-text.ts';
import type { Span } from './part.ts';

/** Names of currencies that shoppers write in many languages. Other codes (`all`, `top`) are words as well. */
const currencyNames =
	'eur euro euros usd us$ dollar dollars gbp chf pln sek nok dkk czk jpy cny rmb inr aud cad brl mxn zl kr rs 円 元 块 圆'.split(
		' ',
	);
const grouped = String.raw`\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)`;
const plain = String.raw`\d+(?:[.,]\d{1,2})?(?!\d)`;
const myriads: Readonly<Record<string, number>> = { 万: 10_000, 萬: 10_000, 千: 1_000, k: 1_000 };

/**
 * A pattern of amounts with or without a currency, in plain text. Thousands are separated by a blank only beside a currency.
 * It takes milliseconds to compile, as does each that has it as a part.
 */
export function toAmountPattern(currencies: readonly string[]): RegExp {
	const names = [...currencies, ...currencyNames]
		.sort((a, b) => b.length - a.length)
		.map((name) => RegExp.escape(name));
	const currency = String.raw`(?:[a-z]{0,2}\p{Sc}[a-z]{0,2}|(?:${names.join('|')})(?![a-z0-9]))`;
	const spacedDigits = String.raw`\d{1,3}(?: \d{3})+(?=\s*${currency})`;
	const digits = String.raw`(?<![\d.,])(?:${spacedDigits}|${grouped}|${plain})`;
	const source = String.raw`(?:${currency}\s*)?${digits}(?:k(?![\p{L}\p{N}])|\s*[万萬千])?(?:[,.:]-)?(?:\s*${currency})?`;
	return new RegExp(source, 'gu');
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
/** Matches an amount in masked text. */
export const maskedAmountSource = `${amountSign}${amountRest}*`;

export function maskAmounts(text: string, pattern: RegExp): MaskedText {
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
}

/** The value of a text that is an amount; undefined when its digits are no number. */
export function readAmount(text: string, locale: string): Amount | undefined {
	const [, before = '', digits = '', myriad = '', after = ''] =
		/^(\D*)(\d[\d.,'\u00a0\u202f ]*?)\s*([万萬千]|k(?!\p{L})|)(?:[,.:]-)?([^\d]*)$/u.exec(text) ?? [];
	const hasCurrency = before.trim() !== '' || after.trim() !== '';
	const value = readPrice(hasCurrency ? `${digits} €` : digits, { locale, currency: 'EUR' });
	if (value === undefined || value === null) return undefined;
	return { value: value * (myriads[myriad] ?? 1), hasCurrency, isInThousands: myriad === 'k' };
}
