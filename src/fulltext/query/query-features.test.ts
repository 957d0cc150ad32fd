import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { emptyQuery } from '../../domain/query/index-query.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { describeIndex } from '../describe-index.ts';
import { createIndexWriter } from '../index/index-writer.ts';
import { answerRequest } from './answer-request.ts';
import { toInterval } from './filter-matches.ts';
import { toDistanceMeters } from './geo-distance.ts';
import { findGroupMembers } from './group-members.ts';

const shoes = {
	a: {
		title: 'shoe a',
		brand: 'Nike',
		colour: ['red', 'blue'],
		price: 10,
		group_id: 'g',
		shop: { city: 'Vic', at: { lat: 41.93, lon: 2.25 } },
	},
	b: {
		title: 'shoe b',
		brand: 'Nike',
		colour: 'red',
		price: 20,
		group_id: 'g',
		shop: { city: 'Barcelona', at: { lat: 41.39, lon: 2.17 } },
	},
	c: { title: 'shoe c', brand: 'Adidas', colour: 'green', price: 30 },
	d: { title: 'boot d', brand: 'Adidas', colour: 'red', price: 40 },
};

for (const itemsPerSegment of [1, 3, 1_000]) {
	const { search, idsOf } = createSmallIndex(shoes, { itemsPerSegment });
	const when = `with ${itemsPerSegment} items in a segment`;

	it(`keeps the other values of a filtered field visible in its facet, ${when}`, () => {
		const { facets, count } = search({
			text: 'shoe ',
			filters: [{ kind: 'terms', fieldName: 'brand', values: ['Nike'] }],
			facets: [
				{ kind: 'terms', fieldName: 'brand', size: 10 },
				{ kind: 'terms', fieldName: 'colour', size: 1 },
				{ kind: 'range', fieldName: 'price', size: 1 },
			],
		});
		assert.equal(count, 2);
		assert.deepEqual(facets, [
			{
				kind: 'terms',
				fieldName: 'brand',
				buckets: [
					{ value: 'Nike', count: 2 },
					{ value: 'Adidas', count: 1 },
				],
				selected: [{ value: 'Nike', count: 2 }],
				otherCount: 0,
				valueCount: 2,
			},
			{
				kind: 'terms',
				fieldName: 'colour',
				buckets: [{ value: 'red', count: 2 }],
				selected: [],
				otherCount: 1,
				valueCount: 2,
			},
			{ kind: 'range', fieldName: 'price', count: 2, sum: 30, min: 10, max: 20 },
		]);
	});

	it(`combines the filters of different fields with and or with or; excludes always apply, ${when}`, () => {
		const filters = [
			{ kind: 'terms' as const, fieldName: 'brand', values: ['Adidas'] },
			{ kind: 'range' as const, fieldName: 'price', lt: 20 },
		];
		assert.deepEqual(idsOf({ filters }), []);
		assert.deepEqual(idsOf({ filters, filterExecution: 'or' }), ['a', 'c', 'd']);
		const excludes = [{ kind: 'terms' as const, fieldName: 'colour', values: ['green'] }];
		assert.deepEqual(idsOf({ filters, filterExecution: 'or', excludes }), ['a', 'd']);
	});

	it(`filters and sorts by distance; items without a point come last, ${when}`, () => {
		const barcelona = { fieldName: 'shop.at', latitude: 41.38, longitude: 2.17 };
		assert.deepEqual(idsOf({ filters: [{ kind: 'distance', distanceMaxMeters: 10_000, ...barcelona }] }), ['b']);
		assert.deepEqual(idsOf({ sort: [{ kind: 'distance', isDescending: false, ...barcelona }] }), ['b', 'a', 'c', 'd']);
	});

	it(`sorts by several fields, ${when}`, () => {
		const byBrand = { kind: 'field' as const, fieldName: 'brand', isDescending: false };
		const byPrice = { kind: 'field' as const, fieldName: 'price', isDescending: true };
		assert.deepEqual(idsOf({ sort: [byBrand, byPrice] }), ['d', 'c', 'b', 'a']);
		assert.deepEqual(idsOf({ sort: [byBrand, byPrice], from: 1, size: 2 }), ['c', 'b']);
	});

	it(`shows the best item of each group and counts groups, ${when}`, () => {
		const cheapest = { kind: 'field' as const, fieldName: 'price', isDescending: true };
		const { hits, count } = search({ isGrouped: true, sort: [cheapest] });
		assert.equal(count, 3);
		assert.deepEqual(
			hits.map(({ id, groupId }) => [id, groupId]),
			[
				['d', undefined],
				['c', undefined],
				['b', 'g'],
			],
		);
	});

	it(`turns words that are values into filters when asked to, ${when}`, () => {
		const { hits, autoFilters } = search({ text: 'nike red shoe ', autoFilterFields: ['brand', 'colour'] });
		assert.deepEqual(
			hits.map(({ id }) => id),
			['a', 'b'],
		);
		assert.deepEqual(autoFilters, [
			{ kind: 'terms', fieldName: 'brand', values: ['Nike'] },
			{ kind: 'terms', fieldName: 'colour', values: ['red'] },
		]);
		assert.deepEqual(idsOf({ text: 'adidas', autoFilterFields: ['brand'] }), ['c', 'd']);
	});
}

it('finds the same with words of asking as without them, and corrects none of them', () => {
	const { search, idsOf } = createSmallIndex({
		mini: { title: 'Mini keyboard' },
		computer: { title: 'Computer', description: 'with a chip from China, a keyboard and gold letters' },
		wired: { title: 'Wired keyboard, white' },
	});
	const found = idsOf({ text: 'keyboard ' });
	for (const text of ['cheap keyboard ', 'good keyboard ', 'what is the best keyboard to buy online ']) {
		assert.deepEqual(idsOf({ text }), found, text);
		assert.equal(search({ text }).correctedText, undefined, text);
		assert.equal(search({ text }).strictCount, 3, text);
	}
});

it('filters and excludes by id, and lists the items of a group', () => {
	const { idsOf, view } = createSmallIndex(shoes, { itemsPerSegment: 3 });
	assert.deepEqual(idsOf({ filters: [{ kind: 'terms', fieldName: 'id', values: ['d', 'b', 'nobody'] }] }), ['b', 'd']);
	assert.deepEqual(idsOf({ text: 'shoe ', excludes: [{ kind: 'terms', fieldName: 'id', values: ['a', 'd'] }] }), [
		'b',
		'c',
	]);
	assert.deepEqual(findGroupMembers(view, 'g', 10), ['a', 'b']);
	assert.deepEqual(findGroupMembers(view, 'g', 1), ['a']);
	assert.deepEqual(findGroupMembers(view, 'h', 10), []);
});

it('addresses nested objects by dotted names', () => {
	const { idsOf } = createSmallIndex(shoes);
	assert.deepEqual(idsOf({ filters: [{ kind: 'terms', fieldName: 'shop.city', values: ['Vic'] }] }), ['a']);
});

it('keeps a field that changes type as keyword and text, and reports it', () => {
	const items = { a: { title: 'x', size: 42 }, b: { title: 'y', size: 'large' }, c: { title: 'z', size: 43 } };
	for (const itemsPerSegment of [1, 1_000]) {
		const { view, idsOf, search } = createSmallIndex(items, { itemsPerSegment });
		for (const [value, id] of [
			['42', 'a'],
			['large', 'b'],
		] as const) {
			assert.deepEqual(idsOf({ filters: [{ kind: 'terms', fieldName: 'size', values: [value] }] }), [id]);
		}
		assert.deepEqual(idsOf({ text: 'large ' }), ['b']);
		assert.deepEqual(idsOf({ filters: [{ kind: 'range', fieldName: 'size', gte: 43 }] }), ['c']);
		const [facet] = search({ facets: [{ kind: 'terms', fieldName: 'size', size: 5 }] }).facets;
		assert.deepEqual(facet?.kind === 'terms' && facet.buckets.map(({ value }) => value), ['42', '43', 'large']);
		const field = describeIndex(view).fields.find(({ name }) => name === 'size');
		assert.deepEqual(field, { name: 'size', uses: field?.uses, isMixed: true });
		assert.deepEqual(field?.uses, ['text', 'keyword', 'number']);
	}
});

it('sorts a field of several types by its numbers and then by its texts, and puts items with neither last', () => {
	const items = {
		none: { title: 'lamp' },
		large: { title: 'lamp', size: 'L' },
		both: { title: 'lamp', size: ['M', 41] },
		few: { title: 'lamp', size: '38' },
		medium: { title: 'lamp', size: 'M' },
		many: { title: 'lamp', size: 42 },
	};
	const bySize = (isDescending: boolean) => [{ kind: 'field' as const, fieldName: 'size', isDescending }];
	for (const itemsPerSegment of [1, 2, 1_000]) {
		for (const isGrouped of [false, true]) {
			const { idsOf } = createSmallIndex(items, { itemsPerSegment });
			const ascending = idsOf({ sort: bySize(false), isGrouped });
			assert.deepEqual(ascending, ['few', 'both', 'many', 'large', 'medium', 'none']);
			const descending = idsOf({ sort: bySize(true), isGrouped });
			assert.deepEqual(descending, ['many', 'both', 'few', 'medium', 'large', 'none']);
		}
	}
});

it('sorts by text where every item with a number was deleted', () => {
	const analyzer = createAnalyzer('en');
	const writer = createIndexWriter(analyzer);
	const put = (id: string, size: unknown) => writer.put({ id, fields: { id, size } });
	put('changed', 36);
	put('medium', 'M');
	writer.refresh();
	put('changed', 'L');
	const view = { segments: writer.refresh(), analyzer, isOutOfStockLast: false };
	const sort = [{ kind: 'field' as const, fieldName: 'size', isDescending: false }];
	assert.deepEqual(
		answerRequest(view, { ...emptyQuery, sort }).hits.map(({ id }) => id),
		['changed', 'medium'],
	);
});

it('distinguishes dates from numbers and finds them by range', () => {
	const { view, idsOf } = createSmallIndex({
		a: { title: 'x', on: '2024-05-01' },
		b: { title: 'y', on: '2025-05-01T12:00:00+02:00' },
	});
	assert.deepEqual(idsOf({ filters: [{ kind: 'range', fieldName: 'on', gte: Date.UTC(2025, 4, 1, 10) }] }), ['b']);
	assert.deepEqual(describeIndex(view).fields.find(({ name }) => name === 'on')?.uses, ['text', 'keyword', 'date']);
});

it('ends an open range at the neighbouring number', () => {
	assert.deepEqual(toInterval({ gt: 1, lt: 2 }), [1 + Number.EPSILON, 2 - Number.EPSILON]);
	assert.deepEqual(toInterval({ gt: 0, lte: 5 }), [Number.MIN_VALUE, 5]);
	assert.deepEqual(toInterval({ gte: -3, gt: -3 }), [-3 + 2 ** -51, Number.POSITIVE_INFINITY]);
});

it('measures distance along the surface of the earth', () => {
	const degree = toDistanceMeters({ latitude: 0, longitude: 0 }, 1, 0);
	assert.ok(Math.abs(degree - 111_195) < 1, `${degree}`);
	const parisToLondon = toDistanceMeters({ latitude: 48.8566, longitude: 2.3522 }, 51.5074, -0.1278);
	assert.ok(Math.abs(parisToLondon - 343_556) < 500, `${parisToLondon}`);
});

for (const itemsPerSegment of [1, 3, 1_000]) {
	it(`counts numbers as levels where the field has texts elsewhere, with ${itemsPerSegment} items in a segment`, () => {
		const sizes = { a: { size: 38 }, b: { size: 'M' }, c: { size: 'M' }, d: { size: 38 }, e: { size: 'Home > 38' } };
		const { facets } = createSmallIndex(sizes, { itemsPerSegment }).search({
			filters: [{ kind: 'terms', fieldName: 'size', values: ['M'] }],
			facets: [{ kind: 'hierarchy', fieldName: 'size', size: 10 }],
		});
		const [facet] = facets;
		assert.ok(facet?.kind === 'hierarchy');
		assert.deepEqual(facet.levels[0]?.buckets, [
			{ value: '38', count: 2 },
			{ value: 'M', count: 2 },
			{ value: 'Home', count: 1 },
		]);
	});
}
