import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import { createChunkEntries } from './chunk-kernels.ts';
import { intersectSlices } from './intersect-slices.ts';

const entries = createChunkEntries();
const low = fc.nat({ max: 0xffff });

/** Every `step`-th document and the given others, ascending, preceded by postings of another list. */
function toSlice(step: number, others: readonly number[]) {
	const even = Array.from({ length: Math.floor(0x10000 / step) }, (_, index) => index * step);
	const documents = [...new Set([...even, ...others])].sort((a, b) => a - b);
	return { documents: Uint16Array.of(7, 9, ...documents), start: 2, end: documents.length + 2 };
}

it('finds the documents that two lists share, whichever is longer and by how much', (context) => {
	const lists = fc.uniqueArray(low, { minLength: 1, maxLength: 60 });
	const steps = fc.constantFrom(3, 50, 900, 20_000, 0x10000);
	fc.assert(
		fc.property(lists, steps, lists, steps, (left, leftStep, right, rightStep) => {
			const first = toSlice(leftStep, left);
			const second = toSlice(rightStep, right);
			const expected: (readonly [number, number])[] = [];
			for (let at = first.start; at < first.end; at++) {
				const index = second.documents.indexOf(first.documents[at] as number, second.start);
				if (index >= 0) expected.push([at, index]);
			}
			const count = intersectSlices(first, second, entries);
			const found = Array.from({ length: count }, (_, hit) => [entries.offsets[hit], entries.hitOffsets[hit]]);
			assert.deepEqual(found, expected);
			assert.ok(entries.slots.every((slot) => slot === 0));
		}),
		{ numRuns: chooseLength(15, 500), seed: chooseSeed(context) },
	);
});
