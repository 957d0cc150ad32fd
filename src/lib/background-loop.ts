/**
 * Runs background work again and again, a step at a time: step after step while there is work, with a pause for everybody
 * else in between, and at long intervals while there is none. A step that fails is reported and tried again later:
 * background work must survive a full disk. Before each step the loop asks for the right to work; while that is refused,
 * it does nothing.
 */
import { readMonotonicMs } from './monotonic-time.ts';

export interface BackgroundLoop {
	/** Resolves when the running step has ended and the right to work is given back; no step starts after that. */
	stop(): Promise<void>;
}

export interface BackgroundWork {
	/** @param fence as `lease.hold` told it. @returns whether there may be more to do right away. */
	readonly step: (fence: number) => Promise<boolean>;
	/** The right to work: `ports/lease.ts` explains it. */
	readonly lease: { hold(): Promise<number | undefined>; release(): Promise<void> };
	/** Between steps while there is work, at least. */
	readonly busyPauseMs: number;
	/**
	 * Steps take this part of the time at most, as long as there is work; 1 when left out. A step that has to wait for
	 * others takes longer, so the work yields to them.
	 */
	readonly shareMax?: number;
	/** Until the next step while there is no work, after a failure, and while the lease is another's. */
	readonly idlePauseMs: number;
	readonly onFailure: (error: unknown) => void;
	/** Milliseconds that only grow; those of this process when left out. */
	readonly nowMs?: () => number;
}

export function startBackgroundLoop({ step, lease, shareMax = 1, ...options }: BackgroundWork): BackgroundLoop {
	const { busyPauseMs, idlePauseMs, onFailure, nowMs = readMonotonicMs } = options;
	/** Of the pause at hand: one promise for all of them would hold on to something of each until the loop ends. */
	let wake: () => void = () => undefined;
	let isStopped = false;
	let isHeld = false;

	function pause(delayMs: number): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		wake = resolve;
		const timer = setTimeout(resolve, delayMs);
		return promise.finally(() => clearTimeout(timer));
	}

	async function stepUnderLease(): Promise<boolean> {
		const fence = await lease.hold();
		isHeld = fence !== undefined;
		return fence !== undefined && !isStopped && (await step(fence));
	}

	async function run(): Promise<void> {
		while (!isStopped) {
			const startMs = nowMs();
			let hasMore = false;
			try {
				hasMore = await stepUnderLease();
			} catch (error) {
				onFailure(error);
			}
			const restMs = (nowMs() - startMs) * (1 / shareMax - 1);
			if (!isStopped) await pause(hasMore ? Math.max(busyPauseMs, restMs) : idlePauseMs);
		}
	}

	const ended = run();
	return {
		async stop() {
			isStopped = true;
			wake();
			await ended;
			if (isHeld) await lease.release().catch(onFailure);
		},
	};
}
