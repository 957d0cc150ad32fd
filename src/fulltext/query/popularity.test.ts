import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import type { PopularityField } from '../../domain/query/index-query.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { mergeSegments } from '../index/merge/merge-segments.ts';
import { openSegment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import type { LiveSegment } from './index-view.ts';
import { measurePopularity, popularityFactorMax, sampledItemsMax } from './popularity.ts';

const sales: PopularityField = { fieldName: 'sales', weight: 10, isLowestBest: false };

/** The factor of each item by its id. */
function factorsOf(segments: readonly LiveSegment[], fields: readonly PopularityField[]): Map<string, number> {
	const factors = runSteps(measurePopularity(segments, fields, unhurried));
	return new Map(
		segments.flatMap(({ segment }, at) =>
			Array.from({ length: segment.documentCount }, (_, document) => [
				decodeString(segment.ids, document),
				factors[at]?.[document] ?? 1,
			]),
		),
	);
}

function toItems(numbers: readonly (number | undefined)[]) {
	return Object.fromEntries(
		numbers.map((value, at) => [`i${at}`, value === undefined ? { title: 'x' } : { sales: value }]),
	);
}

function round(factors: ReadonlyMap<string, number>): number[] {
	return [...factors.values()].map((factor) => Math.round(factor * 1_000) / 1_000);
}

test('factors depend on positions, not on the scale of the numbers; an item without one is left as it is', () => {
	const { view } = createSmallIndex(toItems([2, 5, 5, 40, 9_000, undefined]));
	// 1.5 to the power of -0.8, -0.2, -0.2, 0.4 and 0.8.
	assert.deepEqual(round(factorsOf(view.segments, [sales])), [0.723, 0.922, 0.922, 1.176, 1.383, 1]);
	const lowest = { ...sales, isLowestBest: true };
	assert.deepEqual(round(factorsOf(view.segments, [lowest])), [1.383, 1.084, 1.084, 0.85, 0.723, 1]);
	assert.deepEqual(round(factorsOf(view.segments, [{ ...sales, weight: 5 }])), [0.85, 0.96, 0.96, 1.084, 1.176, 1]);
});

test('several fields add up, within the bounds of one', () => {
	const { view } = createSmallIndex({ a: { sales: 9, rating: 9 }, b: { sales: 1, rating: 1 }, c: { sales: 5 } });
	const rating = { ...sales, fieldName: 'rating' };
	const together = [...factorsOf(view.segments, [sales, rating, { ...rating, isLowestBest: true }]).values()];
	// Positions of sales are 5/6, 1/6 and 1/2; the ratings cancel out.
	assert.deepEqual(
		together.map((factor) => Math.round(factor * 1_000) / 1_000),
		[1.31, 0.763, 1],
	);
	const [most, least] = factorsOf(view.segments, [sales, rating]).values();
	assert.ok(Math.abs((most as number) - popularityFactorMax) < 1e-6, `${most}`);
	assert.ok(Math.abs((least as number) - 1 / popularityFactorMax) < 1e-6, `${least}`);
});

test('factors are the same however the items are distributed over segments, and after a merge and a restart', () => {
	const numbers = fc.array(fc.option(fc.oneof(fc.nat(5), fc.double({ noNaN: true, noDefaultInfinity: true }))), {
		minLength: 1,
		maxLength: 600,
	});
	fc.assert(
		fc.property(numbers, fc.integer({ min: 1, max: 100 }), (list, itemsPerSegment) => {
			const items = toItems(list.map((value) => value ?? undefined));
			const whole = createSmallIndex(items).view.segments;
			const parts = createSmallIndex(items, { itemsPerSegment }).view.segments;
			const merged = openSegment(mergeSegments(parts).bytes);
			const one = { segment: merged, live: undefined, liveCount: merged.documentCount };
			const expected = [...factorsOf(whole, [sales])].sort();
			assert.deepEqual([...factorsOf(parts, [sales])].sort(), expected);
			assert.deepEqual([...factorsOf([one], [sales])].sort(), expected);
		}),
		{ numRuns: 30 },
	);
});

test('the quantiles of a sample are near those of all items', () => {
	const itemCount = sampledItemsMax + 4_000;
	const { view } = createSmallIndex(toItems(Array.from({ length: itemCount }, (_, at) => at)), {
		itemsPerSegment: itemCount,
	});
	const factors = [...factorsOf(view.segments, [sales]).values()];
	for (const [at, factor] of factors.entries()) {
		const expected = popularityFactorMax ** ((2 * (at + 0.5)) / itemCount - 1);
		assert.ok(Math.abs(factor - expected) < 0.02, `item ${at}: ${factor}, should be near ${expected}`);
	}
});
