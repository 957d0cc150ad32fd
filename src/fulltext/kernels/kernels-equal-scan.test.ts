import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { checkWithScan, play, toViews } from '../../../test/support/core-comparison.ts';
import { request, step } from '../../../test/support/search-scenario.ts';
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
