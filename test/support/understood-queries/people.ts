/** Boys and girls whose names have one stem. */
import type { UnderstoodTable } from './understood-table.ts';

export const spanishChildren: UnderstoodTable = {
	language: 'es',
	items: {
		shoe1: { title: 'Zapatos niño piel', genero: 'Niño', price: 20 },
		shoe2: { title: 'Zapatos niña charol', genero: 'Niña', price: 20 },
		shoe3: { title: 'Zapatos mujer', genero: 'Mujer', price: 20 },
		trainer1: { title: 'Zapatillas niño con luces', genero: 'Niño', price: 20 },
		trainer2: { title: 'Zapatillas niña rosa', genero: 'Niña', price: 20 },
	},
	rows: [
		['zapatos niña', 'niña: genero Niña'],
		['zapatos nina', 'nina: genero Niña'],
		['zapatos niño', 'niño: genero Niño'],
		['zapatos mujer', 'mujer: genero Mujer'],
	],
};

export const portugueseChildren: UnderstoodTable = {
	language: 'pt',
	items: {
		shirt1: { title: 'Camiseta menino azul', genero: 'Menino', price: 20 },
		shirt2: { title: 'Camiseta menina rosa', genero: 'Menina', price: 20 },
		shirt3: { title: 'Camiseta feminina', genero: 'Feminino', price: 20 },
	},
	rows: [
		['camiseta menina', 'menina: genero Menina'],
		['camiseta menino', 'menino: genero Menino'],
	],
};
