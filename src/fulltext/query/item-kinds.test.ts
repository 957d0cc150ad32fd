import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

it('finds what a category is called before what only mentions it, also where titles do not say what they are', () => {
	const { idsOf } = createSmallIndex({
		cream: { title: 'Shoe cream black', category: 'Care > Shoe care' },
		sneaker: { title: 'Sneaker Runner blue', category: 'Women > Shoes' },
		boot: { title: 'Chelsea boot', category: 'Men > Shoes' },
		untitled: { category: 'Men > Shoes' },
		bag: { title: 'Leather bag', category: 'Women > Bags', description: 'Room for your shoes.' },
	});
	const ids = idsOf({ text: 'shoes ' });
	assert.deepEqual(new Set(ids.slice(0, 3)), new Set(['sneaker', 'boot', 'untitled']));
	assert.deepEqual(ids.slice(3), ['cream', 'bag']);
});

it('counts a word once that is in the title and in the name of the category', () => {
	const { idsOf } = createSmallIndex({
		laptop: { title: 'Acme laptop 17', category: 'Computers > Laptops' },
		notebook: { title: 'Acme notebook 17', category: 'Computers > Laptops' },
		bag: { title: 'Acme laptop bag 17', category: 'Computers > Laptop bags' },
	});
	assert.deepEqual(idsOf({ text: 'acme laptop 17 ' })[0], 'laptop');
	assert.deepEqual(idsOf({ text: 'laptop bag ' })[0], 'bag');
});

it('knows a category by the singular of its name, also of a word that is made of another one', () => {
	const { idsOf } = createSmallIndex({
		contains: { title: 'Box that contains much', category: 'Boxes' },
		jar: { title: 'Jar', category: 'Kitchen > Containers' },
		label: { title: 'Label for a container', category: 'Labels' },
	});
	assert.equal(idsOf({ text: 'container ' })[0], 'jar');
});

it('takes what only comes from the same root for another thing and another kind', () => {
	const { idsOf } = createSmallIndex({
		bed: { title: 'Acme Loft Bed', category: 'Furniture > Beds' },
		set: { title: 'Acme Duvet Cover', category: 'Textiles > Bedding', description: 'With two pillow cases.' },
		cover: { title: 'Acme bedding for a loft', category: 'Textiles' },
	});
	assert.equal(idsOf({ text: 'bedding ' }).at(-1), 'bed');
});

it('takes longer words for the thing and its kind only where no item has the shorter one', () => {
	const items = {
		computer: { title: 'Acme desktop', category: 'Desktops', df_manual_boost: 2 },
		table: { title: 'Acme desk, white' },
	};
	const { idsOf } = createSmallIndex(items);
	assert.deepEqual(idsOf({ text: 'desk' }), ['table', 'computer']);
	assert.deepEqual(idsOf({ text: 'des' }), ['computer', 'table']);
});

it('finds what a category is about before accessories, also where it is one of several kinds', () => {
	const { idsOf } = createSmallIndex({
		shade: { title: 'Linen shade for a lamp', category: 'Home > Lamp Shades' },
		floor: { title: 'Arc modern, marble', category: 'Home > Floor Lamps' },
		plain: { title: 'Arc modern, marble', category: 'Home > Lamps' },
		other: { title: 'Arc modern, marble', category: 'Home > Lamp Shades and Feet' },
	});
	assert.deepEqual(idsOf({ text: 'lamp ' }), ['plain', 'floor', 'shade', 'other']);
	assert.equal(idsOf({ text: 'lamp shade ' })[0], 'shade');
});

it('knows what a category is about in languages whose nouns come first', () => {
	const items = {
		shade: { title: 'Pantalla lámpara lino', category: 'Pantallas de lámparas' },
		floor: { title: 'Oslo moderna con base de mármol y lámpara 170 cm', category: 'Lámparas de pie' },
	};
	assert.equal(createSmallIndex(items, { language: 'es' }).idsOf({ text: 'lámpara ' })[0], 'floor');
});

it('does not take items for what is searched whose kind lacks the noun of the query', () => {
	const description = 'Take it off with a remover.';
	const { idsOf } = createSmallIndex({
		polish: { title: 'Essie Gel Couture Nail Polish', type: 'Nail Polish', description },
		remover: { title: 'Acetone-Free Nail Polish Remover', type: 'Nail Care', description },
		mascara: { title: 'Sky Mascara', type: 'Mascara', description },
		lipstick: { title: 'Matte Lipstick', type: 'Lipstick', description },
	});
	assert.equal(idsOf({ text: 'nail polish remover ' })[0], 'remover');
	assert.equal(idsOf({ text: 'nail polish ' })[0], 'polish');
});

it('knows what each part of a category is about that names several', () => {
	const { idsOf } = createSmallIndex({
		bag: { title: 'Garment Bag for Coats', category: 'Bags' },
		parka: { title: 'Arctic Parka', category: 'Clothing > Coats & Jackets', description: 'With a hood.' },
		pants: { title: 'Arctic Pants', category: 'Clothing > Pants' },
		socks: { title: 'Socks', category: 'Clothing > Socks' },
	});
	assert.equal(idsOf({ text: 'coats ' })[0], 'parka');
	assert.equal(idsOf({ text: 'jackets ' })[0], 'parka');
});
