import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const byId = (isDescending: boolean) => [{ kind: 'field', fieldName: 'id', isDescending } as const];

function sortIds(ids: readonly string[], isDescending: boolean): string[] {
	const items = Object.fromEntries(ids.map((id) => [id, {}]));
	return createSmallIndex(items, { itemsPerSegment: 3 }).idsOf({ sort: byId(isDescending), size: 100 });
}

test('ids that are whole numbers come first in either direction, by their numbers; then the others, by their characters', () => {
	const numbers = ['-12', '-1', '0', '7', '10', '123456789012345'];
	const texts = ['-', '007', '1234567890123456', '1e3', '5.5', 'P-10', 'P-9', 'a', 'ab', 'é'];
	const mixed = [...texts, ...numbers].toReversed();
	assert.deepEqual(sortIds(mixed, false), [...numbers, ...texts]);
	assert.deepEqual(sortIds(mixed, true), [...numbers.toReversed(), ...texts.toReversed()]);
});

test('any ids are in the order of their numbers or bytes', (context) => {
	const seed = chooseSeed(context);
	const id = fc.oneof(
		fc.integer().map(String),
		fc.string({ minLength: 1, maxLength: 14 }),
		fc.string({ unit: fc.constantFrom('a', '0', 'é', '😀'), minLength: 1, maxLength: 20 }),
	);
	const toRank = (text: string) => (/^-?(0|[1-9]\d{0,14})$/.test(text) ? 0 : 1);
	const compare = (a: string, b: string) =>
		toRank(a) - toRank(b) || (toRank(a) === 0 ? Number(a) - Number(b) : Buffer.compare(Buffer.from(a), Buffer.from(b)));
	fc.assert(
		fc.property(fc.uniqueArray(id, { maxLength: 12 }), (ids) => {
			const wanted = ids.filter((text) => text !== '__proto__' && text !== '-0').toSorted(compare);
			assert.deepEqual(sortIds(wanted.toReversed(), false), wanted);
		}),
		{ seed },
	);
});

test('ids that begin with the same 120 bytes are in the order in which they were written', () => {
	const start = 'x'.repeat(120);
	assert.deepEqual(sortIds([`${start}b`, `${start}a`, 'x'.repeat(119)], false), [
		'x'.repeat(119),
		`${start}b`,
		`${start}a`,
	]);
});
