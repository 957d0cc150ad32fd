import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSharedSteps, runShared } from './shared-steps.ts';
import { type Pace, runSteps, type Steps, unhurried } from './steps.ts';

const alwaysDue: Pace = { isDue: () => true };
const partCount = 4;

/** Work of some parts that several jobs need, and what was done of it. */
function createWork() {
	const shared = createSharedSteps<object, string>();
	const key = {};
	const done: number[] = [];
	let mayFail = false;
	function* begin(): Steps<string> {
		for (let part = 0; part < partCount; part++) {
			if (mayFail && part === 2) throw new Error('broken');
			done.push(part);
			yield;
		}
		return 'result';
	}
	return {
		done,
		fail(fails: boolean) {
			mayFail = fails;
		},
		job: (pace: Pace) => runShared(shared, { key, begin, pace }),
	};
}

describe('work that several jobs need', () => {
	it('is done once, by all of them in turns', () => {
		const { done, job } = createWork();
		const jobs = [job(alwaysDue), job(alwaysDue), job(alwaysDue)];
		const results: string[] = [];
		while (results.length < jobs.length) {
			for (const one of jobs) {
				const step = one.next();
				if (step.done === true && step.value !== undefined) results.push(step.value);
			}
		}
		assert.deepEqual(results, ['result', 'result', 'result']);
		assert.deepEqual(done, [0, 1, 2, 3]);
	});

	it('is not lost with a job that is given up', () => {
		const { done, job } = createWork();
		const first = job(alwaysDue);
		first.next();
		first.next();
		first.return('');
		assert.equal(runSteps(job(unhurried)), 'result');
		assert.deepEqual(done, [0, 1, 2, 3]);
	});

	it('is done for the next job when it failed for one', () => {
		const { fail, job } = createWork();
		const waiting = job(alwaysDue);
		waiting.next();
		fail(true);
		assert.throws(() => runSteps(job(unhurried)), /broken/);
		fail(false);
		assert.equal(runSteps(waiting), 'result');
	});
});
