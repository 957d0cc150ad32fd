/**
 * For how long does work that can wait leave the processors to other threads? On a machine with an idle processor hardly at
 * all: the pause follows how long the thread, while it worked, was ready to run without having a processor.
 */

/** How long pauses are, in milliseconds. */
export interface PauseLimits {
	/** Of the time that work waited for a processor, in which other threads wanted it: so many times as long. */
	readonly perWait: number;
	readonly leastMs: number;
	readonly mostMs: number;
	/** Of the time that the work took: so many parts at most, so that it goes on. */
	readonly partsMax: number;
}

export interface ContentionPauseOptions extends PauseLimits {
	readonly nowMs: () => number;
	/** How long this thread has waited for a processor since it began, in milliseconds. */
	readonly readWaitMs: () => number;
}

export interface ContentionPause {
	/** How long it still is, in ms; 0: work may go on. */
	readLeftMs(): number;
	/** Does work and begins the pause after it. */
	after<T>(work: () => Promise<T>): Promise<T>;
}

export function createContentionPause(options: ContentionPauseOptions): ContentionPause {
	const { nowMs, readWaitMs, perWait, leastMs, mostMs, partsMax } = options;
	let endMs = Number.NEGATIVE_INFINITY;
	return {
		readLeftMs: () => Math.max(0, endMs - nowMs()),
		async after(work) {
			const [startMs, waitedMs] = [nowMs(), readWaitMs()];
			try {
				return await work();
			} finally {
				const wantedMs = perWait * (readWaitMs() - waitedMs);
				endMs = nowMs() + Math.max(leastMs, Math.min(wantedMs, mostMs, partsMax * (nowMs() - startMs)));
			}
		},
	};
}
