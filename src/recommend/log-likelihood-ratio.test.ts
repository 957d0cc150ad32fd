import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toLogLikelihoodRatio } from './log-likelihood-ratio.ts';

const count = fc.nat(1000);
const table = fc.record({ both: count, firstOnly: count, secondOnly: count, neither: count });

/** G² in the textbook form: 2 · Σ observed · ln(observed ÷ expected), over the four cells. */
function toTextbookRatio({ both, firstOnly, secondOnly, neither }: Parameters<typeof toLogLikelihoodRatio>[0]): number {
	const total = both + firstOnly + secondOnly + neither;
	const cells = [
		[both, both + firstOnly, both + secondOnly],
		[firstOnly, both + firstOnly, firstOnly + neither],
		[secondOnly, secondOnly + neither, both + secondOnly],
		[neither, secondOnly + neither, firstOnly + neither],
	] as const;
	return (
		2 * cells.reduce((sum, [cell, row, column]) => sum + (cell && cell * Math.log((cell * total) / (row * column))), 0)
	);
}

describe('log-likelihood ratio', () => {
	it('is 2 · 20 · ln 2 when ten baskets have both and ten have neither', () => {
		const ratio = toLogLikelihoodRatio({ both: 10, firstOnly: 0, secondOnly: 0, neither: 10 });
		assert.ok(Math.abs(ratio - 40 * Math.LN2) < 1e-9);
	});

	it('is the same with a negative sign when they never meet', () => {
		const ratio = toLogLikelihoodRatio({ both: 0, firstOnly: 10, secondOnly: 10, neither: 0 });
		assert.ok(Math.abs(ratio + 40 * Math.LN2) < 1e-9);
	});

	it('is 0 for independent items and for no baskets at all', () => {
		assert.ok(toLogLikelihoodRatio({ both: 1, firstOnly: 9, secondOnly: 9, neither: 81 }) < 1e-9);
		assert.equal(toLogLikelihoodRatio({ both: 0, firstOnly: 0, secondOnly: 0, neither: 0 }), 0);
	});

	it('agrees with observed against expected, cell by cell', () => {
		fc.assert(
			fc.property(table, (cells) => {
				const total = cells.both + cells.firstOnly + cells.secondOnly + cells.neither;
				const [ours, theirs] = [Math.abs(toLogLikelihoodRatio(cells)), toTextbookRatio(cells)];
				assert.ok(Math.abs(ours - theirs) <= 1e-9 * (1 + total * Math.log(total + 1)));
			}),
		);
	});

	it('does not depend on which item comes first', () => {
		fc.assert(
			fc.property(table, (cells) => {
				const swapped = { ...cells, firstOnly: cells.secondOnly, secondOnly: cells.firstOnly };
				assert.ok(Math.abs(toLogLikelihoodRatio(cells) - toLogLikelihoodRatio(swapped)) < 1e-6);
			}),
		);
	});
});
