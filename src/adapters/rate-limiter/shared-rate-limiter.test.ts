import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it, mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { createRateLimitMemory, openSharedRateLimiter, type SharedRateLimiterOptions } from './shared-rate-limiter.ts';

/** A limiter with a clock that the test moves. */
function open(options: Pick<SharedRateLimiterOptions, 'perSecond' | 'burst'> & { readonly keysMax?: number }) {
	const clock = { nowMs: 1000 };
	const memory = createRateLimitMemory(options.keysMax);
	const limiter = openSharedRateLimiter({ ...options, memory, seed: 7, monotonicMs: () => clock.nowMs });
	return { clock, memory, ...limiter };
}

/** Tokens of each key, counted at each call. */
function createModel({ perSecond, burst }: Pick<SharedRateLimiterOptions, 'perSecond' | 'burst'>) {
	const buckets = new Map<string, { tokens: number; atMs: number }>();
	return (key: string, nowMs: number): number => {
		const { tokens, atMs } = buckets.get(key) ?? { tokens: burst, atMs: nowMs };
		const now = Math.min(burst, tokens + ((nowMs - atMs) * perSecond) / 1000);
		buckets.set(key, { tokens: now < 1 ? now : now - 1, atMs: nowMs });
		return now < 1 ? (1 - now) / perSecond : 0;
	};
}

describe('a rate limit', () => {
	it('lets a burst through at once, then one call for each token that comes back', () => {
		const { spend, clock } = open({ perSecond: 2, burst: 3 });
		assert.deepEqual(
			[0, 0, 0].map(() => spend('key')),
			[0, 0, 0],
		);
		assert.equal(spend('key'), 0.5);
		clock.nowMs += 250;
		assert.equal(spend('key'), 0.25);
		clock.nowMs += 250;
		assert.equal(spend('key'), 0);
	});

	it('is one of each key', () => {
		const { spend } = open({ perSecond: 1, burst: 1 });
		assert.equal(spend('a'), 0);
		assert.equal(spend('b'), 0);
		assert.equal(spend('a'), 1);
	});

	it('of 0 tokens a second is switched off', () => {
		const { spend } = open({ perSecond: 0, burst: 0 });
		for (let call = 0; call < 1000; call += 1) assert.equal(spend('key'), 0);
	});

	it('gives a thread that read the clock late no token twice', () => {
		const { spend, clock } = open({ perSecond: 1, burst: 2 });
		clock.nowMs = 50_000;
		assert.deepEqual([spend('key'), spend('key')], [0, 0]);
		clock.nowMs = 1_000;
		assert.equal(spend('key'), 1);
		clock.nowMs = 51_000;
		assert.equal(spend('key'), 0);
	});

	it('reuses the fullest bucket when there is no room for another', () => {
		const { spend, clock } = open({ perSecond: 1, burst: 2, keysMax: 8 });
		for (const key of 'abcdefgh') {
			spend(key);
			clock.nowMs += 1;
		}
		spend('a');
		spend('i');
		assert.equal(spend('a') > 0, true, 'a has spent most, so it is not forgotten');
		assert.equal(spend('b') + spend('b'), 0, 'b was, so it has a full bucket');
	});

	it('admits as many calls as a count of the tokens of each key', () => {
		const key = fc.integer({ min: 0, max: 40 }).map(String);
		// Whole milliseconds must also be whole units of the limiter.
		const rates = fc.record({
			perSecond: fc.constantFrom(1000 / 256, 125, 1000),
			burst: fc.integer({ min: 1, max: 20 }),
		});
		const call = fc.record({ key, pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })) });
		fc.assert(
			fc.property(
				rates,
				fc.array(call, { maxLength: 300 }),
				fc.integer({ min: 0, max: 2 ** 40 }),
				(rate, calls, startMs) => {
					const { spend, clock } = open(rate);
					const expected = createModel(rate);
					clock.nowMs = startMs;
					for (const { key: name, pauseMs } of calls) {
						clock.nowMs += pauseMs;
						const difference = spend(name) - expected(name, clock.nowMs);
						assert(Math.abs(difference) < 1e-6, `${difference} s`);
					}
				},
			),
		);
	});

	it('of any rate admits no more than the bucket and the returned tokens, and not much less', () => {
		fc.assert(
			fc.property(
				fc.double({ min: 1 / 3600, max: 1_000_000, noNaN: true }),
				fc.integer({ min: 1, max: 50 }),
				(perSecond, burst) => {
					const { spend, clock } = open({ perSecond, burst });
					const stepMs = 250 / perSecond;
					let count = 0;
					for (let call = 0; call < 400; call += 1, clock.nowMs += stepMs) if (spend('key') === 0) count += 1;
					assert(count <= burst + 100 && count >= burst + 97, `${count} of ${burst + 100}`);
				},
			),
		);
	});

	it('answers at once, whatever state ended threads have left', () => {
		const wait = mock.method(Atomics, 'wait', () => assert.fail('it waits'));
		try {
			fc.assert(
				fc.property(fc.bigInt64Array({ minLength: 8, maxLength: 8 }), (left) => {
					const { spend, memory } = open({ perSecond: 10, burst: 20, keysMax: 8 });
					new BigInt64Array(memory).set(left);
					for (let call = 0; call < 30; call += 1) {
						const seconds = spend(`key ${call % 3}`);
						assert(seconds >= 0 && seconds <= 0.1, `${seconds} s`);
					}
				}),
			);
		} finally {
			wait.mock.restore();
		}
	});
});

interface Hammering {
	readonly admitted: number;
	readonly startMs: number;
	readonly endMs: number;
}

/** Four threads that spend as fast as they can, each time they are told to; a thread that would wait fails the test. */
function startThreads() {
	const toModule = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
	const code = `
		const { parentPort } = require('node:worker_threads');
		Atomics.wait = () => { throw new Error('it waits'); };
		Promise.all([import(${toModule('./shared-rate-limiter.ts')}), import(${toModule('../../lib/monotonic-time.ts')})]).then(
			([{ openSharedRateLimiter }, { readMonotonicMs }]) => parentPort.on('message', ({ options, keys, callCount, isTimed }) => {
				const limiter = openSharedRateLimiter({ ...options, monotonicMs: isTimed ? readMonotonicMs : () => 5000 });
				const startMs = readMonotonicMs();
				let admitted = 0;
				for (let call = 0; call < callCount; call += 1) if (limiter.spend(keys[call % keys.length]) === 0) admitted += 1;
				parentPort.postMessage({ admitted, startMs, endMs: readMonotonicMs() });
			}),
		);`;
	return Array.from({ length: 4 }, () => new Worker(code, { eval: true }));
}

function sum(results: readonly Hammering[]): number {
	return results.reduce((total, { admitted }) => total + admitted, 0);
}

describe('threads that spend at the same time', () => {
	let threads: readonly Worker[];
	before(() => {
		threads = startThreads();
	});
	after(() => Promise.all(threads.map((thread) => thread.terminate())));

	function hammer(
		options: Omit<SharedRateLimiterOptions, 'monotonicMs'>,
		{ keys, callCount, isTimed }: { keys: readonly string[]; callCount: number; isTimed: boolean },
	): Promise<readonly Hammering[]> {
		return Promise.all(
			threads.map(async (thread) => {
				assert.notEqual(thread.threadId, -1, 'a thread has ended, see the test before');
				const answered = once(thread, 'message');
				thread.postMessage({ options, keys, callCount, isTimed });
				return (await answered)[0] as Hammering;
			}),
		);
	}

	it('get no token twice, and none is lost', async () => {
		const options = { memory: createRateLimitMemory(8), seed: 3, perSecond: 1000, burst: 50_000 };
		assert.equal(sum(await hammer(options, { keys: ['key'], callCount: 40_000, isTimed: false })), 50_000);
	});

	it('get tokens that come back meanwhile only once', async () => {
		const options = { memory: createRateLimitMemory(), seed: 3, perSecond: 20_000, burst: 500 };
		const results = await hammer(options, { keys: ['key'], callCount: 50_000, isTimed: true });
		const startMs = Math.min(...results.map((result) => result.startMs));
		const endMs = Math.max(...results.map((result) => result.endMs));
		assert(sum(results) <= 500 + 20 * (endMs - startMs) + 1, `${sum(results)} in ${endMs - startMs} ms`);
		assert(sum(results) >= 500);
	});

	it('make one bucket of each key', async () => {
		const options = { memory: createRateLimitMemory(), seed: 3, perSecond: 100, burst: 5 };
		const keys = Array.from({ length: 2000 }, (_, index) => `key ${index}`);
		assert.equal(sum(await hammer(options, { keys, callCount: 20_000, isTimed: false })), 5 * 2000);
	});
});
