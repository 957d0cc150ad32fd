/** By which rules are the numbers read that a shop writes as text? By the locale and the currency of its search engine. */
import { createCache } from '../../lib/cache.ts';

/** Of a search engine, as `SearchEngine` has them. Plain data: it crosses threads. */
export interface PriceFormat {
	readonly locale: string;
	/** ISO 4217. */
	readonly currency: string;
}

/** What tells the two meanings of `1.299` apart. */
export interface NumberSigns {
	/** What the locale writes before the decimals of a price in Latin digits: `,` or `.`. */
	readonly decimal: string;
	/** What it writes between thousands; a space where that is any kind of space. */
	readonly group: string;
	/** Decimals of the currency: 2 of euros, 0 of yen, 3 of Kuwaiti dinars. */
	readonly decimalCount: number;
}

/** Of a search engine whose owner said nothing. */
export const defaultPriceFormat: PriceFormat = { locale: 'en', currency: 'EUR' };

const signsOfFormats = createCache<string, NumberSigns>({ entriesMax: 1_000 });

/** Two formats of one key read every text alike, but for the names of currencies. Cost: O(1) once a format is known. */
export function toPriceKey(format: PriceFormat): string {
	const { decimal, group, decimalCount } = toNumberSigns(format);
	return `${decimal}${group}${decimalCount}`;
}

export function toNumberSigns({ locale, currency }: PriceFormat): NumberSigns {
	const key = `${currency} ${locale}`;
	let signs = signsOfFormats.get(key);
	if (signs === undefined) {
		signs = findNumberSigns(toKnownLocale(locale), currency);
		signsOfFormats.set(key, signs);
	}
	return signs;
}

function findNumberSigns(locale: string, currency: string): NumberSigns {
	const options = { style: 'currency', currency, numberingSystem: 'latn', useGrouping: 'always' } as const;
	const parts = new Intl.NumberFormat(locale, { ...options, minimumFractionDigits: 2 }).formatToParts(1234.5);
	const find = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
	const { maximumFractionDigits = 2 } = new Intl.NumberFormat(locale, options).resolvedOptions();
	return { decimal: find('decimal'), group: find('group').replace(/\s/, ' '), decimalCount: maximumFractionDigits };
}

/** A locale that the runtime knows; English for one that nobody knows, or that is not well formed. */
export function toKnownLocale(locale: string): string {
	try {
		return Intl.NumberFormat.supportedLocalesOf(locale.replaceAll('_', '-'))[0] ?? 'en';
	} catch {
		// Engines of before there was a check may have one that is not even well formed.
		return 'en';
	}
}
