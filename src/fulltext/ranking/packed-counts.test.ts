import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
	addOccurrence,
	type CountLayout,
	countIn,
	isMoreThanText,
	positions,
	raisePosition,
	toCountLayout,
	toPosition,
} from './packed-counts.ts';

const brand = { fieldClass: 'B', occurrences: 2 } as const;
const text = { fieldClass: 'C', occurrences: 1 } as const;
const grouped = toCountLayout([brand, text, text, brand]);
const plain = toCountLayout([]);

function listSlots({ title, attributes, descriptions, groups }: CountLayout) {
	return [title, attributes, descriptions, ...groups];
}

/** The counts of each slot after these occurrences, by number of the slot. */
function count(layout: CountLayout, occurrences: readonly number[]): number[] {
	const slots = listSlots(layout);
	const packed = occurrences.reduce((byte, at) => addOccurrence(byte, slots[at] as (typeof slots)[number]), 0);
	return slots.map((slot) => countIn(slot, packed));
}

test('classes are counted up to 3, 3 and 7', () => {
	assert.deepEqual(count(plain, [0, 1, 1, 2]), [1, 2, 1]);
	assert.deepEqual(
		count(
			plain,
			Array.from({ length: 30 }, (_, at) => at % 3),
		),
		[3, 3, 7],
	);
});

test('of groups two are known, the first ones, and B is counted beside one', () => {
	assert.deepEqual(count(grouped, [0, 0, 1, 1, 1, 2, 2]), [2, 3, 1, 0, 0, 0, 0]);
	assert.deepEqual(count(grouped, [1, 1, 1, 4, 4]), [0, 2, 0, 0, 1, 0, 0]);
	assert.deepEqual(count(grouped, [2, 6]), [0, 0, 1, 0, 0, 0, 1]);
	assert.deepEqual(count(grouped, [2, 1, 6]), [0, 1, 0, 0, 0, 0, 1]);
	assert.deepEqual(count(grouped, [1, 2, 3, 4, 5, 6]), [0, 0, 0, 1, 1, 0, 0]);
});

test('counts do not depend on the order of the fields', () => {
	for (const layout of [plain, grouped]) {
		const occurrences = fc.array(fc.nat(listSlots(layout).length - 1), { maxLength: 12 });
		fc.assert(
			fc.property(
				occurrences.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
				([one, other]) => {
					assert.deepEqual(count(layout, one), count(layout, other));
				},
			),
		);
	}
});

test('a position in the title leaves the other counts as they are', () => {
	const [title, , , first] = listSlots(grouped);
	assert(title !== undefined && first !== undefined);
	const packed = raisePosition(addOccurrence(addOccurrence(0, first), title), positions.naming);
	assert.equal(toPosition(packed), positions.naming);
	assert.deepEqual([countIn(title, packed), countIn(first, packed)], [1, 1]);
});

test('a word is more than text in titles, in class B and in groups that are measured like it', () => {
	const slots = listSlots(grouped);
	const found = slots.map((slot) => isMoreThanText(grouped, addOccurrence(0, slot)));
	assert.deepEqual(found, [true, true, false, true, false, false, true]);
	assert.deepEqual(
		listSlots(plain).map((slot) => isMoreThanText(plain, addOccurrence(0, slot))),
		[true, true, false],
	);
});
