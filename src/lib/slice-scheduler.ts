/**
 * Whose work goes on next, on a thread that serves others in between? Work runs in slices of some milliseconds:
 *
 *     arrives ─ nobody waits, or its caller has had least ──► first slice at once ─ done ──► answer, without a detour
 *             └ else                                      ──► waits                └ not done ──► suspended
 *
 *     each turn of the event loop: one slice, for what waits or is suspended of the caller that has had least lately
 *     (least attained service)
 *
 * A caller that has had little lately, and nothing long, is in front of all others, however new these are.
 * So short work is never behind more than a slice or two of long work, however much of that is under way, and one
 * caller's long work delays his own alone. What waits is bounded: by its deadline, by a number, and what is suspended by
 * the memory it holds; work that there is no memory for is given up and begun anew when there is.
 */
import { FailureError, fail } from './failure.ts';
import type { Pace, Steps } from './steps.ts';

export interface SliceScheduler {
	/**
	 * The result, at once where the work ends within its first slice and nothing waits before it.
	 * @throws {FailureError} `busy`, also as a rejection, when it cannot end before its deadline.
	 */
	run<T>(work: SlicedWork<T>): T | Promise<T>;
	/** Pieces of work that wait or are suspended. */
	readonly waitingCount: number;
}

export interface SlicedWork<T> {
	/** Callers share the thread evenly. */
	readonly caller: string;
	/** About what it holds while it is suspended. */
	readonly heldBytes: number;
	/** Begins it; called once more where it was given up in between. */
	begin(pace: Pace): Steps<T>;
}

export interface SliceOptions {
	/** A monotonic clock. */
	readonly nowMs: () => number;
	/** What the thread has computed for: a slice is no longer over for that another program had the processor meanwhile. */
	readonly computedMs: () => number;
	/** Calls back in the next turn of the event loop, behind what has arrived by then. */
	readonly afterIo: (callback: () => void) => void;
	readonly sliceMs: number;
	/** From the arrival of a piece of work to its end. */
	readonly deadlineMs: number;
	/** Of all that is suspended, beside the first. */
	readonly heldBytesMax: number;
	readonly waitingMax: number;
}

interface Job {
	readonly work: SlicedWork<unknown>;
	readonly deadlineMs: number;
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: unknown) => void;
	steps: Steps<unknown> | undefined;
	spentMs: number;
	/** Whether it did not end within a slice once and has to be able to stay when it is begun again. */
	isLong: boolean;
}

interface Picked {
	readonly caller: Caller;
	readonly job: Job;
}

interface Caller {
	readonly waiting: Job[];
	readonly suspended: Job[];
	/** What it has computed for, as of then; halved every `halfLifeMs`. */
	spentMs: number;
	spentAtMs: number;
	/** Of a piece of work. */
	averageMs: number;
	isWaitingNext: boolean;
}

const halfLifeMs = 2_000;
/** A caller that has computed for less lately, some 7 % of the thread, and has nothing long, is in front of all others. */
const lightMs = 200;
/** What a slice has to be computed of at least, however busy the machine is. */
const computedShareMin = 0.25;
/** Turns between two slices, for answers that take several turns: each is some microseconds where nothing arrives. */
const roundsBetween = 2;
/** Of one caller: more would only hold memory. */
const suspendedPerCallerMax = 2;
const callersMax = 10_000;
const expiryIntervalMs = 100;
const retryAfterSecondsMax = 30;

export function createSliceScheduler(options: SliceOptions): SliceScheduler {
	const { nowMs, computedMs, afterIo, sliceMs, deadlineMs, heldBytesMax, waitingMax } = options;
	const callers = new Map<string, Caller>();
	/** Callers with work, who has had a slice behind the others. */
	let active: Caller[] = [];
	let waitingCount = 0;
	let heldBytes = 0;
	let heldCount = 0;
	let sliceEndMs = 0;
	let sliceStartComputedMs = 0;
	let sliceLengthMs = 0;
	/** Of work that ran as it arrived, since the last turn. */
	let roundSpentMs = 0;
	let roundsLeft = 0;
	let isRoundComing = false;
	let nextExpiryMs = 0;
	const pace: Pace = { isDue: () => nowMs() >= sliceEndMs && isComputed() };

	function openSlice(lengthMs: number): void {
		sliceEndMs = nowMs() + lengthMs;
		sliceStartComputedMs = computedMs();
		sliceLengthMs = lengthMs;
	}

	/**
	 * Whether a good part of the slice was computed; else it lasts on. Systems count what a thread computes by ticks of some
	 * milliseconds, so that not much more may be asked for.
	 */
	function isComputed(): boolean {
		if (computedMs() - sliceStartComputedMs >= sliceLengthMs * computedShareMin) return true;
		sliceEndMs = nowMs() + sliceLengthMs / 2;
		return false;
	}

	function toSpentMs({ spentMs, spentAtMs }: Caller, atMs: number): number {
		return spentMs * 2 ** ((spentAtMs - atMs) / halfLifeMs);
	}

	/**
	 * Who is next: the least. By what they have computed alone, a caller with short searches now and then would be behind all
	 * that callers want who were never seen before.
	 */
	function toRank(caller: Caller, atMs: number): number {
		const { waiting, suspended, averageMs } = caller;
		const spentMs = toSpentMs(caller, atMs);
		const hasLong = averageMs > sliceMs || suspended.length > 0 || waiting[0]?.isLong === true;
		return spentMs < lightMs && !hasLong ? spentMs - lightMs : spentMs;
	}

	function openCaller(name: string, atMs: number): Caller {
		const known = callers.get(name);
		if (known !== undefined) return known;
		if (callers.size >= callersMax) forgetIdle();
		const waiting: Job[] = [];
		const suspended: Job[] = [];
		const caller = { waiting, suspended, spentMs: 0, spentAtMs: atMs, averageMs: 0, isWaitingNext: true };
		callers.set(name, caller);
		return caller;
	}

	function forgetIdle(): void {
		for (const [name, { waiting, suspended }] of callers) {
			if (waiting.length + suspended.length === 0) callers.delete(name);
		}
	}

	function scheduleRound(): void {
		if (isRoundComing) return;
		isRoundComing = true;
		afterIo(runRound);
	}

	function runRound(): void {
		isRoundComing = false;
		roundSpentMs = 0;
		if (waitingCount === 0) return;
		scheduleRound();
		roundsLeft -= 1;
		if (roundsLeft > 0) return;
		roundsLeft = roundsBetween;
		const startMs = nowMs();
		if (startMs >= nextExpiryMs) expire(startMs);
		openSlice(sliceMs);
		// What is short does not fill a slice: the next one goes on in it.
		while (!pace.isDue()) {
			const next = pickNext();
			if (next === undefined) return;
			advance(next.caller, next.job);
		}
	}

	/** Refuses what cannot end in time any more. */
	function expire(atMs: number): void {
		nextExpiryMs = atMs + expiryIntervalMs;
		for (const caller of [...active]) {
			for (const job of [...caller.waiting, ...caller.suspended]) {
				if (job.deadlineMs > atMs) continue;
				take(caller, job);
				refuse(caller, job);
			}
		}
	}

	function refuse(caller: Caller, job: Job): void {
		giveUp(job);
		if (job.spentMs > 0) noteCost(caller, job.spentMs);
		job.reject(toRefusal(deadlineMs));
	}

	/** Takes the next job out of the order, and puts its caller behind the others where it has more. */
	function pickNext(): Picked | undefined {
		const atMs = nowMs();
		let least = Number.POSITIVE_INFINITY;
		let picked: Picked | undefined;
		for (const caller of active) {
			const rank = toRank(caller, atMs);
			const job = rank < least ? pickJob(caller) : undefined;
			if (job === undefined) continue;
			least = rank;
			picked = { caller, job };
		}
		if (picked === undefined) return undefined;
		const { caller, job } = picked;
		take(caller, job);
		if (active.includes(caller)) active = [...active.filter((one) => one !== caller), caller];
		return picked;
	}

	/** In turns what waits and what is suspended, so that short work is not behind long work of the same caller either. */
	function pickJob({ waiting, suspended, isWaitingNext }: Caller): Job | undefined {
		const next = waiting.find((job) => !job.isLong || hasRoom(job, suspended.length));
		if (suspended.length === 0 || next === undefined) return next ?? suspended[0];
		return isWaitingNext ? next : suspended[0];
	}

	function hasRoom({ work }: Job, suspendedCount: number): boolean {
		if (suspendedCount >= suspendedPerCallerMax) return false;
		return heldCount === 0 || heldBytes + work.heldBytes <= heldBytesMax;
	}

	/** Takes a job out of what its caller has. */
	function take(caller: Caller, job: Job): void {
		const list = job.steps === undefined ? caller.waiting : caller.suspended;
		list.splice(list.indexOf(job), 1);
		caller.isWaitingNext = job.steps !== undefined;
		waitingCount -= 1;
		if (job.steps !== undefined) hold(job, -1);
		if (caller.waiting.length + caller.suspended.length > 0) return;
		active = active.filter((one) => one !== caller);
	}

	function hold({ work }: Job, sign: 1 | -1): void {
		heldBytes += sign * work.heldBytes;
		heldCount += sign;
	}

	function giveUp(job: Job): void {
		job.steps?.return(undefined);
		job.steps = undefined;
	}

	/** Runs a job to the end of the slice, and settles it or puts it back. */
	function advance(caller: Caller, job: Job): void {
		try {
			const outcome = runSlice(caller, job);
			if (outcome.done === true) {
				noteCost(caller, job.spentMs);
				job.resolve(outcome.value);
			} else if (nowMs() >= job.deadlineMs) refuse(caller, job);
			else suspend(caller, job);
		} catch (error) {
			job.reject(error);
		}
	}

	function runSlice(caller: Caller, job: Job): IteratorResult<void, unknown> {
		const startMs = computedMs();
		try {
			job.steps ??= job.work.begin(pace);
			return job.steps.next();
		} finally {
			const tookMs = computedMs() - startMs;
			job.spentMs += tookMs;
			const atMs = nowMs();
			caller.spentMs = toSpentMs(caller, atMs) + tookMs;
			caller.spentAtMs = atMs;
		}
	}

	function noteCost(caller: Caller, spentMs: number): void {
		caller.averageMs += (spentMs - caller.averageMs) / 8;
	}

	function suspend(caller: Caller, job: Job): void {
		job.isLong = true;
		if (hasRoom(job, caller.suspended.length)) {
			caller.suspended.push(job);
			hold(job, 1);
		} else {
			giveUp(job);
			caller.waiting.unshift(job);
		}
		enter(caller);
	}

	function enter(caller: Caller): void {
		waitingCount += 1;
		if (!active.includes(caller)) active.push(caller);
		scheduleRound();
	}

	/** Puts a new job behind those of its caller. */
	function wait(caller: Caller, job: Job): void {
		// Of a caller whose work is long as a rule, the next is long as well: to begin it would be in vain.
		job.isLong = caller.averageMs > sliceMs;
		caller.waiting.push(job);
		enter(caller);
	}

	/** Whether it would be picked before all that wait. */
	function hasHadLeast(caller: Caller, atMs: number): boolean {
		if (caller.waiting.length + caller.suspended.length > 0) return false;
		const rank = toRank(caller, atMs);
		return active.every((one) => rank <= toRank(one, atMs));
	}

	/** How long it takes, going by what the caller's work has taken so far, until one more piece of it ends. */
	function expectMs({ waiting, suspended, averageMs }: Caller): number {
		const callerCount = Math.max(1, active.length);
		return (waiting.length + suspended.length + 1) * averageMs * callerCount;
	}

	function admit(caller: Caller): void {
		const expectedMs = expectMs(caller);
		if (expectedMs > deadlineMs) throw toRefusal(expectedMs);
		if (waitingCount >= waitingMax && !makeRoom(caller)) throw toRefusal(expectedMs);
	}

	/** Refuses the last of whoever has the most waiting, where that is more than the caller has. */
	function makeRoom(caller: Caller): boolean {
		let longest = caller;
		for (const one of active) if (one.waiting.length > longest.waiting.length) longest = one;
		const last = longest === caller ? undefined : longest.waiting.at(-1);
		if (last === undefined) return false;
		take(longest, last);
		refuse(longest, last);
		return true;
	}

	function createJob(
		work: SlicedWork<unknown>,
		atMs: number,
	): { readonly job: Job; readonly promise: Promise<unknown> } {
		const { promise, resolve, reject } = Promise.withResolvers<unknown>();
		const job = {
			work,
			deadlineMs: atMs + deadlineMs,
			resolve,
			reject,
			steps: undefined,
			spentMs: 0,
			isLong: false,
		};
		return { job, promise };
	}

	function runAtOnce<T>(caller: Caller, work: SlicedWork<T>, atMs: number): T | Promise<T> {
		openSlice(sliceMs - roundSpentMs);
		const { job, promise } = createJob(work, atMs);
		const outcome = runSlice(caller, job);
		roundSpentMs += nowMs() - atMs;
		scheduleRound();
		if (outcome.done === true) {
			noteCost(caller, job.spentMs);
			return outcome.value as T;
		}
		suspend(caller, job);
		return promise as Promise<T>;
	}

	return {
		get waitingCount() {
			return waitingCount;
		},
		run(work) {
			const atMs = nowMs();
			const caller = openCaller(work.caller, atMs);
			const mayGoFirst = waitingCount === 0 || hasHadLeast(caller, atMs);
			if (roundSpentMs < sliceMs && mayGoFirst) return runAtOnce(caller, work, atMs);
			admit(caller);
			const { job, promise } = createJob(work, atMs);
			wait(caller, job);
			return promise as Promise<never>;
		},
	};
}

function toRefusal(expectedMs: number): FailureError {
	const retryAfterSeconds = Math.min(retryAfterSecondsMax, Math.max(1, Math.ceil(expectedMs / 1_000)));
	return new FailureError(fail('busy', { retryAfterSeconds }).failure);
}
