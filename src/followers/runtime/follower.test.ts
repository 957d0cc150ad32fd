import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createWorld, type Port, ports } from '../../../test/support/followed-world.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import { createFollower } from './follower.ts';

const keys = ['a', 'b', 'c'] as const;
const key = fc.constantFrom(...keys);
const step = fc.oneof(
	fc.record({ kind: fc.constant('append' as const), key, count: fc.integer({ min: 1, max: 9 }) }),
	fc.record({ kind: fc.constant('run' as const), ms: fc.integer({ min: 1, max: 1_500 }) }),
	fc.record({ kind: fc.constant('fail' as const), afterCalls: fc.integer({ min: 1, max: 12 }) }),
	fc.record({ kind: fc.constant('crash' as const), afterCalls: fc.integer({ min: 1, max: 12 }) }),
	fc.record({ kind: fc.constant('restart' as const) }),
	fc.record({ kind: fc.constant('restore' as const), key, keepCount: fc.nat(10) }),
	fc.record({ kind: fc.constant('damage' as const), key }),
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(world: ReturnType<typeof createWorld>, next: Step): Promise<void> {
	if (next.kind === 'append') world.append(next.key, next.count);
	else if (next.kind === 'run') await world.run(next.ms);
	else if (next.kind === 'fail') world.failAfter(next.afterCalls);
	else if (next.kind === 'crash') world.crashAfter(next.afterCalls);
	else if (next.kind === 'restart') await world.restart();
	else if (next.kind === 'damage') await world.restart(() => world.damage(next.key));
	else await world.restart(() => world.restore(next.key, next.keepCount));
}

describe('a follower', () => {
	it('applies every change once and in order, whatever fails, crashes, is stopped or restored', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { maxLength: 25 }),
				fc.constantFrom(8, 1_000_000),
				fc.constantFrom(0, 1),
				async (steps, openBytesMax, waitMs) => {
					const world = createWorld({ openBytesMax, batchMs: waitMs, waitMs });
					for (const next of steps) await take(world, next);
					await world.finish();
				},
			),
			{ numRuns: chooseLength(60, 300) },
		);
	});

	it('lets an import pause while other threads want the processors, for as long as they do; not a small write', async () => {
		const world = createWorld({ openBytesMax: 1_000, batchMs: 10, waitMs: 0.75 });
		world.append('a', 20);
		await world.run(20);
		assert.equal(world.appliedCount('a'), 4, 'after 10 ms it pauses for 30');
		assert.equal(world.state(), 'catching_up');
		await world.run(90);
		assert.equal(world.appliedCount('a'), 12);
		world.append('b', 2);
		world.hint();
		await world.run(0);
		assert.equal(world.appliedCount('b'), 2);
		assert.equal(world.appliedCount('a'), 12);
		await world.run(100);
		assert.equal(world.appliedCount('a'), 20);
		await world.finish();
	});

	it('goes on with what may not pause', async () => {
		const world = createWorld({ openBytesMax: 1_000, batchMs: 10, waitMs: 10 });
		for (const name of ['a', 'c']) world.append(name, 12);
		await world.run(49);
		assert.equal(world.appliedCount('a'), 4);
		assert.equal(world.appliedCount('c'), 12);
		await world.finish();
	});

	it('gives an import a tenth of the time, however long it waits for a processor', async () => {
		const world = createWorld({ openBytesMax: 1_000, batchMs: 10, waitMs: 10 });
		world.append('a', 12);
		await world.run(99);
		assert.equal(world.appliedCount('a'), 4);
		await world.run(2);
		assert.equal(world.appliedCount('a'), 8);
		await world.finish();
	});

	for (const port of ports) {
		for (const fault of ['fail', 'crash'] as const) {
			it(`loses nothing when call n of ${port} ${fault === 'fail' ? 'fails' : 'is the last before a crash'}, for every n`, async () => {
				for (let n = 1; n <= 12; n += 1) {
					const world = createWorld({ openBytesMax: 8 });
					for (const name of keys) world.append(name, 7);
					world.faultAt(port as Port, n, fault);
					await world.run(2_000);
					for (const name of keys) world.append(name, 3);
					await world.run(2_000);
					await world.finish();
				}
			});
		}
	}

	it('reports each failure, and backs off longer with each', async () => {
		const world = createWorld({ openBytesMax: 1_000 });
		world.append('a', 1);
		for (let n = 1; n <= 4; n += 1) world.faultAt('read', n, 'fail');
		await world.run(1_700);
		assert.deepEqual(world.failures, ['a', 'a', 'a', 'a']);
		assert.equal(world.appliedCount('a'), 0, '100, 200, 400 and 800 ms, and until the next poll');
		await world.run(500);
		assert.equal(world.appliedCount('a'), 1);
	});

	it('tries again at once what failed, when the store is back', async () => {
		const world = createWorld({ openBytesMax: 1_000 });
		world.append('a', 1);
		for (let n = 1; n <= 4; n += 1) world.faultAt('read', n, 'fail');
		world.faultAt('poll', 6, 'fail');
		await world.run(1_500);
		assert.deepEqual(world.failures, ['a', 'a', 'a', 'a', undefined]);
		assert.equal(world.appliedCount('a'), 1);
	});

	it('is at what it says: it starts, catches up, follows, backs off, and stops', async () => {
		const world = createWorld({ openBytesMax: 1_000 });
		assert.equal(world.state(), 'starting');
		await world.run(10);
		assert.equal(world.state(), 'following');
		world.faultAt('poll', 2, 'fail');
		await world.run(250);
		assert.equal(world.state(), 'backing_off');
		assert.deepEqual(world.failures, [undefined]);
		await world.run(110);
		assert.equal(world.state(), 'following');
		await world.stop();
		assert.equal(world.state(), 'stopped');
	});

	it('starts again where the store could not be read at the start', async () => {
		const world = createWorld({ openBytesMax: 1_000 });
		world.faultAt('begin', 1, 'fail');
		world.append('a', 2);
		await world.run(10);
		assert.equal(world.state(), 'backing_off');
		await world.run(150);
		assert.equal(world.appliedCount('a'), 2);
	});

	it('polls when it is hinted at, and else at its interval', async () => {
		const world = createWorld({ openBytesMax: 1_000 });
		await world.run(100);
		world.append('a', 1);
		await world.run(10);
		assert.equal(world.appliedCount('a'), 0);
		world.hint();
		await world.run(10);
		assert.equal(world.appliedCount('a'), 1);
		world.append('a', 1);
		await world.run(260);
		assert.equal(world.appliedCount('a'), 2);
	});

	it('polls seldom while hints are sent, and at its interval as soon as they are not', async () => {
		const world = createWorld({ openBytesMax: 1_000 });
		world.expectHints(true);
		await world.run(10);
		await world.run(250);
		world.append('a', 1);
		await world.run(200);
		assert.equal(world.appliedCount('a'), 0);
		await world.run(100);
		assert.equal(world.appliedCount('a'), 1);
		world.append('a', 1);
		world.expectHints(false);
		await world.run(260);
		assert.equal(world.appliedCount('a'), 2);
	});

	it('is not hinted out of a back-off', async () => {
		const world = createWorld({ openBytesMax: 1_000 });
		world.faultAt('poll', 2, 'fail');
		await world.run(100);
		world.hint();
		await world.run(10);
		assert.equal(world.state(), 'backing_off');
		world.append('a', 1);
		world.hint();
		await world.run(10);
		assert.equal(world.state(), 'backing_off');
		await world.run(150);
		assert.equal(world.appliedCount('a'), 1);
	});

	it('polls for a tenth of the time at most, however often it is hinted at', async () => {
		const pollMs = 100;
		let nowMs = 0;
		let pollCount = 0;
		let timers: { readonly atMs: number; readonly run: () => void }[] = [];
		const follower = createFollower<string, string, never, never>({
			timing: {
				nowMs: () => nowMs,
				startTimer(delayMs, run) {
					const timer = { atMs: nowMs + delayMs, run };
					timers.push(timer);
					return () => {
						timers = timers.filter((other) => other !== timer);
					};
				},
				yieldNow: async () => undefined,
				random: () => 0,
			},
			...{ pollIntervalMs: 60_000, openBytesMax: 1, onFailure: assert.ifError },
			checkpoints: { delayMs: 1, atOnceMax: 1 },
		});
		const none = async () => undefined;
		follower.start({
			...{
				keyOf: (key) => key,
				laneOf: () => 'small',
				begin: none,
				opened: none,
				closed: none,
				gone: none,
				failed: none,
			},
			...{ open: async () => 'gone', read: async () => 'nothing', apply: async () => 'end', lost: none, end: none },
			...{ take: async () => 'nothing', isIdle: () => true, tend: async () => Number.POSITIVE_INFINITY },
			async poll() {
				pollCount += 1;
				nowMs += pollMs;
				return 'end';
			},
		});
		while (nowMs < 100 * pollMs) {
			follower.hint();
			await new Promise((resolve) => setImmediate(resolve));
			nowMs += 20;
			for (const { atMs, run } of timers) if (atMs <= nowMs) run();
		}
		await follower.stop();
		assert(pollCount >= 8 && pollCount <= 11, `${pollCount} polls of ${pollMs} ms in ${nowMs} ms`);
	});

	it('keeps no more open than allowed, except what is not on disk', async () => {
		const world = createWorld({ openBytesMax: 8 });
		for (const name of keys) world.append(name, 7);
		await world.run(1_000);
		assert.equal(world.openCount(), 1);
		assert(world.closed.size >= 2);
	});
});
