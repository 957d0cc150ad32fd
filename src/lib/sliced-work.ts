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

/** Work that has arrived. */
export interface Job {
	readonly work: SlicedWork<unknown>;
	readonly deadlineMs: number;
	/** Undefined in a first slice on arrival: most work ends in it, and then nobody has to wait for a promise. */
	outcome: PromiseWithResolvers<unknown> | undefined;
	steps: Steps<unknown> | undefined;
	spentMs: number;
	/** Whether it once did not end within a slice; then it starts again only when it may be suspended. */
	isLong: boolean;
}

export function createJob(work: SlicedWork<unknown>, deadlineMs: number): Job {
	return { work, deadlineMs, outcome: undefined, steps: undefined, spentMs: 0, isLong: false };
}

/** Settled when the job ends. To be called once, before the job waits or is suspended. */
export function promiseOutcome(job: Job): Promise<unknown> {
	job.outcome = Promise.withResolvers<unknown>();
	return job.outcome.promise;
}

/** Gives up the progress and the memory of a job, which can be started again. */
export function giveUp(job: Job): void {
	job.steps?.return(undefined);
	job.steps = undefined;
}
