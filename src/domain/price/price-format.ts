/** The rules for reading numbers that a shop writes as text, from the locale and the currency of its search engine. */
import { createCache } from '../../lib/cache.ts';

/** The fields of a `SearchEngine` that define it. Plain data, because it is sent between threads. */
export interface PriceFormat {
	readonly locale: string;
	/** ISO 4217. */
	readonly currency: string;
}

/** What decides between the two meanings of `1.299`. */
export interface NumberSigns {
	/** The sign before the decimals of a price in the locale, with Latin digits: `,` or `.`. */
	readonly decimal: string;
	/** The sign between thousands; a plain space stands for any kind of space. */
	readonly group: string;
	/** Decimals of the currency: 2 for euros, 0 for yen, 3 for Kuwaiti dinars. */
	readonly decimalCount: number;
}

/** The format of a search engine whose owner set none. */
export const defaultPriceFormat: PriceFormat = { locale: 'en', currency: 'EUR' };

const signsOfFormats = createCache<string, NumberSigns>({ entriesMax: 1_000 });

/**
 * A key that is equal for formats that read all numbers alike, apart from currency names. Cost: O(1) once a format is
 * cached.
 */
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

/** A locale that the runtime knows; English for one that is unknown or malformed. */
export function toKnownLocale(locale: string): string {
	try {
		return Intl.NumberFormat.supportedLocalesOf(locale.replaceAll('_', '-'))[0] ?? 'en';
	} catch {
		// Search engines created before the check existed may have a malformed locale.
		return 'en';
	}
}
