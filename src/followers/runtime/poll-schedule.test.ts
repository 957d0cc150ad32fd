import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPollSchedule, type PollSchedule } from './poll-schedule.ts';

interface World {
	readonly polls: PollSchedule;
	/** When it polled, in ms, until `untilMs`; what `at` has for a time happens just before it. */
	run(untilMs: number, at?: Readonly<Record<number, () => void>>): number[];
}

/** @param pollMs how long each poll takes */
function createWorld(pollIntervalMs: number, pollMs = 0): World {
	let nowMs = 0;
	const polls = createPollSchedule({ nowMs: () => nowMs }, pollIntervalMs);
	return {
		polls,
		run(untilMs, at = {}) {
			const polledAt: number[] = [];
			let endsAtMs: number | undefined;
			for (; nowMs < untilMs; nowMs += 1) {
				at[nowMs]?.();
				if (endsAtMs === undefined && polls.isDue()) {
					polledAt.push(nowMs);
					polls.begin();
					endsAtMs = nowMs + pollMs;
				}
				if (nowMs === endsAtMs) {
					polls.end('end');
					endsAtMs = undefined;
				}
			}
			return polledAt;
		},
	};
}

describe('when a follower polls', () => {
	it('is at its interval where no hints are sent', () => {
		assert.deepEqual(createWorld(250).run(1_001), [0, 250, 500, 750, 1_000]);
	});

	it('is at once after a hint, or 50 ms after the poll before it', () => {
		const { polls, run } = createWorld(250);
		assert.deepEqual(run(700, { 120: polls.hint, 130: polls.hint, 150: polls.hint }), [0, 120, 170, 420, 670]);
	});

	it('is every half second where hints are sent, and at its interval for five seconds after one', () => {
		const { polls, run } = createWorld(250);
		polls.expectHints(true);
		assert.deepEqual(run(2_300, { 1100: polls.hint }), [0, 500, 1_000, 1_100, 1_350, 1_600, 1_850, 2_100]);
		assert.deepEqual(
			run(8_000).filter((atMs) => atMs > 6_200),
			[6_350, 6_850, 7_350, 7_850],
		);
	});

	it('is at its interval again as soon as hints are not sent any more', () => {
		const { polls, run } = createWorld(250);
		polls.expectHints(true);
		assert.deepEqual(run(1_500, { 600: () => polls.expectHints(false) }), [0, 500, 850, 1_100, 1_350]);
	});

	it('is never more often than its interval, however long that is', () => {
		const { polls, run } = createWorld(3_000);
		polls.expectHints(true);
		assert.deepEqual(run(6_001), [0, 3_000, 6_000]);
	});

	it('is once more when a hint came during a poll', () => {
		const { polls, run } = createWorld(60_000, 20);
		assert.deepEqual(run(1_000, { 10: polls.hint }), [0, 220]);
	});

	it('leaves nine tenths of the time to other work', () => {
		const { polls, run } = createWorld(60_000, 100);
		const hints = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [number * 20, polls.hint]));
		const polledAt = run(10_000, hints);
		assert(polledAt.length >= 9 && polledAt.length <= 10, String(polledAt));
	});

	it('is at once after a failure, or when there is more', () => {
		const { polls, run } = createWorld(250);
		polls.begin();
		polls.end('failed');
		assert(polls.isDue());
		polls.begin();
		polls.end('more');
		assert(polls.isDue());
		run(10);
		assert(!polls.isDue());
		assert.equal(polls.readWaitMs(), 240);
	});
});
