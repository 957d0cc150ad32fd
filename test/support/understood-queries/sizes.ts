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
		['dress size 38 under 100', 'size 38: size 38', 'under 100: price < 100'],
		['dress size 38 up to 40', 'size 38: size 38, preferred'],
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
		['vestito taglia dal 38 al 40', `taglia dal 38 al 40: ${range}`],
		['vestito dal 38 al 40'],
	],
};

export const spanishSizes: UnderstoodTable = {
	language: 'es',
	items: toItems('Vestido'),
	rows: [
		['vestido talla 38 a 40', `talla 38 a 40: ${range}`],
		['vestido talla42', 'talla42: size 42'],
		['vestido talla de la 38 a la 40', `talla de la 38 a la 40: ${range}`],
		['vestido de 30 a 100 €', 'de 30 a 100 €: price 30 … 100'],
	],
};

export const namedSizes: UnderstoodTable = {
	language: 'en',
	items: {
		...toItems('Dress'),
		...Object.fromEntries(
			['EU 41', '42 EU', 'EUR 42.5', 'EU 43 1/3', 'UK 8', 'US 9 / EU 42', 'EU44 (UK 9.5)', 'Size 45'].map(
				(shoeSize) => [shoeSize, { title: 'Sneaker', size: shoeSize, price: 90 }],
			),
		),
		...Object.fromEntries(
			['W32 L34', '32W x 30L', 'W34 L32', '32/34'].map((size) => [size, { title: 'Jeans', size, price: 60 }]),
		),
		...Object.fromEntries(
			['S/M', 'M', 'M - L', '47-50', '50'].map((size) => [size, { title: 'Stockings', size, price: 9 }]),
		),
		rug: { title: 'Rug', size: '60x90 cm', price: 40 },
		coats: { title: 'Coat', size: '10-60', price: 40 },
	},
	rows: [
		['sneaker size 42', 'size 42: size 42 | 42 EU | US 9 / EU 42'],
		['sneaker 42 eu', '42 eu: size 42 | 42 EU | US 9 / EU 42'],
		['sneaker size uk 8', 'size uk 8: size UK 8'],
		['sneaker size 9', 'size 9: size US 9 / EU 42'],
		['sneaker size 43 1/3', 'size 43 1/3: size EU 43 1/3'],
		[
			'sneaker size eu 42 to 45',
			'size eu 42 to 45: size 42 | 42 EU | EU 43 1/3 | EU44 (UK 9.5) | EUR 42.5 | Size 45 | US 9 / EU 42',
		],
		['sneaker size 45', 'size 45: size Size 45'],
		['jeans size 32', 'size 32: size 32/34 | 32W x 30L | W32 L34'],
		['jeans 32/34', '32/34: size 32/34 | W32 L34'],
		['jeans w32', 'w32: size 32W x 30L | W32 L34'],
		['jeans w34', 'w34: size W34 L32'],
		['stockings size m', 'size m: size M'],
		['stockings size 48', 'size 48: size 47-50'],
		['stockings size 50', 'size 50: size 47-50 | 50'],
		['coat size 30'],
		['sneaker 42'],
		['dress size 90'],
	],
};

export const chineseSizes: UnderstoodTable = {
	language: 'zh',
	items: {
		shoe1: { title: '跑步鞋', size: '42码', price: 90 },
		shoe2: { title: '跑步鞋', size: '43码', price: 90 },
	},
	rows: [
		['跑步鞋 42码', '42码: size 42码'],
		['跑步鞋 尺码 43', '尺码 43: size 43码'],
	],
};

export const japaneseSizes: UnderstoodTable = {
	language: 'ja',
	items: {
		shoe1: { title: 'ランニング靴', サイズ: '26.5cm', price: 9_000 },
		shoe2: { title: 'ランニング靴', サイズ: '27cm', price: 9_000 },
	},
	rows: [
		['靴 サイズ 26.5', 'サイズ 26.5: サイズ 26.5cm'],
		['靴 27センチ', '27センチ: サイズ 27cm'],
	],
};
