/** How much have callers computed recently, and which of them has had least? */
import type { Job } from './sliced-work.ts';

export interface Caller {
	readonly waiting: Job[];
	readonly suspended: Job[];
	/** The time it has computed, as of `spentAtMs`; halved every `halfLifeMs`. */
	spentMs: number;
	spentAtMs: number;
	/** The average time of a job. */
	averageMs: number;
	isWaitingNext: boolean;
}

const halfLifeMs = 2_000;
/**
 * A caller that has recently computed for less than this, about 7 % of the thread, and has no long work comes before
 * all others.
 */
const lightMs = 200;
const callersMax = 10_000;

/** The callers by name; those without work are removed when there are too many. */
export function createCallerTable(): { open(name: string, atMs: number): Caller } {
	const callers = new Map<string, Caller>();

	function forgetIdle(): void {
		for (const [name, caller] of callers) if (!hasWork(caller)) callers.delete(name);
	}

	return {
		open(name, atMs) {
			const known = callers.get(name);
			if (known !== undefined) return known;
			if (callers.size >= callersMax) forgetIdle();
			const caller = createCaller(atMs);
			callers.set(name, caller);
			return caller;
		},
	};
}

function createCaller(atMs: number): Caller {
	return { waiting: [], suspended: [], spentMs: 0, spentAtMs: atMs, averageMs: 0, isWaitingNext: true };
}

export function hasWork({ waiting, suspended }: Caller): boolean {
	return waiting.length + suspended.length > 0;
}

/**
 * The rank of a caller; the lowest rank is served first. By computed time alone, a caller with occasional short
 * searches would come behind every caller that was never seen before.
 */
export function toRank(caller: Caller, sliceMs: number, atMs: number): number {
	const { waiting, suspended, averageMs } = caller;
	const spentMs = toSpentMs(caller, atMs);
	const hasLong = averageMs > sliceMs || suspended.length > 0 || waiting[0]?.isLong === true;
	return spentMs < lightMs && !hasLong ? spentMs - lightMs : spentMs;
}

function toSpentMs({ spentMs, spentAtMs }: Caller, atMs: number): number {
	return spentMs * 2 ** ((spentAtMs - atMs) / halfLifeMs);
}

/** Adds `tookMs` to the time that the caller has computed. */
export function charge(caller: Caller, tookMs: number, atMs: number): void {
	caller.spentMs = toSpentMs(caller, atMs) + tookMs;
	caller.spentAtMs = atMs;
}

/** Records the total time of one of its jobs. */
export function noteCost(caller: Caller, spentMs: number): void {
	caller.averageMs += (spentMs - caller.averageMs) / 8;
}
