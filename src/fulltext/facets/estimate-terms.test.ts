import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../../test/support/test-length.ts';
import { runSteps, type Steps, unhurried } from '../../lib/steps.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createIndexWriter } from '../index/index-writer.ts';
import { findTypedArrayKernels } from '../kernels/open-kernels.ts';
import type { LiveSegment } from '../query/index-view.ts';
import { countTerms } from './count-terms.ts';
import type { FacetPart, FacetSource } from './count-values.ts';
import { estimateTerms } from './estimate-terms.ts';
import { createFacetMemory } from './facet-memory.ts';

const analyzer = createAnalyzer('en');
const value = fc.oneof(
	fc.constantFrom('a', 'b', 'c', '7', '8.5'),
	fc.integer({ min: 0, max: 9 }),
	fc.array(fc.constantFrom('a', 'd', 'e'), { minLength: 1, maxLength: 3 }),
);
const items = fc.array(fc.record({ value: fc.option(value, { nil: undefined }), isMatch: fc.boolean() }), {
	minLength: 1,
	maxLength: 40,
});

/** Segments of some items each, and which of the items match. */
function createSource(all: readonly { readonly value: unknown; readonly isMatch: boolean }[], perSegment: number) {
	const writer = createIndexWriter(analyzer);
	const matches: number[][] = [];
	for (const [index, item] of all.entries()) {
		writer.put({ id: `p${index}`, fields: { id: `p${index}`, title: 'thing', value: item.value } });
		const segment = Math.floor(index / perSegment);
		matches[segment] ??= [];
		if (item.isMatch) matches[segment].push(index % perSegment);
		if ((index + 1) % perSegment === 0) writer.refresh();
	}
	writer.refresh();
	const segments = writer.segments.map(({ segment }: LiveSegment) => segment);
	const source: FacetSource = {
		segments,
		// biome-ignore lint/correctness/useYield: it is there already.
		*read(index): Steps<FacetPart> {
			const documents = Uint32Array.from(matches[index] ?? []);
			const slotByDocument = new Uint32Array(perSegment + 1);
			return { documents, count: documents.length, slotByDocument, isWhole: false, live: undefined, known: undefined };
		},
	};
	return source;
}

const tools = { memory: createFacetMemory(new Uint32Array(0), findTypedArrayKernels), pace: unhurried };

it('is exact in every count that it shows, and in the sum of all', () => {
	fc.assert(
		fc.property(items, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), (all, perSegment, size) => {
			const source = createSource(all, perSegment);
			const wanted = { fieldName: 'value', size, chosen: ['a', '7', 'nothing'] };
			const exact = runSteps(countTerms(source, { ...wanted, size: 1_000 }, tools));
			const estimated = runSteps(estimateTerms(source, wanted, tools));
			const counts = new Map(exact.buckets.map((bucket) => [bucket.value, bucket.count]));
			for (const { value, count } of estimated.buckets) assert.equal(count, counts.get(value), value);
			assert.deepEqual(estimated.selected, exact.selected);
			const sum = ({ buckets, otherCount }: typeof exact) =>
				buckets.reduce((total, { count }) => total + count, otherCount);
			assert.equal(sum(estimated), sum(exact));
			assert(estimated.valueCount <= exact.valueCount);
			assert.equal(estimated.isApproximate, true);
			assert.equal(exact.isApproximate, undefined);
		}),
		{ numRuns: chooseLength(60, 200) },
	);
});

it('shows the most frequent values where one segment has all', () => {
	fc.assert(
		fc.property(items, fc.integer({ min: 1, max: 5 }), (all, size) => {
			const source = createSource(all, 100);
			const wanted = { fieldName: 'value', size, chosen: [] };
			const exact = runSteps(countTerms(source, wanted, tools));
			const { isApproximate: _, ...estimated } = runSteps(estimateTerms(source, wanted, tools));
			assert.deepEqual(estimated, exact);
		}),
		{ numRuns: chooseLength(60, 200) },
	);
});
