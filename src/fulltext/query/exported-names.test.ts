import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

/** Rows as a shop system exports them, with the names of its columns. */
const { idsOf, search } = createSmallIndex({
	lipstick: {
		Title: 'Acme Velvet Matte Lipstick in a Box',
		'Body (HTML)': '<p>Fits our holder.</p>',
		Vendor: 'Acme',
		Type: 'Lips',
		'Option1 Value': 'Ruby Red',
		'Variant SKU': 'ACM-1001',
		'Variant Price': '19.00',
		'Variant Compare At Price': '25.00',
	},
	holder: {
		Title: 'Holder',
		'Body (HTML)': '<p>Made of acrylic.</p>',
		Tags: 'lipstick, acm-1001',
		Vendor: 'Sorbo',
		Type: 'Storage',
		'Option1 Value': 'Clear',
		'Variant SKU': 'SOR-2',
		'Variant Price': '30.00',
		'Variant Compare At Price': '',
	},
});

test('a column Variant Price is the price, and what it was compared with is none', () => {
	const { hits, understood } = search({ text: 'lipstick under 20', hasUnderstanding: true });
	assert.deepEqual(
		hits.map(({ id }) => id),
		['lipstick'],
	);
	assert.equal(understood[0]?.fieldName, 'Variant Price');
});

test('a column Variant SKU identifies the item', () => {
	assert.deepEqual(idsOf({ text: 'ACM-1001' }), ['lipstick', 'holder']);
});
