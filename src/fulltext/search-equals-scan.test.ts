import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../test/support/chosen-seed.ts';
import { toLevels } from '../../test/support/plain-value.ts';
import { type ScannedItem, scanItem } from '../../test/support/scan-item.ts';
import {
	compareRanked,
	type RankedItem,
	type ScanContext,
	scanSearch,
	toGroupId,
} from '../../test/support/scan-search.ts';
import { request, type Step, step, words } from '../../test/support/search-scenario.ts';
import { emptyQuery, type FacetBucket, type HierarchyFacet, type IndexQuery } from '../domain/query/index-query.ts';
import { type Pace, runSteps, unhurried } from '../lib/steps.ts';
import type { AnalyzedQuery } from './analysis/analyzed-query.ts';
import { type Analyzer, createAnalyzer } from './analysis/analyzer.ts';
import { createSynonyms } from './analysis/synonyms.ts';
import type { IndexedItem } from './index/builder/segment-builder.ts';
import { createIndexWriter, type IndexWriter, mergeAll } from './index/index-writer.ts';
import { mergeSegments } from './index/merge/merge-segments.ts';
import { openSegment } from './index/segment/segment.ts';
import { answerRequest, answerSteps } from './query/answer-request.ts';
import { type IndexView, type LiveSegment, toStatistics } from './query/index-view.ts';
import type { SearchAnswer } from './query/search-answer.ts';
import { createReadings, isCombination, isCommonWord } from './query/searched-words.ts';

const runCount = process.env.VITRINE_SOAK === undefined ? 150 : 3_000;
const analyzer = createAnalyzer('en');
const synonyms = createSynonyms(
	[
		{ kind: 'two_way', phrases: ['shoe', 'running case', 'éclat'] },
		{ kind: 'one_way', from: ['galaxy', 'dark blue'], to: ['notebook', 'samsung phone 27'] },
	],
	analyzer.analyzeQuery,
);
const withSynonyms: Analyzer = {
	...analyzer,
	analyzeQuery: (text, more) => analyzer.analyzeQuery(text, { synonyms, ...more }),
};

it('answers like a scan over all items, whatever was written, deleted, refreshed, merged and restarted before', (context) => {
	const seed = chooseSeed(context);
	const scenario = fc.record({
		steps: fc.array(step, { maxLength: 60 }),
		requests: fc.array(request, { minLength: 4, maxLength: 8 }),
		isOutOfStockLast: fc.boolean(),
		hasSynonyms: fc.boolean(),
	});
	fc.assert(
		fc.property(scenario, ({ steps, requests, isOutOfStockLast, hasSynonyms }) => {
			const { writer, items } = play(steps);
			const view: IndexView = {
				segments: writer.segments,
				analyzer: hasSynonyms ? withSynonyms : analyzer,
				isOutOfStockLast,
			};
			for (const entry of requests) compareWithScan(view, items, entry);
		}),
		{ numRuns: runCount, seed },
	);
});

it('answers the same when searches are suspended anywhere and others run in between', (context) => {
	const seed = chooseSeed(context);
	const scenario = fc.record({
		steps: fc.array(step, { minLength: 10, maxLength: 40 }),
		requests: fc.array(request, { minLength: 3, maxLength: 8 }),
		/** Which of the searches under way goes on, and for how many looks at its clock. */
		turns: fc.infiniteStream(fc.record({ search: fc.nat(7), looks: fc.nat(4) })),
	});
	fc.assert(
		fc.property(scenario, ({ steps, requests, turns }) => {
			const { writer, items } = play(steps);
			const view: IndexView = { segments: writer.segments, analyzer, isOutOfStockLast: false };
			for (const [index, answer] of runInterleaved(view, requests, turns).entries()) {
				checkWithScan(view, { items, entry: requests[index] as IndexQuery, answer });
			}
		}),
		{ numRuns: runCount / 3, seed },
	);
});

interface Turn {
	readonly search: number;
	readonly looks: number;
}

function runInterleaved(
	view: IndexView,
	requests: readonly IndexQuery[],
	turns: Iterator<Turn>,
): readonly SearchAnswer[] {
	let looksLeft = 0;
	const pace: Pace = {
		isDue() {
			looksLeft -= 1;
			return looksLeft < 0;
		},
	};
	const answers: SearchAnswer[] = [];
	const underWay = requests.map((entry, index) => ({ index, steps: answerSteps(view, entry, pace) }));
	while (underWay.length > 0) {
		const { search, looks } = turns.next().value as Turn;
		looksLeft = looks;
		const at = search % underWay.length;
		const { index, steps } = underWay[at] as (typeof underWay)[number];
		const outcome = steps.next();
		if (outcome.done !== true) continue;
		answers[index] = outcome.value;
		underWay.splice(at, 1);
	}
	return answers;
}

/** Does what the steps say to an index, and to a map in the order of writing. */
function play(steps: readonly Step[]): { readonly writer: IndexWriter; readonly items: readonly ScannedItem[] } {
	let writer = createIndexWriter(analyzer);
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
		else if (entry.kind === 'restart') writer = createIndexWriter(analyzer, writer.refresh().map(reopen));
		else mergeWhole(writer);
	}
	writer.refresh();
	return { writer, items: Array.from(items.values(), (item) => scanItem(item, analyzer)) };
}

/** The segment as it is read back from its bytes. */
function reopen(entry: LiveSegment): LiveSegment {
	const copy = new SharedArrayBuffer(entry.segment.bytes.byteLength);
	new Uint8Array(copy).set(new Uint8Array(entry.segment.bytes));
	return { ...entry, segment: openSegment(copy) };
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
	checkWithScan(view, { items, entry, answer: answerRequest(view, entry) });
}

interface Checked {
	readonly items: readonly ScannedItem[];
	readonly entry: IndexQuery;
	readonly answer: SearchAnswer;
}

function checkWithScan(view: IndexView, { items, entry, answer }: Checked): void {
	const readingsOf = (query: AnalyzedQuery) => runSteps(createReadings(view, query, unhurried));
	const context: ScanContext = {
		analyzer: view.analyzer,
		averageLengths: toStatistics(view).averageLengths,
		isOutOfStockLast: view.isOutOfStockLast,
		raritiesOf: (query, misspelt) => runSteps(readingsOf(query).read(misspelt)).rarities,
		isCombination: (query) => isCombination(query, readingsOf(query).asTyped),
		isCommonWord: (query, word) => isCommonWord(readingsOf(query).asTyped, word),
	};
	const expected = scanSearch(items, entry, context);
	assert.equal(answer.count, expected.ranked.length, 'count');
	if (entry.text.trim() !== '') assert.equal(answer.queryName, expected.queryName);
	assert.deepEqual(answer.facets.map(withPlainPaths), expected.facets.map(withPlainPaths));
	compareOrder(answer, expected.ranked, entry, items);
}

/** Of several spellings of a node the index may know one that only items have that are gone. */
function withPlainPaths(facet: unknown): unknown {
	const { kind, levels, selected, ...rest } = facet as HierarchyFacet;
	if (kind !== 'hierarchy') return facet;
	const toPlain = (path = '') => toLevels(path).join('>');
	const toPlainBuckets = (buckets: readonly FacetBucket[]) =>
		buckets.map(({ value, count }) => ({ value: toPlain(value), count }));
	return {
		...rest,
		levels: levels.map((level) => ({
			...level,
			parent: toPlain(level.parent),
			buckets: toPlainBuckets(level.buckets),
		})),
		selected: toPlainBuckets(selected),
	};
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
	const reopened = writer.segments.map(reopen);
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
