import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { toScoreGrid } from './score-table.ts';

/** A word: its rarity, and what an item has of it as a share of the highest entry of the table. */
const word = fc.record({
	rarity: fc.double({ min: 1e-7, max: 22, noNaN: true }),
	share: fc.double({ min: 0, max: 2, noNaN: true }),
});

function addUp(parts: readonly number[]): number {
	return parts.reduce((sum, part) => Math.fround(sum + part), 0);
}

it('adds up the parts of a score exactly, in single precision and in any order', () => {
	fc.assert(
		fc.property(fc.array(word, { minLength: 1, maxLength: 31 }), (words) => {
			const grid = toScoreGrid(
				words.map(({ rarity }) => rarity),
				2,
			);
			const parts = words.map(({ rarity, share }) => rarity * share + grid - grid);
			const sum = addUp(parts);
			assert.equal(addUp([...parts].reverse()), sum);
			assert.equal(addUp([...parts].sort((a, b) => a - b)), sum);
			const exact = words.reduce((total, { rarity, share }) => total + rarity * share, 0);
			const scoreMax = words.reduce((total, { rarity }) => total + 2 * rarity, 0);
			assert.ok(Math.abs(sum - exact) <= words.length * scoreMax * 2 ** -23, `${sum} is far from ${exact}`);
		}),
	);
});

it('leaves scores as they are where no word has any rarity', () => {
	assert.equal(toScoreGrid([], 2), 0);
	assert.equal(toScoreGrid([0], 2), 0);
});
