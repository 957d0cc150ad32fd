/** What have callers computed for lately, and which of them has had least? */
import type { Job } from './sliced-work.ts';

export interface Caller {
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
const callersMax = 10_000;

/** The callers by their names; those without work are forgotten when there are too many. */
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
 * Callers are served by their ranks, the lowest first. By what they have computed alone, a caller with short searches now
 * and then would be behind all that callers want who were never seen before.
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

/** Notes that it has computed for `tookMs` more. */
export function charge(caller: Caller, tookMs: number, atMs: number): void {
	caller.spentMs = toSpentMs(caller, atMs) + tookMs;
	caller.spentAtMs = atMs;
}

/** Notes what a piece of its work took in all. */
export function noteCost(caller: Caller, spentMs: number): void {
	caller.averageMs += (spentMs - caller.averageMs) / 8;
}
