import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCheckpoints } from './checkpoints.ts';
import { systemTiming } from './timing.ts';

/** Checkpoints of streams that are their own keys; each write lasts until its number is ended. */
function createScratch({ nowMs = () => 0, shareMax = 1 }: { nowMs?: () => number; shareMax?: number } = {}) {
	const writes = new Map<number, PromiseWithResolvers<void>>();
	const failures: number[] = [];
	const checkpoints = createCheckpoints<number>({
		timing: { ...systemTiming, nowMs, random: () => 0 },
		policy: { delayMs: 10, atOnceMax: 4, shareMax },
		take: async (key) => () => {
			const write = Promise.withResolvers<void>();
			writes.set(key, write);
			return write.promise;
		},
		onFailure: (_, key) => failures.push(key),
		onEnd: () => undefined,
	});
	return { checkpoints, writes, failures };
}

/** Whether it has resolved after everything that was ready to run has run. */
async function hasResolved(promise: Promise<void>): Promise<boolean> {
	let is = false;
	void promise.then(() => {
		is = true;
	});
	await new Promise((resolve) => setImmediate(resolve));
	return is;
}

it('continues at once while no save has to wait for another', async () => {
	const { checkpoints, writes } = createScratch();
	assert(await hasResolved(checkpoints.keepUp()), 'nothing is to be saved');
	for (let id = 1; id <= 4; id += 1) checkpoints.note(id);
	await checkpoints.startDue('pressed');
	assert.equal(writes.size, 4);
	assert(await hasResolved(checkpoints.keepUp()), 'all that is to be saved is being saved');
});

for (const outcome of ['well', 'badly'] as const) {
	it(`holds up while saves wait for others, until one of these ends ${outcome}`, async () => {
		const { checkpoints, writes, failures } = createScratch();
		for (let id = 1; id <= 5; id += 1) checkpoints.note(id);
		await checkpoints.startDue('pressed');
		assert.equal(writes.size, 4, 'four at once');
		const waiting = checkpoints.keepUp();
		assert(!(await hasResolved(waiting)));
		if (outcome === 'well') writes.get(3)?.resolve();
		else writes.get(3)?.reject(new Error('no room'));
		assert(await hasResolved(waiting));
		assert.deepEqual(failures, outcome === 'well' ? [] : [3]);
		assert(await hasResolved(checkpoints.keepUp()), 'there is room for a save: nothing waits for it');
	});
}

it('writes what changed first, after its delay, and once however often it changed', async () => {
	let nowMs = 0;
	const { checkpoints, writes } = createScratch({ nowMs: () => nowMs });
	for (const key of [2, 1, 2]) checkpoints.note(key);
	nowMs = 9;
	await checkpoints.startDue();
	assert.equal(writes.size, 0);
	checkpoints.note(3);
	nowMs = 10;
	await checkpoints.startDue();
	assert.deepEqual([...writes.keys()], [2, 1]);
	assert.equal(checkpoints.oldestAgeMs(), 10);
	checkpoints.note(4, 'now');
	await checkpoints.startDue();
	assert.deepEqual([...writes.keys()], [2, 1, 4], 'what must not wait does not');
});

it('tries a failed one again after its back-off, pressed or not, and at the end at once', async () => {
	let nowMs = 0;
	const { checkpoints, writes, failures } = createScratch({ nowMs: () => nowMs });
	checkpoints.note(1, 'now');
	await checkpoints.startDue();
	writes.get(1)?.reject(new Error('no room'));
	await checkpoints.settle();
	assert.deepEqual(failures, [1]);
	writes.clear();
	nowMs = 999;
	await checkpoints.startDue('pressed');
	assert.equal(writes.size, 0);
	assert(checkpoints.isUnsaved(1));
	const flushed = checkpoints.flush();
	await new Promise((resolve) => setImmediate(resolve));
	writes.get(1)?.resolve();
	await flushed;
	assert(!checkpoints.isUnsaved(1));
});

it('spares a stream that took long, as much as its share of the time says', async () => {
	let nowMs = 0;
	const { checkpoints, writes } = createScratch({ nowMs: () => nowMs, shareMax: 1 / 100 });
	checkpoints.note(1, 'now');
	await checkpoints.startDue();
	checkpoints.note(1);
	nowMs = 20;
	writes.get(1)?.resolve();
	await checkpoints.settle();
	writes.clear();
	nowMs = 2_019;
	await checkpoints.startDue();
	assert.equal(writes.size, 0);
	nowMs = 2_020;
	await checkpoints.startDue();
	assert.equal(writes.size, 1);
});
