/**
 * Runs background work step by step: one step after another while there is work, with a pause for other work in
 * between, and at long intervals while there is none. A step that fails is reported and tried again later, because
 * background work must survive a full disk. Before each step the loop asks for the right to work, and does nothing
 * while that is refused.
 */
import { readMonotonicMs } from './monotonic-time.ts';

export interface BackgroundLoop {
	/** Resolves when the running step has ended and the right to work has been released; no step starts after that. */
	stop(): Promise<void>;
}

export interface BackgroundWork {
	/** @param fence as returned by `lease.hold` @returns whether there may be more to do at once */
	readonly step: (fence: number) => Promise<boolean>;
	/** The right to work; see `ports/lease.ts`. */
	readonly lease: { hold(): Promise<number | undefined>; release(): Promise<void> };
	/** The shortest pause between steps while there is work. */
	readonly busyPauseMs: number;
	/**
	 * The largest share of the time that steps take while there is work, asked after each step; 1 by default. A step that has to
	 * wait for others takes longer, so background work yields to them.
	 */
	readonly readShareMax?: () => number;
	/** The pause while there is no work, after a failure, and while another process holds the lease. */
	readonly idlePauseMs: number;
	readonly onFailure: (error: unknown) => void;
	/** A monotonic clock in milliseconds; that of this process by default. */
	readonly nowMs?: () => number;
}

export function startBackgroundLoop({
	step,
	lease,
	readShareMax = () => 1,
	...options
}: BackgroundWork): BackgroundLoop {
	const { busyPauseMs, idlePauseMs, onFailure, nowMs = readMonotonicMs } = options;
	/** Ends the current pause. A single promise for all pauses would keep something of each until the loop ends. */
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
			const restMs = (nowMs() - startMs) * (1 / readShareMax() - 1);
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
