/** How prices of a currency are written in a language, from the CLDR data that the runtime carries. */
import { createCache } from '../../lib/cache.ts';

export interface CurrencyFormat {
	/** ISO 4217. */
	readonly code: string;
	/** Its name in the language. */
	readonly label: string;
	/** `%v` stands for the number, `%s` for the symbol: `%v %s`. */
	readonly format: string;
	readonly symbol: string;
	/** Digits behind the decimal sign. */
	readonly precision: number;
	readonly decimal: string;
	/** Empty where thousands are not set apart. */
	readonly thousand: string;
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
const formats = createCache<string, CurrencyFormat>({ entriesMax: 1000 });

/** Whether it is an ISO 4217 code in upper case, of a currency that is in use or was: shops keep their old ones. */
export function isCurrencyCode(code: string): boolean {
	return /^[A-Z]{3}$/.test(code) && currencyNames.of(code) !== undefined;
}

/** The format of a currency; of one nobody knows by its code. An unknown locale counts as English. */
export function toCurrencyFormat(code: string, locale: string): CurrencyFormat {
	const key = `${code} ${locale}`;
	let format = formats.get(key);
	if (format === undefined) {
		format = makeFormat(code, findLocale(locale));
		formats.set(key, format);
	}
	return format;
}

function findLocale(locale: string): string {
	try {
		return Intl.NumberFormat.supportedLocalesOf(locale.replaceAll('_', '-'))[0] ?? 'en';
	} catch {
		// A locale that is not even well formed, from before there was a check.
		return 'en';
	}
}

function makeFormat(code: string, locale: string): CurrencyFormat {
	const formatter = new Intl.NumberFormat(locale, {
		style: 'currency',
		currency: code,
		currencyDisplay: 'narrowSymbol',
		// Spanish sets thousands apart from five digits on alone; a template has one rule.
		useGrouping: 'always',
	});
	const parts = formatter.formatToParts(1_234_567);
	const find = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
	const precision = formatter.resolvedOptions().maximumFractionDigits ?? 2;
	return {
		code,
		label: new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code,
		format: toTemplate(parts),
		symbol: find('currency'),
		precision,
		decimal: find('decimal') || toDecimal(locale),
		thousand: toSpace(find('group')),
	};
}

/** The parts with the number as one. Marks of writing direction stay, or an Arabic price would turn around. */
function toTemplate(parts: readonly Intl.NumberFormatPart[]): string {
	const numberTypes = new Set(['integer', 'group', 'decimal', 'fraction']);
	let template = '';
	for (const { type, value } of parts) {
		if (type === 'currency') template += '%s';
		else if (!numberTypes.has(type)) template += toSpace(value);
		else if (!template.includes('%v')) template += '%v';
	}
	return template;
}

/** Of a currency without decimals, as yen, still the sign of the language. */
function toDecimal(locale: string): string {
	return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Narrow and no-break spaces, which templates of shops do not expect. */
function toSpace(text: string): string {
	return text.replace(/[\u00a0\u202f]/g, ' ');
}
