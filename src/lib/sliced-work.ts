/** Work that runs in time slices, and whose it is. */
import type { Pace, Steps } from './steps.ts';

export interface SlicedWork<T> {
	/** Callers share the thread evenly. */
	readonly caller: string;
	/** About what it holds while it is suspended. */
	readonly heldBytes: number;
	/** Begins it; called once more where it was given up in between. */
	begin(pace: Pace): Steps<T>;
}

/** A piece of work that does not end at once. */
export interface Job {
	readonly work: SlicedWork<unknown>;
	readonly deadlineMs: number;
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: unknown) => void;
	steps: Steps<unknown> | undefined;
	spentMs: number;
	/** Whether it did not end within a slice once and has to be able to stay when it is begun again. */
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

/** Gives up what it has done and holds; it can be begun anew. */
export function giveUp(job: Job): void {
	job.steps?.return(undefined);
	job.steps = undefined;
}
