/** Work that runs in time slices, and its caller. */
import type { Pace, Steps } from './steps.ts';

export interface SlicedWork<T> {
	/** Callers share the thread evenly. */
	readonly caller: string;
	/** About how many bytes it holds while it is suspended. */
	readonly heldBytes: number;
	/** Starts the work; called again when it was given up in between. */
	begin(pace: Pace): Steps<T>;
}

/** Work that did not end at once. */
export interface Job {
	readonly work: SlicedWork<unknown>;
	readonly deadlineMs: number;
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: unknown) => void;
	steps: Steps<unknown> | undefined;
	spentMs: number;
	/** Whether it once did not end within a slice; then it starts again only when it may be suspended. */
	isLong: boolean;
}

export function createJob(
	work: SlicedWork<unknown>,
	deadlineMs: number,
): { readonly job: Job; readonly promise: Promise<unknown> } {
	const { promise, resolve, reject } = Promise.withResolvers<unknown>();
	const job = { work, deadlineMs, resolve, reject, steps: undefined, spentMs: 0, isLong: false };
	return { job, promise };
}

/** Gives up the progress and the memory of a job, which can be started again. */
export function giveUp(job: Job): void {
	job.steps?.return(undefined);
	job.steps = undefined;
}
