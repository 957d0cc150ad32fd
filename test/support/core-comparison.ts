/** Applies the same steps to the core and to the scan, and compares their answers. */
import assert from 'node:assert/strict';
import type { FacetBucket, HierarchyFacet } from '../../src/domain/query/facet-kind.ts';
import type { IndexQuery } from '../../src/domain/query/index-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { createIndexWriter, type IndexWriter } from '../../src/fulltext/index/index-writer.ts';
import { mergeSegments } from '../../src/fulltext/index/merge/merge-segments.ts';
import { openSegment } from '../../src/fulltext/index/segment/segment.ts';
import type { IndexView, LiveSegment } from '../../src/fulltext/query/index-view.ts';
import type { SearchAnswer } from '../../src/fulltext/query/search-answer.ts';
import type { QueryPart } from '../../src/fulltext/understanding/part.ts';
import { createLinearBytes } from '../../src/lib/linear-memory.ts';
import { toLevels } from './plain-value.ts';
import { scanItem, toGroupId } from './scan-item.ts';
import { compareRanked, isSameScore, type RankedItem } from './scan-order.ts';
import { type ScanIndex, scanSearch } from './scan-search.ts';
import { createScanWriter, type ScanWriter } from './scan-segments.ts';
import type { Step } from './search-scenario.ts';
import { createUnderstand } from './understand-text.ts';

export interface Played {
	readonly writer: IndexWriter;
	readonly model: ScanWriter;
}

/** Some ids are numbers. */
export const toScenarioId = (number: number) => (number % 3 === 0 ? String(number) : `p${number}`);

/** Applies the steps to an index and to its model, and refreshes both. */
export function play(steps: readonly Step[], analyzer: Analyzer): Played {
	let writer = createIndexWriter(analyzer);
	const model = createScanWriter();
	for (const step of steps) {
		if (step.kind === 'put') {
			const id = toScenarioId(step.id);
			const item = { id, fields: { id, ...step.fields } };
			writer.put(item);
			model.put(scanItem(item, analyzer));
		} else if (step.kind === 'remove') {
			writer.remove(toScenarioId(step.id));
			model.remove(toScenarioId(step.id));
		} else if (step.kind === 'merge') mergeWhole({ writer, model });
		else if (step.kind === 'mergeAll') mergeWorthwhile({ writer, model });
		else {
			const segments = writer.refresh();
			model.refresh();
			if (step.kind === 'restart') writer = createIndexWriter(analyzer, segments.map(reopen));
		}
	}
	writer.refresh();
	model.refresh();
	return { writer, model };
}

/** The segment, read again from its bytes. */
export function reopen(entry: LiveSegment): LiveSegment {
	const { byteLength } = entry.segment.bytes;
	const copy = createLinearBytes(byteLength) ?? new SharedArrayBuffer(byteLength);
	new Uint8Array(copy).set(new Uint8Array(entry.segment.bytes));
	return { ...entry, segment: openSegment(copy) };
}

/** Merges all segments, with a refresh while the merge is under way. */
function mergeWhole({ writer, model }: Played): void {
	const sources = writer.segments;
	if (sources.length === 0) return;
	const merged = mergeSegments(sources);
	const endInModel = model.beginMerge(0, sources.length);
	writer.refresh();
	model.refresh();
	writer.endMerge({ run: { from: 0, to: sources.length }, sources }, merged);
	endInModel();
}

/** Merges what the policy chooses. */
function mergeWorthwhile({ writer, model }: Played): void {
	for (let merge = writer.beginMerge(); merge !== undefined; merge = writer.beginMerge()) {
		const endInModel = model.beginMerge(merge.run.from, merge.run.to);
		writer.endMerge(merge, mergeSegments(merge.sources));
		endInModel();
	}
}

/** The view of the index, and the scan's view of the same. */
export function toViews(
	{ writer: { segments }, model }: Played,
	options: Pick<IndexView, 'analyzer' | 'isOutOfStockLast'>,
): { readonly view: IndexView; readonly index: ScanIndex } {
	const counts = segments.map(({ segment, liveCount }) => [segment.documentCount, liveCount]);
	const expected = model.segments.map(({ documents }) => [
		documents.length,
		documents.filter(({ isLive }) => isLive).length,
	]);
	assert.deepEqual(counts, expected, 'documents and live ones of each segment');
	return {
		view: { ...options, segments },
		index: { ...options, segments: model.segments, understand: createUnderstand(options.analyzer) },
	};
}

/** Throws if the answer differs from what the scan finds. The order is not compared where rounding decides it. */
export function checkWithScan(index: ScanIndex, request: IndexQuery, answer: SearchAnswer): void {
	const expected = scanSearch(index, request);
	assert.deepEqual(answer.autoFilters, expected.autoFilters);
	const toUnderstood = (parts: readonly Pick<QueryPart, 'kind' | 'isStrict'>[]) =>
		parts.map(({ kind, isStrict }) => [kind, isStrict]);
	assert.deepEqual(toUnderstood(answer.understood), toUnderstood(expected.understood), 'understood');
	assert.equal(answer.count, expected.ranked.length, 'count');
	assert.equal(answer.strictCount, expected.strictCount, 'count of those with all the words');
	if (request.text.trim() !== '') assert.equal(answer.queryName, expected.queryName);
	assert.deepEqual(answer.facets.map(withPlainPaths), expected.facets.map(withPlainPaths));
	if (expected.tiedGroups.size > 0) return;
	compareOrder(answer, expected.ranked, request);
	if (expected.hasScores) compareScores(answer, expected.ranked);
}

function compareScores({ hits }: SearchAnswer, ranked: readonly RankedItem[]): void {
	for (const { id, score } of hits) {
		const expected = ranked.find(({ item }) => item.item.id === id) as RankedItem;
		assert.ok(isSameScore(expected, score), `${id} has the score ${score}, should have ${expected.score}`);
	}
}

/** Of several spellings of a node, the index may use one that only deleted items have. */
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

/** Ids must be the same at the same positions, except for items whose scores are equal within rounding. */
function compareOrder(
	answer: SearchAnswer,
	ranked: readonly RankedItem[],
	{ from, size, sort, isGrouped }: IndexQuery,
): void {
	const page = ranked.slice(from, from + size);
	assert.equal(answer.hits.length, page.length, 'hits');
	for (const [at, hit] of answer.hits.entries()) {
		const should = page[at] as RankedItem;
		const is = ranked.find(({ item }) => item.item.id === hit.id);
		assert.ok(is !== undefined, `${hit.id} is no hit`);
		if (isGrouped) assert.equal(hit.groupId, toGroupId(is.item));
		if (is === should) continue;
		// What has other factors is summed in other ways, also where both come to the same here.
		const isSummedAlike = is.score === should.score && is.rounding === should.rounding;
		const isTie = isSameScore(should, is.score) && !isSummedAlike;
		const difference = compareRanked(is, should, sort) - compareRanked(should, is, sort);
		assert.ok(
			isTie,
			`${hit.id} stands where ${should.item.item.id} should (${is.score}, ${should.score}, ${difference})`,
		);
	}
}
