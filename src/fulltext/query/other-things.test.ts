import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSmallIndex, many } from '../../../test/support/small-index.ts';

const { idsOf } = createSmallIndex({
	both: { title: 'Logitech Bluetooth Keyboard' },
	speaker: { title: 'Portable Bluetooth Speaker' },
	watch: { title: 'Sport Bluetooth Watch' },
	mat: { title: 'Ergonomic Keyboard' },
	magic: { title: 'Apple Wireless Keyboard' },
	gaming: { title: 'Redragon Mechanical Keyboard' },
	towel: { title: 'Towel' },
	kettle: { title: 'Kettle' },
});

test('a list goes on with what has the noun of the query, however rare its other words are', () => {
	const ids = idsOf({ text: 'bluetooth keyboard ' });
	assert.equal(ids[0], 'both');
	assert.ok(ids.indexOf('gaming') < ids.indexOf('speaker'), ids.join());
	assert.ok(ids.indexOf('magic') < ids.indexOf('watch'), ids.join());
});

test('beside a brand, other things of the brand are no worse than before', () => {
	const { idsOf: idsOfBrand } = createSmallIndex({
		one: { title: 'Ecco Soft 7' },
		two: { title: 'Ecco Biom' },
		three: { title: 'Ecco Street Lite' },
		four: { title: 'Ecco Offroad' },
		five: { title: 'Ecco Golf Shoes' },
		...Object.fromEntries(many('Leather Shoes', 12)),
	});
	const ids = idsOfBrand({ text: 'ecco shoes ' });
	assert.equal(ids[0], 'five');
	assert.deepEqual(new Set(ids.slice(1, 5)), new Set(['one', 'two', 'three', 'four']));
});
