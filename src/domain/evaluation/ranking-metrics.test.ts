import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { measureClicks, measureRanking } from './ranking-metrics.ts';

const isNear = (actual: number | undefined, expected: number) =>
	assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

describe('by judgments', () => {
	const judgments = new Map([
		['a', 3],
		['b', 1],
		['c', 0],
	]);

	it('is the worked example: gains 7 and 1 at ranks 2 and 3, of 7 and 1 at ranks 1 and 2', () => {
		const quality = measureRanking(['x', 'a', 'b', 'c'], judgments);

		const ideal = 7 + 1 / Math.log2(3);
		isNear(quality?.fullCorpus, (7 / Math.log2(3) + 1 / 2) / ideal);
		isNear(quality?.judgedOnly, 1);
		isNear(quality?.judgedAt10, 3 / 4);
	});

	it('finds the share of the good products that are early enough', () => {
		const others = Array.from({ length: 49 }, (_, index) => `x${index}`);

		assert.equal(measureRanking([...others, 'a', 'b'], judgments)?.recallAt50, 0.5);
		assert.equal(measureRanking([...others, 'a', 'b'], judgments)?.recallAt100, 1);
	});

	it('says nothing where no product is good', () => {
		assert.equal(measureRanking(['a'], new Map([['a', 0]])), undefined);
	});

	it('is never better than the best order, and never worse after a swap into that order', () => {
		const grades = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 14 });
		fc.assert(
			fc.property(grades, fc.nat(), (list, at) => {
				const judged = new Map(list.map((grade, index) => [`p${index}`, grade]));
				const ranking = [...judged.keys()];
				const before = measureRanking(ranking, judged)?.fullCorpus;
				if (before === undefined) return;
				assert.ok(before >= 0 && before <= 1 + 1e-12);
				const index = at % (ranking.length - 1);
				const [a, b] = [ranking[index] as string, ranking[index + 1] as string];
				if ((judged.get(a) ?? 0) >= (judged.get(b) ?? 0)) return;
				const swapped = ranking.with(index, b).with(index + 1, a);
				assert.ok((measureRanking(swapped, judged)?.fullCorpus ?? 0) >= before);
			}),
		);
	});
});

describe('by clicks', () => {
	it('is the mean of 1 / rank over the clicks', () => {
		const quality = measureClicks(
			['x', 'a'],
			new Map([
				['a', 3],
				['gone', 1],
			]),
		);

		assert.deepEqual(quality, { reciprocalRank: (3 / 2 + 0) / 4, recallAt50: 3 / 4 });
	});

	it('says nothing without clicks', () => {
		assert.equal(measureClicks(['a'], new Map()), undefined);
	});
});
