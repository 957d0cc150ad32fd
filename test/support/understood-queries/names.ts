/** Titles of films, books and perfumes beside clothes for the same people. */
import type { UnderstoodTable } from './understood-table.ts';

const ten = Array.from({ length: 10 }, (_, index) => index);
const shoe = { title: 'Running shoe', brand: 'Nike', price: 40 };
const dress = { title: 'Summer dress', brand: 'Esprit', price: 30 };

export const englishNames: UnderstoodTable = {
	language: 'en',
	items: {
		...Object.fromEntries(ten.map((id) => [`men${id}`, { ...shoe, gender: 'Men', colour: 'Black' }])),
		...Object.fromEntries(ten.map((id) => [`women${id}`, { ...dress, gender: 'Women', colour: 'Red' }])),
		...Object.fromEntries(ten.map((id) => [`boys${id}`, { ...shoe, gender: 'Boys', colour: 'Blue' }])),
		bag: { title: 'Little bag', gender: 'Women', price: 20 },
		bag2: { title: 'Little purse', gender: 'Women', price: 20 },
		film1: { title: 'Men in Black', price: 9 },
		film2: { title: 'Women in Love', price: 9 },
		film3: { title: "Boys Don't Cry", price: 9 },
		book: { title: 'Little Women', price: 8 },
		perfume: { title: 'Aramis for men', price: 50 },
		perfume2: { title: 'Perfume for women', gender: 'Women', price: 50 },
	},
	rows: [
		['men in black', 'men: gender Men, preferred', 'black: colour Black, preferred'],
		['men in black dvd', 'men: gender Men, preferred', 'black: colour Black, preferred'],
		['women in love', 'women: gender Women, preferred'],
		["boys don't cry", 'boys: gender Boys, preferred'],
		['little women', 'women: gender Women, preferred'],
		['aramis for men', 'men: gender Men, preferred'],
		['shoe for men', 'men: gender Men'],
		['black shoe for men', 'black: colour Black', 'men: gender Men'],
		['perfume for women', 'women: gender Women'],
		['women dress', 'women: gender Women'],
		['red dress for women', 'red: colour Red', 'women: gender Women'],
	],
};

export const frenchNames: UnderstoodTable = {
	language: 'fr',
	items: {
		...Object.fromEntries(ten.map((id) => [`shoe${id}`, { ...shoe, title: 'Chaussure', genre: 'Homme' }])),
		perfume: { title: 'Habit rouge pour homme', price: 80 },
		perfume2: { title: 'Habit bleu', price: 70 },
		shirt: { title: 'Chemise pour homme', genre: 'Homme', price: 30 },
	},
	rows: [
		['pour homme', 'homme: genre Homme, preferred'],
		['habit rouge pour homme', 'homme: genre Homme, preferred'],
		['chemise pour homme', 'homme: genre Homme'],
		['chaussure pour homme', 'homme: genre Homme'],
	],
};
