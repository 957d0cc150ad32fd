import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createIndexerFailures } from './indexer-failures.ts';

function start(noted: readonly number[] = []) {
	const clock = { ms: 0 };
	const writes: (readonly number[])[] = [];
	const failures = createIndexerFailures({
		nowMs: () => clock.ms,
		random: () => 0,
		progress: {
			readFailing: async () => writes.at(-1) ?? noted,
			writeFailing: async (ids) => void writes.push(ids),
		},
	});
	return { clock, writes, failures };
}

it('a generation that fails is tried again after longer and longer pauses, and is noted after three of them', async () => {
	const { clock, writes, failures } = start();
	await failures.begin();
	const pausesMs: number[] = [];
	for (let count = 0; count < 8; count += 1) {
		await failures.note(1);
		const fromMs = clock.ms;
		while (failures.isWaiting(1)) clock.ms += 10;
		pausesMs.push(clock.ms - fromMs);
		assert.equal(writes.length, count < 2 ? 0 : 1);
	}
	assert(!failures.isWaiting(2));
	assert.deepEqual(pausesMs, [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]);
	assert.deepEqual(writes, [[1]]);
	await failures.clear(1);
	assert.deepEqual(writes, [[1], []]);
	await failures.note(1);
	await failures.note(1);
	assert.equal(writes.length, 2);
});

it('the next indexer goes on from what is noted, and forgets what is not behind any more', async () => {
	const { writes, failures } = start([4, 5, 6]);
	await failures.begin();
	await failures.clear(5);
	assert.deepEqual(writes, [[4, 6]]);
	await failures.keep(new Set([6, 7]));
	assert.deepEqual(writes.at(-1), [6]);
	await failures.keep(new Set([6, 7]));
	assert.equal(writes.length, 2);
});

it('what somebody without the lease has noted is put right', async () => {
	const { writes, failures } = start();
	await failures.begin();
	for (let count = 0; count < 3; count += 1) await failures.note(1);
	writes.push([2]);
	await failures.keep(new Set([1, 3]));
	assert.deepEqual(writes.at(-1), [1]);
	// Of one that it does not know.
	writes.push([1, 3]);
	await failures.keep(new Set([1, 3]));
	assert.deepEqual(writes.at(-1), [1, 3]);
	await failures.clear(3);
	assert.deepEqual(writes.at(-1), [1]);
});
