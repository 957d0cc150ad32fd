/** How are prices of a currency written in a language? From the CLDR data of the runtime. */
import { createCache } from '../../lib/cache.ts';

export interface CurrencyFormat {
	/** ISO 4217. */
	readonly code: string;
	/** Its name in the language. */
	readonly label: string;
	/** `%v` stands for the number, `%s` for the symbol: `%v %s`. */
	readonly format: string;
	readonly symbol: string;
	/** Digits after the decimal sign. */
	readonly precision: number;
	readonly decimal: string;
	/** Empty where thousands are not separated. */
	readonly thousand: string;
}

let currencyNames: Intl.DisplayNames | undefined;
const formats = createCache<string, CurrencyFormat>({ entriesMax: 1000 });

/** Whether the text is an ISO 4217 code in upper case, of a current or former currency: shops keep their old ones. */
export function isCurrencyCode(code: string): boolean {
	if (!/^[A-Z]{3}$/.test(code)) return false;
	// When it is first needed: the runtime takes 14 ms to make it.
	currencyNames ??= new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
	return currencyNames.of(code) !== undefined;
}

/** The format of a currency; unknown currencies are shown by their code. An unknown locale counts as English. */
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
		// A malformed locale, from before the check existed.
		return 'en';
	}
}

function makeFormat(code: string, locale: string): CurrencyFormat {
	const formatter = new Intl.NumberFormat(locale, {
		style: 'currency',
		currency: code,
		currencyDisplay: 'narrowSymbol',
		// Spanish only separates thousands from five digits on, but a template has one rule.
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

/**
 * The parts with the number as a placeholder. Direction marks stay, as an Arabic price would be reversed without them.
 */
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

/** The decimal sign of the language, for currencies without decimals such as yen. */
function toDecimal(locale: string): string {
	return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Replaces narrow and no-break spaces, which templates of shops do not expect. */
function toSpace(text: string): string {
	return text.replace(/[\u00a0\u202f]/g, ' ');
}
