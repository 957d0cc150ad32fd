/**
 * Which job is next? Jobs wait or are suspended by caller; the caller with the lowest rank is served, and is behind the others
 * of that rank then.
 */
import { type Caller, hasWork, toRank } from './slice-callers.ts';
import { giveUp, type Job } from './sliced-work.ts';

export interface Picked {
	readonly caller: Caller;
	readonly job: Job;
}

export interface SliceQueueOptions {
	readonly sliceMs: number;
	/** Of all that is suspended, beside the first. */
	readonly heldBytesMax: number;
}

export interface SliceQueue {
	/** Jobs that wait or are suspended. */
	count(): number;
	/** Callers that have some, the one that was served longest ago first. */
	callers(): readonly Caller[];
	/** Puts a new job behind those of its caller. */
	wait(caller: Caller, job: Job): void;
	/** Keeps a job that was begun, or gives it up where it cannot be held; then it is the first that waits. */
	suspend(caller: Caller, job: Job): void;
	/** Takes the next job out, and puts its caller behind the others where it has more. */
	takeNext(atMs: number): Picked | undefined;
	/** Takes a job out of what its caller has. */
	take(caller: Caller, job: Job): void;
	/** Whether a caller would be picked before all that wait. */
	hasHadLeast(caller: Caller, atMs: number): boolean;
}

/** Of one caller: more would only hold memory. */
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

	/** In turns what waits and what is suspended, so that short work is not behind long work of the same caller either. */
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
			// Of a caller whose work is long as a rule, the next is long as well: to begin it would be in vain.
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

/** What all suspended jobs hold; one of them may be larger than all may be together. */
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
