import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLength } from '../../test/support/test-length.ts';
import { createSeededRandom } from '../lib/seeded-random.ts';
import { createDistinctCount, exactMax } from './distinct-count.ts';

const drawHash = (random: ReturnType<typeof createSeededRandom>) => Math.floor(random.fraction() * 2 ** 53);

test('up to the limit the count is exact, and what was taken back is not counted', () => {
	const random = createSeededRandom(3);
	const distinct = createDistinctCount();
	const hashes = Array.from({ length: exactMax }, () => drawHash(random));
	for (const hash of hashes) for (const weight of [2, 1]) distinct.add(hash, weight);
	assert.equal(distinct.count(), new Set(hashes).size);
	for (const hash of hashes.slice(0, 1000)) distinct.add(hash, -3);
	assert.equal(distinct.count(), new Set(hashes).size - 1000);
	assert.equal(distinct.isExact, true);
});

test('nobody is not counted', () => {
	const distinct = createDistinctCount();
	distinct.add(0, 1);
	assert.equal(distinct.count(), 0);
});

test('beyond it the error is the one that is documented: 0.81 % as a standard deviation', () => {
	const errors = [70_000, 100_000, 200_000, 500_000].flatMap((size) =>
		Array.from({ length: chooseLength(3, 8) }, (_, seed) => {
			const random = createSeededRandom(size + seed);
			const distinct = createDistinctCount();
			// Half are spread hashes, half are small numbers, which a weak mixing would put together.
			for (let at = 0; at < size; at++) distinct.add(at % 2 === 0 ? 1 + drawHash(random) : at, 1);
			assert.equal(distinct.isExact, false);
			return distinct.count() / size - 1;
		}),
	);
	const deviation = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
	assert.ok(deviation < 0.0081 * 1.4, `${deviation}`);
	assert.ok(Math.max(...errors.map(Math.abs)) < 4 * 0.0081, `${errors}`);
});
