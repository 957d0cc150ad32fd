import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { createIndexLag } from './index-lag.ts';

function behind(generationId: number, end: number, visible: number, kind: GenerationState['kind'] = 'live') {
	return { state: { generationId, end: toPosition(end), kind } as GenerationState, visible: toPosition(visible) };
}

test('the lag is counted in writes and from when the oldest was first seen, and ends when all can be found', () => {
	const lag = createIndexLag();
	lag.note([behind(1, 10, 4)], 1000);
	assert.deepEqual(lag.read('live'), { writeCount: 6, ms: 0 });
	lag.note([behind(1, 20, 9), behind(2, 5, 0)], 1250);
	assert.deepEqual(lag.read('live'), { writeCount: 16, ms: 250 });
	assert.deepEqual([1, 2, 3].map(lag.readMs), [250, 0, 0]);
	lag.note([behind(1, 20, 20), behind(2, 5, 0)], 1500);
	assert.deepEqual(lag.read('live'), { writeCount: 5, ms: 250 });
	lag.note([behind(1, 30, 20)], 1750);
	assert.deepEqual(lag.read('live'), { writeCount: 10, ms: 0 }, 'it was caught up in between');
	lag.note([], 2000);
	assert.deepEqual(lag.read('live'), { writeCount: 0, ms: 0 });
});

test('writes that can be found but are not on disk yet are not lag', () => {
	const lag = createIndexLag();
	lag.note([behind(1, 10, 10)], 1000);
	assert.deepEqual(lag.read('live'), { writeCount: 0, ms: 0 });
});

test('temporary indices are counted apart', () => {
	const lag = createIndexLag();
	lag.note([behind(1, 10, 4), behind(2, 7, 0, 'temporary')], 1000);
	assert.deepEqual([lag.read('live').writeCount, lag.read('temporary').writeCount], [6, 7]);
});

test('while items come in all the time, the lag is that of the oldest write that is missing', () => {
	const lag = createIndexLag();
	for (let second = 0; second <= 60; second += 1) {
		// Ten writes a second, of which searches see those of 20 seconds ago.
		lag.note([behind(1, 1000 + 10 * second, 800 + 10 * second)], second * 1000);
		const { ms } = lag.read('live');
		assert.ok(ms <= 20_000, `${ms} ms after ${second} s`);
		if (second >= 20) assert.ok(ms >= 15_000, `${ms} ms after ${second} s`);
	}
});

test('live indexes that have been behind for long are listed, the latest first', () => {
	const lag = createIndexLag();
	const third = behind(3, 7, 0, 'temporary');
	lag.note([behind(1, 10, 4), third], 0);
	lag.note([behind(1, 10, 4), behind(2, 5, 0), third], 5_000);
	assert.deepEqual(lag.late(), []);
	lag.note([behind(2, 5, 0), behind(1, 10, 4), third], 15_000);
	assert.deepEqual(
		lag.late().map(({ writeCount, ms }) => [writeCount, ms]),
		[
			[6, 15_000],
			[5, 10_000],
		],
	);
});
