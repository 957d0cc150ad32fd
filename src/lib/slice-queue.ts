/**
 * Which job is next? Jobs wait or are suspended by caller. The caller with the lowest rank is served, and then comes
 * behind others of the same rank.
 */
import { type Caller, hasWork, toRank } from './slice-callers.ts';
import { giveUp, type Job } from './sliced-work.ts';

export interface Picked {
	readonly caller: Caller;
	readonly job: Job;
}

export interface SliceQueueOptions {
	readonly sliceMs: number;
	/** The most memory of all suspended work, beside the first. */
	readonly heldBytesMax: number;
}

export interface SliceQueue {
	/** Jobs that wait or are suspended. */
	count(): number;
	/** Callers with jobs, least recently served first. */
	callers(): readonly Caller[];
	/** Puts a new job behind those of its caller. */
	wait(caller: Caller, job: Job): void;
	/** Keeps a started job, or gives it up when it cannot be held; then it is the first to wait. */
	suspend(caller: Caller, job: Job): void;
	/** Removes the next job from the queue, and moves its caller behind the others if it has more. */
	takeNext(atMs: number): Picked | undefined;
	/** Removes a job from its caller's lists. */
	take(caller: Caller, job: Job): void;
	/** Whether a caller would be picked before all that wait. */
	hasHadLeast(caller: Caller, atMs: number): boolean;
}

/** The most suspended jobs of one caller: more would only hold memory. */
const suspendedPerCallerMax = 2;

export function createSliceQueue({ sliceMs, heldBytesMax }: SliceQueueOptions): SliceQueue {
	/** Callers with work, in the order in which they were served. */
	let active: Caller[] = [];
	let count = 0;
	const held = createHeldMemory(heldBytesMax);

	function enter(caller: Caller): void {
		count += 1;
		if (!active.includes(caller)) active.push(caller);
	}

	function hasRoom(job: Job, suspendedCount: number): boolean {
		return suspendedCount < suspendedPerCallerMax && held.hasRoom(job);
	}

	/**
	 * Alternates between waiting and suspended work, so that short work does not wait behind long work of the same caller
	 * either.
	 */
	function pickJob({ waiting, suspended, isWaitingNext }: Caller): Job | undefined {
		const next = waiting.find((job) => !job.isLong || hasRoom(job, suspended.length));
		if (suspended.length === 0 || next === undefined) return next ?? suspended[0];
		return isWaitingNext ? next : suspended[0];
	}

	function pick(atMs: number): Picked | undefined {
		let least = Number.POSITIVE_INFINITY;
		let picked: Picked | undefined;
		for (const caller of active) {
			const rank = toRank(caller, sliceMs, atMs);
			const job = rank < least ? pickJob(caller) : undefined;
			if (job === undefined) continue;
			least = rank;
			picked = { caller, job };
		}
		return picked;
	}

	function take(caller: Caller, job: Job): void {
		const list = job.steps === undefined ? caller.waiting : caller.suspended;
		list.splice(list.indexOf(job), 1);
		caller.isWaitingNext = job.steps !== undefined;
		count -= 1;
		if (job.steps !== undefined) held.release(job);
		if (!hasWork(caller)) active = active.filter((one) => one !== caller);
	}

	return {
		count: () => count,
		callers: () => active,
		take,
		wait(caller, job) {
			// When a caller's work is usually long, the next job will be too, and starting it now would be in vain.
			job.isLong = caller.averageMs > sliceMs;
			caller.waiting.push(job);
			enter(caller);
		},
		suspend(caller, job) {
			job.isLong = true;
			if (hasRoom(job, caller.suspended.length)) {
				caller.suspended.push(job);
				held.hold(job);
			} else {
				giveUp(job);
				caller.waiting.unshift(job);
			}
			enter(caller);
		},
		takeNext(atMs) {
			const picked = pick(atMs);
			if (picked === undefined) return undefined;
			const { caller, job } = picked;
			take(caller, job);
			if (active.includes(caller)) active = [...active.filter((one) => one !== caller), caller];
			return picked;
		},
		hasHadLeast(caller, atMs) {
			if (hasWork(caller)) return false;
			const rank = toRank(caller, sliceMs, atMs);
			return active.every((one) => rank <= toRank(one, sliceMs, atMs));
		},
	};
}

/** The memory of all suspended jobs; a single job may exceed the limit. */
function createHeldMemory(bytesMax: number) {
	let bytes = 0;
	let count = 0;
	return {
		hasRoom: ({ work }: Job): boolean => count === 0 || bytes + work.heldBytes <= bytesMax,
		hold({ work }: Job): void {
			bytes += work.heldBytes;
			count += 1;
		},
		release({ work }: Job): void {
			bytes -= work.heldBytes;
			count -= 1;
		},
	};
}
