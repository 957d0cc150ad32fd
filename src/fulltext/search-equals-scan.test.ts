import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { type ScannedItem, scanItem } from '../../test/support/scan-item.ts';
import {
	compareRanked,
	type RankedItem,
	type ScanContext,
	scanSearch,
	toGroupId,
} from '../../test/support/scan-search.ts';
import type { Filter } from '../domain/query/filter.ts';
import { emptyQuery, type IndexQuery, type SortRule } from '../domain/query/index-query.ts';
import { createAnalyzer } from './analysis/analyzer.ts';
import type { IndexedItem } from './builder/segment-builder.ts';
import { createIndexWriter, type IndexWriter, mergeAll } from './index-writer.ts';
import { mergeSegments } from './merge/merge-segments.ts';
import { answerRequest } from './query/answer-request.ts';
import { type IndexView, toStatistics } from './query/index-view.ts';
import type { SearchAnswer } from './query/search-answer.ts';
import { createReadings, isCombination, isCommonWord } from './query/searched-words.ts';
import { openSegment } from './segment/segment.ts';

const analyzer = createAnalyzer('en');

const words =
	'red blue dark shoe shoes running runs laptop laptops notebook samsung galaxy case the for wh-1000xm4 27 inch headphones phone'.split(
		' ',
	);
const someWords = (min: number, max: number) =>
	fc.array(fc.constantFrom(...words), { minLength: min, maxLength: max }).map((list) => list.join(' '));
const colour = fc.constantFrom('red', 'blue', 'Dark Blue', 'éclat', '黒');
const size = fc.oneof(fc.constantFrom('S', 'M', '38', '39.5'), fc.integer({ min: 36, max: 40 }));
const coordinate = fc.record({ lat: fc.integer({ min: 40, max: 42 }), lon: fc.integer({ min: 1, max: 3 }) });

const itemFields = fc.record(
	{
		title: someWords(1, 6),
		description: someWords(0, 12),
		brand: fc.constantFrom('Acme', 'Zeta', 'Ömega', 'acme'),
		category: fc.constantFrom('Shoes', 'Home > Laptops', 'Phone Case', ['Running Shoes', 'Headphones']),
		colour: fc.oneof(colour, fc.array(colour, { maxLength: 3 })),
		price: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 })),
		size,
		released: fc.constantFrom('2024-01-01', '2025-06-30T10:00:00Z', 'soon'),
		sku: fc.constantFrom('AB-1', 'AB-2', '0012345'),
		dimensions: fc.record({ width: fc.integer({ min: 1, max: 3 }), unit: fc.constantFrom('cm', 'in') }),
		location: coordinate,
		group_id: fc.constantFrom('g1', 'g2', ''),
		availability: fc.constantFrom('in stock', 'out of stock'),
		is_new: fc.boolean(),
		df_manual_boost: fc.constantFrom(0.5, 1, 2),
	},
	{ requiredKeys: ['title'] },
);

type Step =
	| { readonly kind: 'put'; readonly id: number; readonly fields: Record<string, unknown> }
	| { readonly kind: 'remove'; readonly id: number }
	| { readonly kind: 'refresh' | 'merge' | 'mergeAll' };

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 12, arbitrary: fc.record({ kind: fc.constant('put' as const), id: fc.nat(25), fields: itemFields }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.nat(25) }) },
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constantFrom('refresh' as const, 'merge' as const, 'mergeAll' as const) }),
	},
);

const filter: fc.Arbitrary<Filter> = fc.oneof(
	fc.record({
		kind: fc.constant('terms' as const),
		fieldName: fc.constant('colour'),
		values: fc.array(colour, { minLength: 1, maxLength: 2 }),
	}),
	fc.constantFrom<Filter>(
		{ kind: 'terms', fieldName: 'brand', values: ['Acme', 'nobody'] },
		{ kind: 'terms', fieldName: 'size', values: ['38', 'M'] },
		{ kind: 'terms', fieldName: 'dimensions.width', values: ['2'] },
		{ kind: 'terms', fieldName: 'is_new', values: ['true'] },
		{ kind: 'terms', fieldName: 'missing', values: ['x'] },
		{ kind: 'terms', fieldName: 'title', values: ['Laptop', 'RED', 'shoe.', 'Samsung', '27', '***'] },
		{ kind: 'range', fieldName: 'price', gte: 3, lt: 7 },
		{ kind: 'range', fieldName: 'price', gt: 3 },
		{ kind: 'range', fieldName: 'size', gte: 37, lte: 39 },
		{ kind: 'range', fieldName: 'released', gte: Date.UTC(2025, 0, 1) },
		{ kind: 'distance', fieldName: 'location', latitude: 41, longitude: 2, distanceMaxMeters: 90_000 },
	),
);

const sortRule: fc.Arbitrary<SortRule> = fc.constantFrom<SortRule>(
	{ kind: 'field', fieldName: 'price', isDescending: false },
	{ kind: 'field', fieldName: 'price', isDescending: true },
	{ kind: 'field', fieldName: 'colour', isDescending: false },
	{ kind: 'field', fieldName: 'brand', isDescending: true },
	{ kind: 'field', fieldName: 'title', isDescending: false },
	{ kind: 'field', fieldName: 'title', isDescending: true },
	{ kind: 'distance', fieldName: 'location', latitude: 41, longitude: 2, isDescending: false },
	{ kind: 'score' },
);

const queryText = fc.oneof(
	fc.constant(''),
	someWords(1, 3),
	someWords(1, 3).map((text) => `${text} `),
	fc.constantFrom(
		'lap',
		'AB-1',
		'p7',
		'shoe lapto',
		'samsng galxy',
		'hedphones ',
		'wh1000xm4',
		'unknown shoe',
		'***',
		'headphonse runing',
	),
);

const request: fc.Arbitrary<IndexQuery> = fc.record({
	text: queryText,
	queryName: fc.constantFrom(undefined, undefined, 'match_and' as const, 'match_or' as const, 'fuzzy' as const),
	filters: fc.array(filter, { maxLength: 3 }),
	excludes: fc.array(filter, { maxLength: 1 }),
	filterExecution: fc.constantFrom('and' as const, 'or' as const),
	facets: fc.constant([
		{ kind: 'terms' as const, fieldName: 'colour', size: 3 },
		{ kind: 'terms' as const, fieldName: 'brand', size: 10 },
		{ kind: 'terms' as const, fieldName: 'size', size: 10 },
		{ kind: 'range' as const, fieldName: 'price', size: 1 },
	]),
	sort: fc.array(sortRule, { maxLength: 3 }),
	from: fc.nat(5),
	size: fc.nat(12),
	isGrouped: fc.boolean(),
	autoFilterFields: fc.constant([]),
});

it('answers like a scan over all items, whatever was written, deleted, refreshed and merged before', () => {
	const scenario = fc.tuple(
		fc.array(step, { maxLength: 60 }),
		fc.array(request, { minLength: 4, maxLength: 8 }),
		fc.boolean(),
	);
	fc.assert(
		fc.property(scenario, ([steps, requests, isOutOfStockLast]) => {
			const { writer, items } = play(steps);
			const view: IndexView = { segments: writer.segments, analyzer, isOutOfStockLast };
			for (const entry of requests) compareWithScan(view, items, entry);
		}),
		{ numRuns: Number(process.env.VITRINE_RUNS ?? 150), seed: Number(process.env.VITRINE_SEED ?? 20_260) },
	);
});

/** Does what the steps say to an index, and to a map in the order of writing. */
function play(steps: readonly Step[]): { readonly writer: IndexWriter; readonly items: readonly ScannedItem[] } {
	const writer = createIndexWriter(analyzer);
	const items = new Map<string, IndexedItem>();
	for (const entry of steps) {
		if (entry.kind === 'put') {
			const id = `p${entry.id}`;
			const item = { id, fields: { id, ...entry.fields } };
			items.delete(id);
			items.set(id, item);
			writer.put(item);
		} else if (entry.kind === 'remove') {
			items.delete(`p${entry.id}`);
			writer.remove(`p${entry.id}`);
		} else if (entry.kind === 'refresh') writer.refresh();
		else if (entry.kind === 'mergeAll') mergeAll(writer);
		else mergeWhole(writer);
	}
	writer.refresh();
	return { writer, items: Array.from(items.values(), (item) => scanItem(item, analyzer)) };
}

/** Merges all segments, with a refresh while the merge is under way. */
function mergeWhole(writer: IndexWriter): void {
	const sources = writer.segments;
	if (sources.length === 0) return;
	const merged = mergeSegments(sources);
	writer.refresh();
	writer.endMerge({ run: { from: 0, to: sources.length }, sources }, merged);
}

function compareWithScan(view: IndexView, items: readonly ScannedItem[], entry: IndexQuery): void {
	const context: ScanContext = {
		analyzer,
		averageLengths: toStatistics(view).averageLengths,
		isOutOfStockLast: view.isOutOfStockLast,
		raritiesOf: (query, misspelt) => createReadings(view, query).read(misspelt).rarities,
		isCombination: (query) => isCombination(query, createReadings(view, query).read('none')),
		isCommonWord: (query, word) => isCommonWord(createReadings(view, query).read('none'), word),
	};
	const answer = answerRequest(view, entry);
	const expected = scanSearch(items, entry, context);
	assert.equal(answer.count, expected.ranked.length, 'count');
	if (entry.text.trim() !== '') assert.equal(answer.queryName, expected.queryName);
	assert.deepEqual(answer.facets, expected.facets);
	compareOrder(answer, expected.ranked, entry, items);
}

/** Ids have to be the same in the same places, but for items whose scores are equal to within rounding. */
function compareOrder(
	answer: SearchAnswer,
	ranked: readonly RankedItem[],
	{ from, size: wanted, sort, isGrouped }: IndexQuery,
	items: readonly ScannedItem[],
): void {
	const page = ranked.slice(from, from + wanted);
	assert.equal(answer.hits.length, page.length, 'hits');
	for (const [place, hit] of answer.hits.entries()) {
		const should = page[place] as RankedItem;
		if (isGrouped)
			assert.equal(hit.groupId, items.find(({ item }) => item.id === hit.id)?.item && toGroupOf(items, hit.id));
		if (hit.id === should.item.item.id) continue;
		const is = ranked.find(({ item }) => item.item.id === hit.id);
		assert.ok(is !== undefined, `${hit.id} is no hit`);
		const difference = compareRanked(is, should, sort, items) - compareRanked(should, is, sort, items);
		const isTie = Math.abs(is.score - should.score) <= 1e-5 * Math.abs(should.score) && is.score !== should.score;
		assert.ok(
			isTie,
			`${hit.id} stands where ${should.item.item.id} should (${is.score}, ${should.score}, ${difference})`,
		);
	}
}

function toGroupOf(items: readonly ScannedItem[], id: string): string | undefined {
	const item = items.find((candidate) => candidate.item.id === id);
	return item === undefined ? undefined : toGroupId(item);
}

it('gives the same bytes back the same answers', () => {
	const { writer } = play(
		Array.from({ length: 30 }, (_, id) => ({
			kind: 'put',
			id,
			fields: { title: words.slice(id % 7, (id % 7) + 4).join(' '), price: id },
		})),
	);
	const reopened = writer.segments.map((entry) => {
		const copy = new SharedArrayBuffer(entry.segment.bytes.byteLength);
		new Uint8Array(copy).set(new Uint8Array(entry.segment.bytes));
		return { ...entry, segment: openSegment(copy) };
	});
	const asked: IndexQuery = {
		...emptyQuery,
		text: 'laptop',
		facets: [{ kind: 'range', fieldName: 'price', size: 1 }],
	};
	const view = { analyzer, isOutOfStockLast: false };
	const before = answerRequest({ ...view, segments: writer.segments }, asked);
	assert.ok(before.count > 0);
	assert.deepEqual(answerRequest({ ...view, segments: reopened }, asked), before);
});
