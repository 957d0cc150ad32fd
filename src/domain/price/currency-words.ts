/**
 * What may stand beside the digits of a price: signs (`€`, `US$`), codes (`CHF`), short forms that shops write (`kr.`,
 * `Fr.`), and the names that the language of the shop has for its own currency (`euros`).
 */
import { createCache } from '../../lib/cache.ts';
import { isCurrencyCode } from '../search-engine/currency-format.ts';
import { toPlainCharacters } from './plain-characters.ts';
import { type PriceFormat, toKnownLocale } from './price-format.ts';

/** Short forms without a sign of their own. Those with dots stand without them: dots are not looked at. */
const shortForms = new Set(
	(
		'kr krónur zł zl kč kc kčs ft lei leu km lek fr sfr fs fcfa cfa f cfpf tl rs re r rm rp tk bs q dh dhs lt ls birr esc ' +
		'лв ден дин din kn р руб грн тг сум դր ლარი บาท đồng vnđ đ 円 圓 元 圆 块 원 rmb yuan yen won baht rupees ' +
		'دإ رس رق رع دك دب دا دت دل دع لل لس جم دم درهم ریال تومان ش״ח שח ש"ח ' +
		'euro euros dollar dollars pound pounds peso pesos'
	).split(' '),
);

/** A sign of any currency with the letters that tell whose it is: `US$`, `R$`, `$U`, `₺`, `B/.`, `S/`. Not the cent's: it has another unit. */
const signPattern = /^(?:\p{L}{0,3}(?!¢)\p{Sc}\p{L}{0,3}|[bs]\/)$/u;

/** Numbers that take each of the plural forms that a language may have: they go by the last digits, decimals included. */
const pluralSamples = [...Array(26).keys(), 100, 101, 102, 1_000_000].flatMap((number) => [
	number,
	number / 100,
	number / 1000,
]);

const namesOfFormats = createCache<string, ReadonlySet<string>>({ entriesMax: 1_000 });
const wordsMax = 3;

/** Whether a text beside a number, without marks of direction, says which currency it is and nothing else. */
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

/** What the locale writes beside an amount of the currency, in all its forms. */
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
