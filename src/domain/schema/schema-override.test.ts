import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOverrides, findOverrideFaults, type SchemaOverrides, schemaOverridesMax } from './schema-override.ts';

test('a change keeps what it does not name, and null removes', () => {
	const before: SchemaOverrides = { a: { role: 'brand', weight: 'A' }, b: { isIgnored: true } };
	assert.deepEqual(changeOverrides(before, { a: { weight: 'C' } }), { a: { role: 'brand', weight: 'C' }, b: before.b });
	assert.deepEqual(changeOverrides(before, { a: { weight: null }, b: null }), { a: { role: 'brand' } });
	assert.deepEqual(changeOverrides(before, { b: { isIgnored: null } }), { a: before.a });
	assert.deepEqual(changeOverrides(before, {}), before);
});

test('the same overrides have the same text, whatever the order in which they were made', () => {
	const one = changeOverrides(changeOverrides({}, { b: { weight: 'A' } }), {
		a: { role: 'brand', isFilterable: true },
	});
	const other = changeOverrides({}, { a: { isFilterable: true, role: 'brand' }, b: { weight: 'A' } });
	assert.equal(JSON.stringify(one), JSON.stringify(other));
});

test('impossible overrides are rejected by field, with the reason', () => {
	const toReasons = (overrides: SchemaOverrides) =>
		findOverrideFaults(overrides).map(({ name, reason }) => `${name} ${reason}`);
	assert.deepEqual(toReasons({ id: { isIgnored: true }, group_id: { role: 'brand' } }), [
		'fields.id means something to the server itself',
		'fields.group_id means something to the server itself',
	]);
	assert.deepEqual(toReasons({ x: { role: 'group' } }), ['fields.x.role group is not for fields of other names']);
	assert.deepEqual(toReasons({ x: { weight: 'A', isSearchable: false } }), [
		'fields.x.weight is for fields that are searched',
	]);
	assert.deepEqual(toReasons({ title: { weight: 'C' }, x: { role: 'title', weight: 'A' } }), [
		'fields.title.weight must be A or a number for a title: give the field another role',
	]);
	const secondName = 'is for the title: give the field the role title if it is that, or else another role';
	assert.deepEqual(toReasons({ name: { weight: 3 }, title: { weight: 3 } }), [`fields.name.weight ${secondName}`]);
	assert.deepEqual(toReasons({ name: { role: 'title', weight: 3 }, title: { weight: 3 } }), [
		`fields.title.weight ${secondName}`,
	]);
	assert.deepEqual(toReasons({ title: { isIgnored: true }, name: { weight: 3 } }), []);
	const unusual = [10.01, -1, Number.NaN, '5', 'D'] as unknown as 'A'[];
	assert.deepEqual(
		unusual.flatMap((weight) => toReasons({ x: { weight } })),
		unusual.map(() => 'fields.x.weight must be a number from 0 to 10, or one of A, B, C'),
	);
	assert.deepEqual(toReasons({ x: { weight: 0 }, y: { weight: 0.5 }, z: { weight: 10 } }), []);
	assert.deepEqual(toReasons({ ['x'.repeat(257)]: {} }), [
		`fields.${'x'.repeat(100)} length must be less than or equal to 256`,
	]);
	assert.deepEqual(toReasons({ ' ': {} }), ['fields.  must be the name of a field']);
	assert.deepEqual(toReasons({ x: { popularity: 10.5 }, y: { popularity: -1 }, z: { popularity: Number.NaN } }), [
		'fields.x.popularity must be from 0 to 10',
		'fields.y.popularity must be from 0 to 10',
		'fields.z.popularity must be from 0 to 10',
	]);
	assert.deepEqual(toReasons({ x: { popularity: 1, isIgnored: true }, y: { popularity: 0, isIgnored: true } }), [
		'fields.x.popularity is for fields that are indexed',
	]);
	assert.deepEqual(toReasons({ title: { popularity: 1 }, y: { popularity: 1, role: 'geo' } }), [
		'fields.title.popularity is for fields of numbers: a field with the role title has none',
		'fields.y.popularity is for fields of numbers: a field with the role geo has none',
	]);
	assert.deepEqual(toReasons(Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`n${at}`, { popularity: 1 }]))), [
		'fields.n5.popularity is for at most 5 fields',
		'fields.n6.popularity is for at most 5 fields',
	]);
	const many = Object.fromEntries(
		Array.from({ length: schemaOverridesMax + 1 }, (_, index) => [`f${index}`, { isIgnored: true }]),
	);
	assert.deepEqual(toReasons(many), [`fields must be at most ${schemaOverridesMax}, with those that were set before`]);
	assert.deepEqual(toReasons({ x: { role: 'brand', weight: 'A', facet: 'hierarchy' } }), []);
});
