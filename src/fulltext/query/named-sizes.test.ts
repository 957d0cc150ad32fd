import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

function toItems(title: string, sizes: readonly string[]) {
	return Object.fromEntries(sizes.map((size) => [size, { title, size }]));
}

it('the number of a size meets values that name their system, whatever stands first', () => {
	const { idsOf } = createSmallIndex(toItems('Sneaker', ['EU 41', 'EU 42', '42 EU', 'EU 42.5', 'US 9 / EU 44', '420']));
	const find = (text: string) => idsOf({ text, hasUnderstanding: true }).toSorted();
	assert.deepEqual(find('sneaker size 42'), ['42 EU', 'EU 42']);
	assert.deepEqual(find('sneaker size 42 to 44'), ['42 EU', 'EU 42', 'EU 42.5', 'US 9 / EU 44']);
	assert.deepEqual(find('sneaker size us 9'), ['US 9 / EU 44']);
});

it('a size fits what is of it and the next one, behind what is of it alone', () => {
	const { idsOf } = createSmallIndex(toItems('Shirt', ['S/M', 'M/L', 'M', 'XL']));
	const found = idsOf({ text: 'shirt size m', hasUnderstanding: true });
	assert.equal(found[0], 'M');
	assert.deepEqual(found.toSorted(), ['M', 'M/L', 'S/M']);
});
