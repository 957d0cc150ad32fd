/**
 * For how long does work that can wait leave the processors to other threads? On a machine with an idle processor not at
 * all: the pause follows how long the thread, while it worked, was ready to run without having a processor.
 */

/** Of the time that work waited for a processor: other threads wanted it for as long. */
export const pausePerWait = 10;
/** What comes meanwhile need not wait for longer. */
const pauseMsMax = 3_000;

export interface ContentionPauseOptions {
	readonly nowMs: () => number;
	/** How long this thread has waited for a processor since it began, in milliseconds. */
	readonly readWaitMs: () => number;
	/** Of the time that the work took: so many parts at most, so that it goes on. */
	readonly partsMax: number;
}

export interface ContentionPause {
	/** How long it still is, in ms; 0: work may go on. */
	readLeftMs(): number;
	/** Does work and begins the pause after it. */
	after<T>(work: () => Promise<T>): Promise<T>;
}

export function createContentionPause({ nowMs, readWaitMs, partsMax }: ContentionPauseOptions): ContentionPause {
	let endMs = Number.NEGATIVE_INFINITY;
	return {
		readLeftMs: () => Math.max(0, endMs - nowMs()),
		async after(work) {
			const [startMs, waitedMs] = [nowMs(), readWaitMs()];
			try {
				return await work();
			} finally {
				const waitMs = readWaitMs() - waitedMs;
				endMs = nowMs() + Math.min(pausePerWait * waitMs, partsMax * (nowMs() - startMs), pauseMsMax);
			}
		},
	};
}
