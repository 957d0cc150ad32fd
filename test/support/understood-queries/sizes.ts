/** Sizes as they are typed: ranges, words and abbreviations. */
import type { UnderstoodTable } from './understood-table.ts';

const sizes = ['36', '37', '38', '39', '40', '41', '42'];

/** A thing in each size, and others. */
function toItems(title: string): UnderstoodTable['items'] {
	const inSizes = sizes.map((size) => [`size${size}`, { title, size, color: 'Red', price: 90 }] as const);
	return {
		...Object.fromEntries(inSizes),
		blue: { title, size: 'XXL', color: 'Blue', price: 30 },
		large: { title, size: 'L', price: 30 },
		mug: { title: 'Aaa', price: 8 },
	};
}

const range = 'size 38 | 39 | 40';

export const englishSizes: UnderstoodTable = {
	language: 'en',
	items: toItems('Dress'),
	rows: [
		['dress size 38 to 40', `size 38 to 40: ${range}`],
		['dress size 38-40', `size 38-40: ${range}`],
		['dress size large', 'size large: size L'],
		['large dress', 'large: size L, preferred'],
		['dress 2xl', '2xl: size XXL'],
		['dress size xx-large', 'size xx-large: size XXL'],
		['extra extra large dress', 'extra extra large: size XXL, preferred'],
		['red or blue dress', 'red or blue: color Blue | Red'],
		['dress size 38 or 39', 'size 38: size 38, preferred'],
	],
};

export const germanSizes: UnderstoodTable = {
	language: 'de',
	items: toItems('Kleid'),
	rows: [
		['kleid größe 38 bis 40', `größe 38 bis 40: ${range}`],
		['kleid gr 38 bis 40 unter 100 €', `gr 38 bis 40: ${range}`, 'unter 100 €: price < 100'],
		['kleid größe 138 bis 140'],
		['kleid gr.38', 'gr.38: size 38'],
		['kleid von 30 bis 100 €', 'von 30 bis 100 €: price 30 … 100'],
	],
};

export const italianSizes: UnderstoodTable = {
	language: 'it',
	items: toItems('Vestito'),
	rows: [
		['vestito taglia 38 a 40', `taglia 38 a 40: ${range}`],
		['vestito taglia 38 fino a 40', 'taglia 38: size 38, preferred'],
		['vestito tg.l', 'tg.l: size L'],
	],
};

export const spanishSizes: UnderstoodTable = {
	language: 'es',
	items: toItems('Vestido'),
	rows: [
		['vestido talla 38 a 40', `talla 38 a 40: ${range}`],
		['vestido talla42', 'talla42: size 42'],
		['vestido de 30 a 100 €', 'de 30 a 100 €: price 30 … 100'],
	],
};
