import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFields, type WeighedField, weightGroupsMax } from './weight-groups.ts';

const asAttribute = { fieldClass: 'B', occurrences: 1 } as const;
const asBrand = { fieldClass: 'B', occurrences: 2 } as const;
const asText = { fieldClass: 'C', occurrences: 1 } as const;

function attribute(name: string, weight: number): WeighedField {
	return { name, weight, measure: asAttribute };
}

/** The names in each group. */
function group(fields: readonly WeighedField[]): string[] {
	const groups: string[][] = [];
	for (const [name, number] of groupFields(fields)) groups[number] = [...(groups[number] ?? []), name].sort();
	return groups.map((names) => names.join(' '));
}

test('up to four fields are groups of their own, whatever they weigh, numbered by name', () => {
	assert.deepEqual(group([attribute('b', 1), attribute('d', 1), attribute('c', 0), attribute('a', 10)]), [
		'a',
		'b',
		'c',
		'd',
	]);
	assert.deepEqual(group([]), []);
});

test('of more fields, those whose weights have the smallest ratio share a group', () => {
	const fields = [attribute('a', 10), attribute('b', 9.5), attribute('c', 3), attribute('d', 1), attribute('e', 0.5)];
	assert.deepEqual(group(fields), ['a b', 'c', 'd', 'e']);
	assert.deepEqual(group([...fields, attribute('f', 0.45)]), ['a b', 'c', 'd', 'e f']);
	const withZeros = [attribute('a', 4), attribute('b', 2), attribute('c', 1), attribute('x', 0), attribute('y', 0)];
	assert.deepEqual(group(withZeros), ['a', 'b', 'c', 'x y']);
});

test('fields that are measured in different ways never share a group', () => {
	const fields = [
		{ name: 'brand', weight: 5, measure: asBrand },
		{ name: 'text', weight: 5, measure: asText },
		...Array.from({ length: 50 }, (_, at) => attribute(`a${at}`, at / 5)),
	];
	const groups = group(fields);
	assert.equal(groups.length, weightGroupsMax);
	assert(groups.includes('brand') && groups.includes('text'));
});
