import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createIndexSaver } from './index-saver.ts';
import type { ResidentIndex } from './resident-index.ts';

/** A saver of indexes that say nothing but their id; each save lasts until its number is ended. */
function createScratch() {
	const saves = new Map<number, PromiseWithResolvers<void>>();
	const failures: number[] = [];
	const saver = createIndexSaver({
		save({ generationId }) {
			const save = Promise.withResolvers<void>();
			saves.set(generationId, save);
			return save.promise;
		},
		find: (generationId) => ({ generationId, isHidden: false, isSaving: false }) as ResidentIndex,
		onFailure: (_, generationId) => failures.push(generationId),
		onEnd: () => undefined,
		nowMs: () => 0,
		delayMs: 0,
	});
	return { saver, saves, failures };
}

/** Whether it has resolved by the time that all that was ready to run has run. */
async function hasResolved(promise: Promise<void>): Promise<boolean> {
	let is = false;
	void promise.then(() => {
		is = true;
	});
	await new Promise((resolve) => setImmediate(resolve));
	return is;
}

it('lets go on at once while no save has to wait for another', async () => {
	const { saver, saves } = createScratch();
	assert(await hasResolved(saver.keepUp()), 'nothing is to be saved');
	for (let id = 1; id <= 4; id += 1) saver.note(id);
	saver.startDue();
	assert.equal(saves.size, 4);
	assert(await hasResolved(saver.keepUp()), 'all that is to be saved is being saved');
});

for (const outcome of ['well', 'badly'] as const) {
	it(`holds up while saves wait for others, until one of these ends ${outcome}`, async () => {
		const { saver, saves, failures } = createScratch();
		for (let id = 1; id <= 5; id += 1) saver.note(id);
		saver.startDue();
		assert.equal(saves.size, 4, 'four at once');
		const waiting = saver.keepUp();
		assert(!(await hasResolved(waiting)));
		if (outcome === 'well') saves.get(3)?.resolve();
		else saves.get(3)?.reject(new Error('no room'));
		assert(await hasResolved(waiting));
		assert.deepEqual(failures, outcome === 'well' ? [] : [3]);
		assert(await hasResolved(saver.keepUp()), 'there is room for a save: nothing waits for it');
	});
}
