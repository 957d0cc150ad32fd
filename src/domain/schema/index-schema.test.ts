import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndexSchema, inferredSchema, openIndexSchema, readItemField } from './index-schema.ts';

test('a field is what its name says until its owner overrides it', () => {
	const { find } = createIndexSchema({ marca: { role: 'keyword' }, tono: { role: 'attribute' } });
	assert.deepEqual([find('marca').role, find('marca').weight], ['keyword', 'C']);
	assert.deepEqual([find('tono').role, find('tono').weight], ['attribute', 'B']);
	assert.deepEqual([find('brand').role, find('brand').weight, find('brand').isOverridden], ['brand', 'B', false]);
});

test('weight, searchability and filterability are overridden independently', () => {
	const { find } = createIndexSchema({
		care: { weight: 'A' },
		image: { isSearchable: true },
		notes: { isSearchable: false },
		description: { isFilterable: true },
		size: { isFilterable: false },
		title: { isFilterable: false },
	});
	assert.deepEqual([find('care').weight, find('care').lengthMax], ['A', Number.POSITIVE_INFINITY]);
	assert.equal(find('image').weight, 'C');
	assert.deepEqual([find('notes').weight, find('notes').hasColumn], [null, true]);
	assert.deepEqual([find('description').weight, find('description').hasColumn], ['B', true]);
	const { weight, hasColumn, hasNumbers, hasOtherValues, isFilterable } = find('size');
	assert.deepEqual([weight, hasColumn, hasNumbers, hasOtherValues, isFilterable], ['B', false, false, false, false]);
	assert.equal(find('title').isFilterable, false);
	assert.equal(inferredSchema.find('title').isFilterable, true);
});

test('nothing of an ignored field is indexed', () => {
	const { weight, isIdentifier, isFilterable, hasNumbers, hasOtherValues } = createIndexSchema({
		sku: { isIgnored: true, weight: 'A', isFilterable: true },
	}).find('sku');
	assert.deepEqual(
		[weight, isIdentifier, isFilterable, hasNumbers, hasOtherValues],
		[null, false, false, false, false],
	);
});

test('the fields of a role are those of the owner, then the well-known ones that still have it', () => {
	const schema = createIndexSchema({
		clase: { role: 'category' },
		category: { role: 'attribute' },
		product_type: { isIgnored: true },
		precio: { role: 'price', isIgnored: true },
	});
	assert.deepEqual(schema.listNamed('category'), ['clase', 'categories']);
	assert.deepEqual(schema.listNamed('price'), ['best_price', 'price']);
	assert.deepEqual(inferredSchema.listNamed('title'), ['title', 'name']);
});

test('the text of a schema differs exactly when something else is indexed', () => {
	const facet = createIndexSchema({ size: { facet: 'range' } });
	assert.equal(facet.indexedText, inferredSchema.indexedText);
	assert.equal(facet.find('size').facet, 'range');
	const ignoring = createIndexSchema({ size: { isIgnored: true, facet: 'range' } });
	assert.notEqual(ignoring.indexedText, inferredSchema.indexedText);
	assert.equal(openIndexSchema(ignoring.indexedText).find('size').isIgnored, true);
	assert.equal(openIndexSchema(''), inferredSchema);
});

test('a weight as popularity changes what is indexed only where the numbers would not be kept otherwise', () => {
	const toText = (popularity: number, more: object = {}) =>
		createIndexSchema({ rating: { popularity, popularityBest: 'lowest', ...more } }).indexedText;
	assert.equal(toText(5), '');
	const unkept = { isFilterable: false };
	assert.equal(toText(5, unkept), toText(7, unkept));
	assert.notEqual(toText(5, unkept), toText(0, unkept));
	const { find } = openIndexSchema(toText(5, unkept));
	assert.deepEqual([find('rating').hasNumbers, find('rating').isFilterable], [true, false]);
});

test('the fields that say how popular an item is are those with a weight above 0 that are indexed', () => {
	const { popularity } = createIndexSchema({
		a: { popularity: 2.5 },
		b: { popularity: 0 },
		c: { popularity: 10, popularityBest: 'lowest' },
		d: { popularity: 1, isIgnored: true },
	});
	assert.deepEqual(popularity, [
		{ fieldName: 'a', weight: 2.5, isLowestBest: false },
		{ fieldName: 'c', weight: 10, isLowestBest: true },
	]);
	assert.deepEqual(inferredSchema.popularity, []);
});

test("a field may have the name of an object's built-in member", () => {
	const schema = openIndexSchema('{"__proto__":{"isIgnored":true}}');
	assert.equal(schema.find('__proto__').isIgnored, true);
	assert.equal(schema.find('constructor').isOverridden, false);
});

test('a field of an item is found by its dotted name', () => {
	const item = { a: { b: { c: 1 } }, 'a.b': 2, d: null };
	assert.equal(readItemField(item, 'a.b'), 2);
	assert.equal(readItemField(item, 'a.b.c'), 1);
	assert.equal(readItemField(item, 'd.e'), undefined);
	assert.equal(readItemField(item, 'x'), undefined);
});
