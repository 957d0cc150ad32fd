/** Amounts of money in plain text: `200`, `€ 1.299,90`, `200 euros`, `1 000 zl`, `1,5k`, `2万円`. */
import { readPrice } from '../../domain/price/price-text.ts';

/** Names of currencies that shoppers write in many languages. Other codes (`all`, `top`) are words as well. */
const currencyNames =
	'eur euro euros usd us$ dollar dollars gbp chf pln sek nok dkk czk jpy cny rmb inr aud cad brl mxn zl kr rs 円 元 块 圆'.split(
		' ',
	);
const grouped = String.raw`\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)`;
const plain = String.raw`\d+(?:[.,]\d{1,2})?(?!\d)`;
const myriads: Readonly<Record<string, number>> = { 万: 10_000, 萬: 10_000, 千: 1_000, k: 1_000 };

/**
 * The source of a pattern without groups for an amount with or without a currency. Thousands are separated by a blank
 * only beside a currency.
 */
export function amountSource(currencies: readonly string[]): string {
	const names = [...currencies, ...currencyNames]
		.sort((a, b) => b.length - a.length)
		.map((name) => RegExp.escape(name));
	const currency = String.raw`(?:\p{L}{0,2}\p{Sc}\p{L}{0,2}|(?:${names.join('|')})(?![a-z0-9]))`;
	const spacedDigits = String.raw`\d{1,3}(?: \d{3})+(?=\s*${currency})`;
	return String.raw`(?:${currency}\s*)?(?<![\d.,])(?:${spacedDigits}|${grouped}|${plain})(?:k(?![\p{L}\p{N}])|\s*[万萬千])?(?:[,.:]-)?(?:\s*${currency})?`;
}

export interface Amount {
	readonly value: number;
	readonly hasCurrency: boolean;
	/** Whether it was typed in thousands with a `k`, as other numbers are: 4k, 3000k. */
	readonly isInThousands: boolean;
}

/** The value of a text that matched `amountSource`; undefined when its digits are no number. */
export function readAmount(text: string, locale: string): Amount | undefined {
	const [, before = '', digits = '', myriad = '', after = ''] =
		/^(\D*)(\d[\d.,'\u00a0\u202f ]*?)\s*([万萬千]|k(?!\p{L})|)(?:[,.:]-)?([^\d]*)$/u.exec(text) ?? [];
	const hasCurrency = before.trim() !== '' || after.trim() !== '';
	const value = readPrice(hasCurrency ? `${digits} €` : digits, { locale, currency: 'EUR' });
	if (value === undefined || value === null) return undefined;
	return { value: value * (myriads[myriad] ?? 1), hasCurrency, isInThousands: myriad === 'k' };
}
