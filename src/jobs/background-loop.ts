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
	/** Between steps while there is work. */
	readonly busyPauseMs: number;
	/** Between looks while there is none, and after a failure. */
	readonly idlePauseMs: number;
	readonly onFailure: (error: unknown) => void;
}

export function startBackgroundLoop({ step, busyPauseMs, idlePauseMs, onFailure }: BackgroundWork): BackgroundLoop {
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
			let hasMore = false;
			try {
				hasMore = await step();
			} catch (error) {
				onFailure(error);
			}
			if (!isStopped) await pause(hasMore ? busyPauseMs : idlePauseMs);
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
