import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

function alike(title: string, count = 20): Record<string, { readonly title: string }> {
	return Object.fromEntries(Array.from({ length: count }, (_, number) => [`${title} ${number}`, { title }]));
}

it('takes a word for what is searched that names things in titles, wherever it stands in the query', () => {
	const { idsOf } = createSmallIndex({
		...alike('Acme wireless headphones'),
		...alike('Acme ear protection'),
		...alike('Acme bluetooth adapter'),
		headphones: { title: 'Acme bluetooth over ear headphones' },
		hook: { title: 'Acme headphones over bluetooth ear' },
		adapter: { title: 'Acme over ear headphones bluetooth' },
	});
	for (const text of [
		'headphones over ear ',
		'headphones over ears ',
		'over ear headphones ',
		'headphones bluetooth ',
		'bluetooth headphones ',
	])
		assert.equal(idsOf({ text })[0], 'headphones', text);
});

it('takes the last of the words that name things about as often', () => {
	const { idsOf } = createSmallIndex({
		...alike('Acme shower'),
		...alike('Acme curtain', 15),
		curtain: { title: 'Shower curtain' },
		shower: { title: 'Curtain shower' },
	});
	assert.equal(idsOf({ text: 'shower curtain ' })[0], 'curtain');
	assert.equal(idsOf({ text: 'curtain shower ' })[0], 'shower');
});

it('takes a word before `for` and `with` for what is searched, which has what comes behind', () => {
	const { idsOf } = createSmallIndex({
		...alike('Acme drawers'),
		...alike('Acme shelf'),
		liner: { title: 'Shelf drawers' },
		shelf: { title: 'Drawers shelf' },
	});
	assert.equal(idsOf({ text: 'shelf drawers ' })[0], 'liner');
	for (const text of ['shelf with drawers ', 'shelf for drawers ']) assert.equal(idsOf({ text })[0], 'shelf', text);
});

it('takes another word for what is searched where the last one is a brand', () => {
	const { idsOf } = createSmallIndex({
		...alike('Lenovo monitor'),
		...alike('Acme laptop'),
		bag: { title: 'Lenovo laptop bag' },
		laptop: { title: 'Lenovo laptop, grey, 35.6 cm, 8 GB' },
	});
	assert.equal(idsOf({ text: 'laptop lenovo ' })[0], 'laptop');
});

it('takes no word for what is searched that only asks', () => {
	const { idsOf } = createSmallIndex({
		...alike('Acme sale'),
		...alike('Acme chair'),
		sale: { title: 'Chair sale' },
		chair: { title: 'Sale chair' },
	});
	assert.equal(idsOf({ text: 'chair sale ' })[0], 'chair');
});

it('does not take a word for a brand because titles begin with another one of its stem', () => {
	const { idsOf } = createSmallIndex({
		...alike('Generic case'),
		...alike('Acme generator', 5),
		cooler: { title: 'Generic portable cooler' },
		generator: { title: 'Acme portable generator, 2,000 W' },
	});
	assert.equal(idsOf({ text: 'portable generator ' })[0], 'generator');
});

it('takes no word for what is searched that no item has', () => {
	const { idsOf } = createSmallIndex(
		{
			...alike('Acme robe'),
			case: { title: 'Housse robe' },
			dress: { title: 'Robe longue blanche coton été' },
		},
		{ language: 'fr' },
	);
	for (const text of ['robe ', 'je cherche une robe ', 'xyz robe ']) {
		const ids = idsOf({ text, size: 100 });
		assert.ok(ids.indexOf('dress') < ids.indexOf('case'), text);
	}
});

it('does not take a word for a brand because titles begin with compounds of it', () => {
	const items = {
		...alike('Acme Deko Winter', 4),
		...alike('Winterjacken Sonderposten', 8),
		plain: { title: 'Jacke rot' },
		named: { title: 'Acme Jacke' },
	};
	for (const itemsPerSegment of [1, 100]) {
		const { idsOf } = createSmallIndex(items, { language: 'de', itemsPerSegment });
		assert.equal(idsOf({ text: 'jacke ' })[0], 'named', `${itemsPerSegment} in a segment`);
	}
});

it('takes no word for a brand that names things, however many accessories begin with it', () => {
	const { idsOf } = createSmallIndex({
		seat: { title: 'Toilet Seat White' },
		flapper: { title: 'Toilet Flapper Red' },
		brush: { title: 'Toilet Brush Holder' },
		paper: { title: 'Toilet Paper Holder Chrome' },
		elongated: { title: 'Elongated Toilet White' },
		two: { title: 'Two Piece Toilet 1.28 GPF' },
	});
	assert.deepEqual(idsOf({ text: 'toilet ' }).slice(0, 2).sort(), ['elongated', 'two']);
});

it('takes what a verb form of a word names for another thing', () => {
	const { idsOf } = createSmallIndex({
		...alike('Acme leather belt'),
		...alike('Acme coat red'),
		coat: { title: 'Acme coat, belted', df_manual_boost: 1.3 },
		belt: { title: 'Acme waist belt, machine washable, navy' },
	});
	const ids = idsOf({ text: 'belt ', size: 100 });
	assert.ok(ids.indexOf('coat') > ids.indexOf('belt'));
	assert.equal(idsOf({ text: 'belted ' })[0], 'coat');
});

it('takes a word for the noun that names things as it was typed, although its other number is more frequent and begins titles', () => {
	const { idsOf } = createSmallIndex({
		boots: { title: 'Lace Up Boots' },
		ankle: { title: 'Lace Up Ankle Boots' },
		laces: { title: 'Boot Laces' },
		black: { title: 'Boot Laces 120 cm Black' },
		hiking: { title: 'Hiking Boots' },
		dress: { title: 'Lace Dress' },
	});
	assert.deepEqual(idsOf({ text: 'boot laces ' }).slice(0, 2), ['laces', 'black']);
});
