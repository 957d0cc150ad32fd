/** Removes the models of deleted search engines from memory and disk, some at a time. */
import { join } from 'node:path';
import type { ModelState } from './model-state.ts';
import { readModelName, toModelName } from './saved-model.ts';

const cleanCountMax = 200;

export async function cleanModels(state: ModelState): Promise<void> {
	const { follower, options } = state;
	const { store, files, directory, limits, timing } = options;
	if (timing.nowMs() < state.nextCleanMs && state.uncleaned.length === 0) return;
	if (state.uncleaned.length === 0) {
		state.nextCleanMs = timing.nowMs() + limits.cleanIntervalMs;
		const ofFiles = (await files.list(directory)).flatMap((name) => readModelName(name) ?? []);
		state.uncleaned = [...new Set([...ofFiles, ...Array.from(follower.streams.list(), ({ key }) => key)])];
	}
	for (const hashid of state.uncleaned.splice(0, cleanCountMax)) {
		if (await store.hasEngine(hashid)) continue;
		follower.close(hashid);
		await follower.checkpoints.settle();
		await files.remove(join(directory, toModelName(hashid)));
	}
}
