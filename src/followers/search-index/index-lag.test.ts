import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { createIndexLag } from './index-lag.ts';

function behind(generationId: number, end: number, visible: number, kind: GenerationState['kind'] = 'live') {
	return { state: { generationId, end: toPosition(end), kind } as GenerationState, visible: toPosition(visible) };
}

test('the lag is counted in writes and from when it was first seen, and ends when all can be found', () => {
	const lag = createIndexLag();
	lag.note([behind(1, 10, 4)], 1000);
	assert.deepEqual(lag.read('live'), { writeCount: 6, ms: 0 });
	lag.note([behind(1, 20, 10), behind(2, 5, 0)], 1250);
	assert.deepEqual(lag.read('live'), { writeCount: 15, ms: 250 });
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
