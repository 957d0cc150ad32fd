/**
 * Which generations cannot be indexed now, as when OpenSearch takes no more shards, or has lost one? Each is tried again after
 * longer and longer pauses, and the others go on. Those that fail again and again are noted beside the builds: no node waits
 * for them at its start, and owners see it.
 */
import { createBackoff } from '../../followers/runtime/backoff.ts';
import type { ProgressStore } from './build-progress.ts';

export interface IndexerFailures {
	/** At the beginning of a lease: goes on from what was noted before. */
	begin(): Promise<void>;
	/** Whether a generation failed a moment ago. */
	isWaiting(generationId: number): boolean;
	note(generationId: number): Promise<void>;
	/** A generation could be indexed. */
	clear(generationId: number): Promise<void>;
	/** OpenSearch can be used again: none has to wait. */
	retryAll(): void;
	/** Puts right what is noted, where it was not possible before, or somebody without the lease did it. @param behind by id */
	keep(behind: ReadonlySet<number>): Promise<void>;
}

/** After this many failures in a row. */
const failuresMax = 3;
const delays = { firstMs: 1_000, maxMs: 15_000 };

interface FailuresOptions {
	readonly progress: Pick<ProgressStore, 'readFailing' | 'writeFailing'>;
	readonly nowMs: () => number;
	/** In [0, 1). */
	readonly random: () => number;
}

export function createIndexerFailures({ progress, nowMs, random }: FailuresOptions): IndexerFailures {
	const backoff = createBackoff<number>({ nowMs, random }, delays);
	const counts = new Map<number, number>();
	let failing = new Set<number>();

	async function change(changed: ReadonlySet<number>): Promise<void> {
		await progress.writeFailing([...changed]);
		failing = new Set(changed);
	}

	return {
		async begin() {
			failing = new Set(await progress.readFailing());
		},
		isWaiting: backoff.isWaiting,
		async note(generationId) {
			backoff.fail(generationId);
			const count = (counts.get(generationId) ?? 0) + 1;
			counts.set(generationId, count);
			if (count >= failuresMax && !failing.has(generationId)) await change(new Set([...failing, generationId]));
		},
		async clear(generationId) {
			backoff.clear(generationId);
			counts.delete(generationId);
			if (failing.has(generationId)) await change(new Set([...failing].filter((id) => id !== generationId)));
		},
		retryAll: backoff.clearAll,
		async keep(behind) {
			for (const generationId of counts.keys()) {
				if (behind.has(generationId)) continue;
				backoff.clear(generationId);
				counts.delete(generationId);
			}
			const noted = await progress.readFailing();
			const own = [...counts].flatMap(([generationId, count]) => (count >= failuresMax ? generationId : []));
			failing = new Set([...noted, ...own].filter((generationId) => behind.has(generationId)));
			if (failing.symmetricDifference(new Set(noted)).size > 0) await progress.writeFailing([...failing]);
		},
	};
}
