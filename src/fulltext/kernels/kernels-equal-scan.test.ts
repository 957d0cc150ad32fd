import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { checkWithScan, play, toViews } from '../../../test/support/core-comparison.ts';
import { request, step } from '../../../test/support/search-scenario.ts';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import { chooseLinearMemory, findLinearMemory } from '../../lib/linear-memory.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { answerRequest } from '../query/answer-request.ts';
import { forgetIdleScratch } from '../query/scratch.ts';

const analyzer = createAnalyzer('en');

// All other tests of small indexes run with the kernels on typed arrays.
it('answers like a scan with all segments and searches in linear memory', (context) => {
	const scenario = fc.record({
		steps: fc.array(step, { maxLength: 50, size: 'max' }),
		requests: fc.array(request, { minLength: 4, maxLength: 8 }),
		isOutOfStockLast: fc.boolean(),
	});
	chooseLinearMemory('all');
	forgetIdleScratch();
	try {
		fc.assert(
			fc.property(scenario, ({ steps, requests, isOutOfStockLast }) => {
				const { view, index } = toViews(play(steps, analyzer), { analyzer, isOutOfStockLast });
				for (const { segment } of view.segments) assert.ok(findLinearMemory(segment.bytes), 'in linear memory');
				for (const entry of requests) checkWithScan(index, entry, answerRequest(view, entry));
			}),
			{ numRuns: chooseLength(8, 1_500), seed: chooseSeed(context) },
		);
	} finally {
		chooseLinearMemory('large');
		forgetIdleScratch();
	}
});

it('finds words by lists that were made for the search, which lie outside of the segment', () => {
	const items = Object.fromEntries(
		Array.from({ length: 200 }, (_, at) => [`i${at}`, { title: at % 2 === 0 ? `Toner 2110 TN ${at}` : `Paper ${at}` }]),
	);
	const texts = ['tn2110 ', 'tn2110 toner ', 'tn2110 paper ', 'toner tn2110 black '];
	const searchIn = (choice: 'all' | 'none') => {
		chooseLinearMemory(choice);
		forgetIdleScratch();
		try {
			const { search } = createSmallIndex(items);
			return texts.map((text) => search({ text, size: 200 }).hits.map(({ id, score }) => `${id} ${score}`));
		} finally {
			chooseLinearMemory('large');
			forgetIdleScratch();
		}
	};
	const found = searchIn('none');
	for (const hits of found) assert.ok(hits.length >= 100, 'more than a call of a kernel needs');
	assert.deepEqual(searchIn('all'), found);
});
