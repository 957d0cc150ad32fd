import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeededRandom } from '../lib/seeded-random.ts';
import { openPredictivePrior, type PredictivePrior } from './predictive-prior.ts';

const ranks = Array.from({ length: 10 }, (_, at) => 1 / (at + 1));

interface Shopping {
	readonly seed: number;
	readonly choices: number;
	/** How attractive the item of a query at an offset is. */
	readonly wanted: (query: number, at: number) => number;
}

/** Shoppers of 50 queries, each with items of its own. */
function shop({ seed, choices, wanted }: Shopping, prior = openPredictivePrior()): PredictivePrior {
	const random = createSeededRandom(seed);
	const queries = Array.from({ length: 50 }, () => ranks.map(() => ({ clicks: 0, expected: 0 })));
	const sum = ranks.reduce((total, theta) => total + theta, 0);
	for (let number = 0; number < choices; number++) {
		const query = number % queries.length;
		const items = queries[query] ?? [];
		const chosen = random.pickWeighted(
			[...ranks.keys()],
			ranks.map((theta, at) => theta * wanted(query, at)),
		);
		prior.count({ chosen, shown: ranks.map((theta, at) => ({ theta, known: items[at] })) });
		for (const [at, item] of items.entries()) {
			item.clicks += at === chosen ? 1 : 0;
			item.expected += (ranks[at] as number) / sum;
		}
	}
	return prior;
}

test('where items do not differ nothing may be learned, however many choices there are', () => {
	for (let seed = 1; seed <= 20; seed++) {
		for (const choices of [50, 150, 2_000]) {
			assert.equal(shop({ seed, choices, wanted: () => 1 }).estimate(), Number.POSITIVE_INFINITY, `seed ${seed}`);
		}
	}
});

test('the more items differ, the weaker the prior', () => {
	const differ = (by: number) =>
		shop({ seed: 1, choices: 4_000, wanted: (query, at) => ((query + at) % 3 === 0 ? by : 1) });
	const [much, some] = [differ(10).estimate(), differ(2).estimate()];
	assert(much < some && some < Number.POSITIVE_INFINITY, `${much}, ${some}`);
});

test('a few choices are not enough, and a saved prior goes on', () => {
	const wanted = (query: number, at: number) => ((query + at) % 3 === 0 ? 10 : 1);
	const few = shop({ seed: 1, choices: 99, wanted });
	assert.equal(few.estimate(), Number.POSITIVE_INFINITY);
	const whole = shop({ seed: 2, choices: 2_000, wanted });
	assert(whole.estimate() < Number.POSITIVE_INFINITY);
	const opened = openPredictivePrior(JSON.parse(JSON.stringify(whole.toRows())));
	assert.deepEqual(opened.toRows(), whole.toRows());
});

test('what was true of a shop long ago fades', () => {
	const prior = shop({ seed: 1, choices: 4_000, wanted: (query, at) => ((query + at) % 3 === 0 ? 10 : 1) });
	shop({ seed: 2, choices: 100_000, wanted: () => 1 }, prior);
	assert.equal(prior.estimate(), Number.POSITIVE_INFINITY);
});

test('a choice is likelier by what was learned than by ranks where it repeats others, and less likely where it does not', () => {
	const shown = ranks.map((theta, at) => ({ theta, known: { clicks: at === 3 ? 20 : 0, expected: 2 } }));
	assert.equal(openPredictivePrior().count({ chosen: 3, shown }), 0, 'before anything can be learned');
	const learned = shop({ seed: 2, choices: 2_000, wanted: (query, at) => ((query + at) % 3 === 0 ? 10 : 1) });
	assert(learned.count({ chosen: 3, shown }) > 0);
	assert(learned.count({ chosen: 0, shown }) < 0);
});
