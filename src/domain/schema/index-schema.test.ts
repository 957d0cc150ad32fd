import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndexSchema, inferredSchema, openIndexSchema, readItemField } from './index-schema.ts';

test('a field is what its name says until its owner overrides it', () => {
	const { find } = createIndexSchema({ marca: { role: 'keyword' }, tono: { role: 'attribute' } });
	assert.deepEqual([find('marca').role, find('marca').fieldClass, find('marca').weight], ['keyword', 'C', 0.6]);
	assert.deepEqual([find('tono').role, find('tono').weight], ['attribute', 3.75]);
	assert.deepEqual([find('brand').role, find('brand').weight, find('brand').isOverridden], ['brand', 3.75, false]);
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
	assert.deepEqual(
		[find('care').fieldClass, find('care').weight, find('care').lengthMax],
		['A', 5, Number.POSITIVE_INFINITY],
	);
	assert.equal(find('image').weight, 0.6);
	assert.deepEqual([find('notes').weight, find('notes').hasColumn], [null, true]);
	assert.deepEqual([find('description').fieldClass, find('description').hasColumn], ['B', true]);
	const { fieldClass, hasColumn, hasNumbers, hasOtherValues, isFilterable } = find('size');
	assert.deepEqual(
		[fieldClass, hasColumn, hasNumbers, hasOtherValues, isFilterable],
		['B', false, false, false, false],
	);
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
	assert.deepEqual(inferredSchema.listNamed('title'), ['title', 'name', 'Title', 'Name']);
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

test('a field with a number as weight is weighed by itself, and measured as its role says', () => {
	const { find, weights, weightGroups } = createIndexSchema({
		brand: { weight: 8 },
		description: { weight: 0.5 },
		ean: { weight: 2 },
		image: { weight: 0 },
		price: { weight: 1 },
		title: { weight: 10 },
	});
	const toWeights = (...names: readonly string[]) => names.map((name) => find(name).weight);
	assert.deepEqual(toWeights('brand', 'description', 'ean', 'price', 'title'), [8, 0.5, 2, 1, 10]);
	// An identifier without a weight of its own has that of the title; a weight of 0 makes nothing searched.
	assert.deepEqual(toWeights('sku', 'colour', 'care', 'image'), [10, 3.75, 0.6, null]);
	assert.deepEqual(weightGroups, [
		{ fieldClass: 'B', occurrences: 2, fieldNames: ['brand'] },
		{ fieldClass: 'C', occurrences: 1, fieldNames: ['description'] },
		{ fieldClass: 'B', occurrences: 1, fieldNames: ['ean'] },
		{ fieldClass: 'C', occurrences: 1, fieldNames: ['price'] },
	]);
	assert.equal(weights?.title, 10);
	assert.equal(inferredSchema.weights, undefined);
});

test('only which fields are weighed together changes what is indexed, and not how much they weigh', () => {
	const toText = (brand: number, description: number, title = 5) =>
		createIndexSchema({ brand: { weight: brand }, description: { weight: description }, title: { weight: title } })
			.indexedText;
	assert.equal(toText(1, 2), toText(9, 0, 7));
	assert.equal(createIndexSchema({ title: { weight: 9 } }).indexedText, '');
	assert.notEqual(toText(1, 2), createIndexSchema({ brand: { weight: 1 } }).indexedText);
	const opened = openIndexSchema(toText(1, 2));
	assert.equal(opened.indexedText, toText(1, 2));
	assert.deepEqual(
		opened.weightGroups,
		createIndexSchema({ brand: { weight: 1 }, description: { weight: 2 } }).weightGroups,
	);
	// Names of classes are part of what is indexed, as they were before there were numbers.
	assert.equal(createIndexSchema({ care: { weight: 'A' } }).indexedText, '{"care":{"weight":"A"}}');
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
