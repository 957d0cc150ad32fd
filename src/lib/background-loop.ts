/**
 * Runs a piece of background work again and again, a step at a time: step after step while there is work, with a pause
 * for everybody else in between, and at long intervals while there is none. A step that fails is reported and tried
 * again later: background work must survive a full disk.
 */
export interface BackgroundLoop {
	/** Resolves when the running step has ended; none starts after that. */
	stop(): Promise<void>;
}

export interface BackgroundWork {
	/** @returns whether there may be more to do right away. */
	readonly step: () => Promise<boolean>;
	/** Between steps while there is work, at least. */
	readonly busyPauseMs: number;
	/**
	 * Steps take this part of the time at most, as long as there is work; 1 when left out. A step that has to wait for
	 * others takes longer, so the work gives way to them.
	 */
	readonly shareMax?: number;
	/** Between looks while there is none, and after a failure. */
	readonly idlePauseMs: number;
	readonly onFailure: (error: unknown) => void;
}

export function startBackgroundLoop({ step, shareMax = 1, ...options }: BackgroundWork): BackgroundLoop {
	const { busyPauseMs, idlePauseMs, onFailure } = options;
	/** Of the pause at hand: one promise for all of them would hold on to something of each until the loop ends. */
	let wake: () => void = () => undefined;
	let isStopped = false;

	function pause(delayMs: number): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		wake = resolve;
		const timer = setTimeout(resolve, delayMs);
		return promise.finally(() => clearTimeout(timer));
	}

	async function run(): Promise<void> {
		while (!isStopped) {
			const startMs = performance.now();
			let hasMore = false;
			try {
				hasMore = await step();
			} catch (error) {
				onFailure(error);
			}
			const restMs = (performance.now() - startMs) * (1 / shareMax - 1);
			if (!isStopped) await pause(hasMore ? Math.max(busyPauseMs, restMs) : idlePauseMs);
		}
	}

	const ended = run();
	return {
		async stop() {
			isStopped = true;
			wake();
			await ended;
		},
	};
}
