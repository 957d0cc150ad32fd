import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

it('takes what the first part of a title names for the thing, and not what later parts list', () => {
	const { idsOf } = createSmallIndex({
		laptop: { title: 'Dell XPS 13 Laptop, 512GB SSD, Backlit Keyboard, Windows 11' },
		sleeve: { title: 'Sleeve Compatible with MacBook Air, 13 inch Notebook, Black' },
		notebook: { title: 'Lenovo ThinkPad E14 Notebook, 14 inch, Intel Core i5' },
		other: { title: 'Acer Aspire 5 Notebook 15.6 inch' },
		keyboard: { title: 'Keychron K2 Wireless Mechanical Keyboard Version 2' },
		second: { title: 'Logitech K120 Keyboard' },
	});
	assert.equal(idsOf({ text: 'keyboard ' }).at(-1), 'laptop');
	assert.deepEqual(new Set(idsOf({ text: 'notebook ' }).slice(0, 2)), new Set(['notebook', 'other']));
});

it('takes no words of a brand for what the thing is for', () => {
	const { idsOf } = createSmallIndex({
		cover: { title: 'Dog Crate Cover 36 Inch', brand: 'Pethiy' },
		crate: { title: 'MidWest Homes for Pets iCrate Dog Crate 36 Inch', brand: 'MidWest Homes for Pets' },
		pad: { title: 'MidWest Homes for Pets Pad for Dog Crate', brand: 'Midwest Homes For Pets' },
	});
	assert.deepEqual(idsOf({ text: 'dog crate ' }), ['crate', 'cover', 'pad']);
});
