/**
 * Whose work runs next, on a thread that also serves other callers? Work runs in slices of a few milliseconds:
 *
 *     arrives ─ nothing waits, or its caller has had least ──► first slice at once ─ done ──► answer at once
 *             └ otherwise                                  ──► waits               └ not done ──► suspended
 *
 *     each round of the event loop: one slice, for the waiting or suspended work of the caller with the least recent time
 *     (least attained service)
 *
 * A caller that has had little time recently, and has no long work, comes before all others, even before new ones. So
 * short work is never behind more than a slice or two of long work, however much of that is running, and one caller's
 * long work delays only that caller. Waiting work is limited by a deadline and a number, and suspended work by the
 * memory it holds. Work for which there is no memory is given up, and started again when there is.
 */
import { FailureError, fail } from './failure.ts';
import { type Caller, charge, createCallerTable, noteCost } from './slice-callers.ts';
import { createSliceClock, type SliceClock, type SliceClockOptions } from './slice-clock.ts';
import { createSliceQueue, type SliceQueue, type SliceQueueOptions } from './slice-queue.ts';
import { createJob, giveUp, type Job, promiseOutcome, type SlicedWork } from './sliced-work.ts';

export interface SliceScheduler {
	/**
	 * The result; returned directly when the work ends within its first slice and nothing waits before it.
	 * @throws {FailureError} `busy`, or rejects with it, when the work cannot end before its deadline
	 */
	run<T>(work: SlicedWork<T>): T | Promise<T>;
	/** Jobs that wait or are suspended. */
	readonly waitingCount: number;
}

export interface SliceOptions extends SliceClockOptions, SliceQueueOptions {
	/** Calls back in the next round of the event loop, after what has arrived by then. */
	readonly afterIo: (callback: () => void) => void;
	/** From the arrival of a job to its end. */
	readonly deadlineMs: number;
	readonly waitingMax: number;
}

/**
 * Event loop rounds between two slices, for answers that take several rounds; each takes microseconds when nothing
 * arrives.
 */
const roundsBetween = 2;
const expiryIntervalMs = 100;
const retryAfterSecondsMax = 30;

/** The state of a scheduler, the first argument of the functions below. */
interface Scheduler {
	readonly options: SliceOptions;
	readonly clock: SliceClock;
	readonly queue: SliceQueue;
	/** Time of work that ran on arrival, since the last round. */
	roundSpentMs: number;
	roundsLeft: number;
	isRoundComing: boolean;
	nextExpiryMs: number;
	/** One function for all rounds. */
	readonly onRound: () => void;
}

export function createSliceScheduler(options: SliceOptions): SliceScheduler {
	const { nowMs, sliceMs, deadlineMs } = options;
	const callers = createCallerTable();
	const queue = createSliceQueue(options);
	const scheduler: Scheduler = {
		options,
		clock: createSliceClock(options),
		queue,
		roundSpentMs: 0,
		roundsLeft: 0,
		isRoundComing: false,
		nextExpiryMs: 0,
		onRound: () => runRound(scheduler),
	};
	return {
		get waitingCount() {
			return queue.count();
		},
		run(work) {
			const atMs = nowMs();
			const caller = callers.open(work.caller, atMs);
			const mayGoFirst = queue.count() === 0 || queue.hasHadLeast(caller, atMs);
			if (scheduler.roundSpentMs < sliceMs && mayGoFirst) return runAtOnce(scheduler, { caller, work, atMs });
			admit(scheduler, caller);
			const job = createJob(work, atMs + deadlineMs);
			const promise = promiseOutcome(job);
			queue.wait(caller, job);
			scheduleRound(scheduler);
			return promise as Promise<never>;
		},
	};
}

interface Arrival<T> {
	readonly caller: Caller;
	readonly work: SlicedWork<T>;
	readonly atMs: number;
}

function runAtOnce<T>(scheduler: Scheduler, { caller, work, atMs }: Arrival<T>): T | Promise<T> {
	const { options, clock, queue } = scheduler;
	clock.open(options.sliceMs - scheduler.roundSpentMs);
	const job = createJob(work, atMs + options.deadlineMs);
	const outcome = runSlice(scheduler, caller, job);
	scheduler.roundSpentMs += options.nowMs() - atMs;
	scheduleRound(scheduler);
	if (outcome.done === true) {
		noteCost(caller, job.spentMs);
		return outcome.value as T;
	}
	const promise = promiseOutcome(job);
	queue.suspend(caller, job);
	return promise as Promise<T>;
}

/** @throws {FailureError} when what waits already leaves no time or no room */
function admit({ options, queue }: Scheduler, caller: Caller): void {
	const expectedMs = expectMs(caller, queue.callers().length);
	if (expectedMs > options.deadlineMs) throw toRefusal(expectedMs);
	if (queue.count() >= options.waitingMax && !makeRoom(queue, caller, options.deadlineMs)) throw toRefusal(expectedMs);
}

/** How long it will take until one more job of the caller ends, judging by its jobs so far. */
function expectMs({ waiting, suspended, averageMs }: Caller, activeCount: number): number {
	return (waiting.length + suspended.length + 1) * averageMs * Math.max(1, activeCount);
}

/** Rejects the last job of the caller with the most waiting jobs, if it has more than `caller`. */
function makeRoom(queue: SliceQueue, caller: Caller, deadlineMs: number): boolean {
	let longest = caller;
	for (const one of queue.callers()) if (one.waiting.length > longest.waiting.length) longest = one;
	const last = longest === caller ? undefined : longest.waiting.at(-1);
	if (last === undefined) return false;
	queue.take(longest, last);
	refuse(longest, last, deadlineMs);
	return true;
}

function scheduleRound(scheduler: Scheduler): void {
	if (scheduler.isRoundComing) return;
	scheduler.isRoundComing = true;
	scheduler.options.afterIo(scheduler.onRound);
}

function runRound(scheduler: Scheduler): void {
	const { options, clock, queue } = scheduler;
	scheduler.isRoundComing = false;
	scheduler.roundSpentMs = 0;
	if (queue.count() === 0) return;
	scheduleRound(scheduler);
	scheduler.roundsLeft -= 1;
	if (scheduler.roundsLeft > 0) return;
	scheduler.roundsLeft = roundsBetween;
	const startMs = options.nowMs();
	if (startMs >= scheduler.nextExpiryMs) {
		scheduler.nextExpiryMs = startMs + expiryIntervalMs;
		expire(queue, options.deadlineMs, startMs);
	}
	clock.open(options.sliceMs);
	// Short work does not fill a slice, so the next job uses the rest of it.
	while (!clock.pace.isDue()) {
		const next = queue.takeNext(options.nowMs());
		if (next === undefined) return;
		advance(scheduler, next.caller, next.job);
	}
}

/** Rejects jobs whose deadline has passed. */
function expire(queue: SliceQueue, deadlineMs: number, atMs: number): void {
	for (const caller of [...queue.callers()]) {
		for (const job of [...caller.waiting, ...caller.suspended]) {
			if (job.deadlineMs > atMs) continue;
			queue.take(caller, job);
			refuse(caller, job, deadlineMs);
		}
	}
}

/** Runs a job to the end of the slice, then settles it or puts it back. */
function advance(scheduler: Scheduler, caller: Caller, job: Job): void {
	const { options, queue } = scheduler;
	try {
		const outcome = runSlice(scheduler, caller, job);
		if (outcome.done === true) {
			noteCost(caller, job.spentMs);
			job.outcome?.resolve(outcome.value);
		} else if (options.nowMs() >= job.deadlineMs) refuse(caller, job, options.deadlineMs);
		else {
			queue.suspend(caller, job);
			scheduleRound(scheduler);
		}
	} catch (error) {
		job.outcome?.reject(error);
	}
}

function runSlice({ options, clock }: Scheduler, caller: Caller, job: Job): IteratorResult<void, unknown> {
	const startMs = options.computedMs();
	try {
		job.steps ??= job.work.begin(clock.pace);
		return job.steps.next();
	} finally {
		const tookMs = options.computedMs() - startMs;
		job.spentMs += tookMs;
		charge(caller, tookMs, options.nowMs());
	}
}

function refuse(caller: Caller, job: Job, deadlineMs: number): void {
	giveUp(job);
	if (job.spentMs > 0) noteCost(caller, job.spentMs);
	job.outcome?.reject(toRefusal(deadlineMs));
}

function toRefusal(expectedMs: number): FailureError {
	const retryAfterSeconds = Math.min(retryAfterSecondsMax, Math.max(1, Math.ceil(expectedMs / 1_000)));
	return new FailureError(fail('busy', { retryAfterSeconds }).failure);
}
