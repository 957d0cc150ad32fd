import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FailureError } from './failure.ts';
import { createSliceScheduler, type SliceOptions } from './slice-scheduler.ts';
import type { Pace, Steps } from './steps.ts';

/** A thread whose time is what its work says it takes. */
function createThread(options: Partial<SliceOptions> = {}) {
	let nowMs = 0;
	let idleMs = 0;
	const rounds: (() => void)[] = [];
	const log: string[] = [];
	const scheduler = createSliceScheduler({
		nowMs: () => nowMs,
		computedMs: () => nowMs - idleMs,
		afterIo: (callback) => void rounds.push(callback),
		sliceMs: 5,
		deadlineMs: 1_000,
		heldBytesMax: 1_000,
		waitingMax: 100,
		...options,
	});

	function* steps(name: string, totalMs: number, pace: Pace): Steps<string> {
		for (let ms = 0; ms < totalMs; ms++) {
			nowMs += 1;
			log.push(name);
			if (pace.isDue()) yield;
		}
		return name;
	}

	return {
		scheduler,
		log,
		work(ms: number) {
			nowMs += ms;
		},
		/** Lets other programs have the processor. */
		passMs(ms: number) {
			nowMs += ms;
			idleMs += ms;
		},
		/** What the thread did, in runs: `a5 b1`. */
		runs(): string[] {
			const runs: { name: string; count: number }[] = [];
			for (const name of log) {
				const last = runs.at(-1);
				if (last?.name === name) last.count += 1;
				else runs.push({ name, count: 1 });
			}
			return runs.map(({ name, count }) => `${name}${count}`);
		},
		run(name: string, totalMs: number, more: { readonly caller?: string; readonly heldBytes?: number } = {}) {
			const { caller = name, heldBytes = 10 } = more;
			return scheduler.run({ caller, heldBytes, begin: (pace) => steps(name, totalMs, pace) });
		},
		/** Runs rounds of the event loop until nothing is left to do. */
		round(count = Number.POSITIVE_INFINITY) {
			for (let done = 0; done < count && rounds.length > 0; done++) rounds.shift()?.();
		},
	};
}

async function toCode(outcome: unknown): Promise<string> {
	try {
		return String(await outcome);
	} catch (error) {
		if (error instanceof FailureError) return error.failure.code;
		throw error;
	}
}

describe('work in slices', () => {
	it('ends at once, without a promise, when it is short and nothing waits', () => {
		const { run, scheduler } = createThread();
		assert.equal(run('a', 3), 'a');
		assert.equal(scheduler.waitingCount, 0);
	});

	it('is suspended when its slice is over, and alternates with other work', async () => {
		const { run, runs, round } = createThread();
		const outcomes = [run('a', 12), run('b', 12)];
		round();
		assert.deepEqual(await Promise.all(outcomes), ['a', 'b']);
		assert.deepEqual(runs(), ['a5', 'b5', 'a5', 'b5', 'a2', 'b2']);
	});

	it('that is short runs before the next slice of long work, however much of that there is', async () => {
		const { run, runs, round } = createThread();
		const outcomes = ['a', 'b', 'c'].flatMap((caller) => [1, 2, 3].map((at) => run(`${caller}${at}-`, 40, { caller })));
		round(8);
		const before = runs().length;
		outcomes.push(run('short', 1));
		round();
		await Promise.all(outcomes);
		assert.equal(runs()[before], 'short1');
	});

	it('that is short does not wait for all the work of callers that were never seen before', async () => {
		const { run, log, round } = createThread({ deadlineMs: 10_000 });
		for (let at = 0; at < 60; at++) {
			run('short', 2);
			round();
		}
		const callers = ['a', 'b', 'c', 'd', 'e'];
		const outcomes = [1, 2, 3, 4, 5, 6].flatMap((at) =>
			callers.map((caller) => run(`${caller}${at}-`, 40, { caller })),
		);
		const before = log.length;
		outcomes.push(run('short', 1));
		round();
		await Promise.all(outcomes);
		const waitedMs = log.indexOf('short', before) - before;
		assert(waitedMs <= 5 * callers.length, `${waitedMs} ms`);
	});

	it('continues its slice when other programs had the processor meanwhile', async () => {
		const { scheduler, runs, log, passMs, work } = createThread();
		function* steps(pace: Pace): Steps<string> {
			for (let part = 0; part < 4; part++) {
				passMs(20);
				work(0.25);
				log.push('a');
				if (pace.isDue()) yield;
			}
			return 'a';
		}
		assert.equal(scheduler.run({ caller: 'a', heldBytes: 1, begin: steps }), 'a');
		assert.deepEqual(runs(), ['a4']);
	});

	it('that is short does not wait behind long work of the same caller either', async () => {
		const { run, log, round } = createThread();
		const outcomes = [1, 2].map((at) => run(`long${at}-`, 400, { caller: 'a' }));
		outcomes.push(run('short', 1, { caller: 'a' }));
		round();
		assert.deepEqual(await Promise.all(outcomes), ['long1-', 'long2-', 'short']);
		assert(log.indexOf('short') <= 15, `${log.indexOf('short')} ms`);
	});

	it('is rejected at once when it cannot end before its deadline', async () => {
		const { run, round } = createThread({ deadlineMs: 300 });
		for (let at = 0; at < 8; at++) {
			run('a', 100);
			round();
		}
		const outcomes = Array.from({ length: 5 }, () => Promise.resolve().then(() => run('a', 100)));
		const codes = Promise.all(outcomes.map(toCode));
		await Promise.resolve();
		await Promise.resolve();
		round();
		assert.deepEqual((await codes).filter((code) => code === 'busy').length >= 2, true);
		assert.equal(await toCode(run('other', 1)), 'other');
	});

	it('is given up at its deadline, with a time to try again', async () => {
		const { run, round, passMs, scheduler } = createThread({ deadlineMs: 100 });
		const outcome = run('a', 40);
		const refused = assert.rejects(Promise.resolve(outcome), (error: FailureError) => {
			assert.equal(error.failure.code, 'busy');
			assert.equal(error.failure.retryAfterSeconds, 1);
			return true;
		});
		passMs(200);
		round();
		await refused;
		assert.equal(scheduler.waitingCount, 0);
	});

	it('is suspended only as far as there is memory, and starts again when there is', async () => {
		const { run, round, scheduler } = createThread({ heldBytesMax: 100 });
		const outcomes = ['a', 'b', 'c'].map((name) => run(name, 12, { heldBytes: 60 }));
		round();
		assert.deepEqual(await Promise.all(outcomes), ['a', 'b', 'c']);
		assert.equal(scheduler.waitingCount, 0);
	});

	it('waits in a queue with a limit, at the expense of the callers with the most jobs in it', async () => {
		const { run, round } = createThread({ waitingMax: 4 });
		const many = Array.from({ length: 6 }, () => Promise.resolve().then(() => run('many', 6, { caller: 'many' })));
		const codes = Promise.all(many.map(toCode));
		for (let at = 0; at < 4; at++) await Promise.resolve();
		const one = toCode(run('one', 6));
		round();
		assert.equal(await one, 'one');
		assert.deepEqual((await codes).toSorted(), ['busy', 'busy', 'busy', 'many', 'many', 'many'].toSorted());
	});

	it('throws what it throws, at once or later', async () => {
		const { scheduler, round, passMs, work } = createThread();
		function* fail(pace: Pace): Steps<string> {
			for (let ms = 0; ms < 10; ms++) {
				work(1);
				if (pace.isDue()) yield;
			}
			throw new Error('broken');
		}
		const outcome = scheduler.run({ caller: 'a', heldBytes: 1, begin: fail });
		const rejected = assert.rejects(Promise.resolve(outcome), /broken/);
		round();
		await rejected;
		// biome-ignore lint/correctness/useYield: it fails before.
		function* failAtOnce(): Steps<string> {
			throw new Error('broken');
		}
		passMs(1_000);
		assert.throws(() => scheduler.run({ caller: 'a', heldBytes: 1, begin: failAtOnce }), /broken/);
	});
});
