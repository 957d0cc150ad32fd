/**
 * What may stand beside the digits of a price: signs (`€`, `US$`), codes (`CHF`), abbreviations that shops use (`kr.`,
 * `Fr.`), and the names of the currency in the shop's language (`euros`).
 */
import { createCache } from '../../lib/cache.ts';
import { isCurrencyCode } from '../search-engine/currency-format.ts';
import { toPlainCharacters } from './plain-characters.ts';
import { type PriceFormat, toKnownLocale } from './price-format.ts';

/** Abbreviations that are not currency signs. They are listed without dots, because dots are ignored. */
const shortForms = new Set(
	(
		'kr krónur zł zl kč kc kčs ft lei leu km lek fr sfr fs fcfa cfa f cfpf tl rs re r rm rp tk bs q dh dhs lt ls birr esc ' +
		'лв ден дин din kn р руб грн тг сум դր ლარი บาท đồng vnđ đ 円 圓 元 圆 块 원 rmb yuan yen won baht rupees ' +
		'دإ رس رق رع دك دب دا دت دل دع لل لس جم دم درهم ریال تومان ش״ח שח ש"ח ' +
		'euro euros dollar dollars pound pounds peso pesos'
	).split(' '),
);

/**
 * A currency sign with the letters that distinguish it: `US$`, `R$`, `$U`, `₺`, `B/.`, `S/`. Not the cent sign, which
 * is a different unit.
 */
const signPattern = /^(?:\p{L}{0,3}(?!¢)\p{Sc}\p{L}{0,3}|[bs]\/)$/u;

/** Numbers that cover all plural forms of a language, which depend on the last digits, including decimals. */
const pluralSamples = [...Array(26).keys(), 100, 101, 102, 1_000_000].flatMap((number) => [
	number,
	number / 100,
	number / 1000,
]);

const namesOfFormats = createCache<string, ReadonlySet<string>>({ entriesMax: 1_000 });
const wordsMax = 3;

/** Whether a text beside a number, without direction marks, names a currency and nothing else. */
export function isCurrencyText(text: string, format: PriceFormat): boolean {
	const plain = toPlain(text);
	if (plain === '') return true;
	const words = plain.split(' ');
	return (words.length <= wordsMax && words.every(isCurrencyWord)) || listNames(format).has(plain);
}

function isCurrencyWord(word: string): boolean {
	return signPattern.test(word) || shortForms.has(word) || (word.length === 3 && isCurrencyCode(word.toUpperCase()));
}

function toPlain(text: string): string {
	return text.toLowerCase().replaceAll('.', '').replace(/\s+/g, ' ').trim();
}

/** Everything that the locale writes beside an amount of the currency. */
function listNames(format: PriceFormat): ReadonlySet<string> {
	const key = `${format.currency} ${format.locale}`;
	let names = namesOfFormats.get(key);
	if (names === undefined) {
		names = findNames(toKnownLocale(format.locale), format.currency);
		namesOfFormats.set(key, names);
	}
	return names;
}

const numberParts = new Set<string>(['integer', 'group', 'decimal', 'fraction', 'minusSign', 'plusSign']);

function findNames(locale: string, currency: string): ReadonlySet<string> {
	const names = new Set<string>();
	for (const currencyDisplay of ['name', 'symbol', 'narrowSymbol', 'code'] as const) {
		const formatter = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
		for (const sample of pluralSamples) {
			const parts = formatter.formatToParts(sample).map(({ type, value }) => (numberParts.has(type) ? '\n' : value));
			const texts = parts.join('').split('\n');
			for (const text of texts) names.add(toPlain(toPlainCharacters(text)));
		}
	}
	return names;
}
