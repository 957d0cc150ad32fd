/**
 * Group commit: calls of one unit that wait together are one run of the unit, with one commit and one wait for the disk.
 *
 *     calls    a b   c d e   f                   g
 *     groups        [a b ──► commit] [c d e f ──► commit] [g ──► commit]
 *
 * Calls that may go together are of one lane (`GroupedWork.lane`). A lane has one group at a time, and what comes meanwhile
 * is the next one: so a call that is alone does not wait for company, and the more calls there are, the less each costs. Two
 * groups at a time on two connections were slower: the second waited for the first one's disk or lock, with calls that then
 * had a third to wait for.
 *
 * A group with a shortcut can be followed by another on its connection. The second is sent while the first runs, as soon as
 * it has as many calls, so that the database has no pause between them, and groups do not become smaller:
 *
 *     calls    a b   c d      e f
 *     groups        [a b ──► commit]
 *                       [c d ··········──► commit]
 *                                      [e f ······──► commit]
 *
 * When a group fails by one of its statements, each call runs by itself, so that only the guilty fail. What keeps the
 * database from working, or is not known to have been committed, concerns all of them.
 */
import { setImmediate } from 'node:timers/promises';
import { FailureError, fail } from '../../lib/failure.ts';
import { carryTrace, continueTrace, isTracing, type TraceCarrier, traceCall } from '../../lib/tracing.ts';
import type { GroupedWork } from '../../ports/unit-of-work.ts';
import type { SqlUnit, Transaction } from '../sql/unit-of-work.ts';

/** Calls of it may be run together. */
interface GroupedUnit<Args extends readonly unknown[], Result> extends SqlUnit<Args, Result> {
	readonly grouped: GroupedWork<Transaction, Args, Result>;
}

/** Runs the work in a transaction; it is one statement if the unit is. */
type RunWork = <Result>(
	unit: { readonly isOneStatement: boolean },
	work: (tx: Transaction) => Promise<Result>,
) => Promise<Result>;

/** For the calls of a lane that wait for its next group. */
export interface GroupLimits {
	/** Calls beyond this many are refused. */
	readonly waitersMax: number;
	/** Calls that waited longer are refused. */
	readonly waitMsMax: number;
}

/**
 * Another way to run the calls of one unit: in fewer round trips. Undefined, at once or after having changed nothing, where
 * it does not apply. It takes the arguments of the calls and the name of their lane, and answers with their results. It may
 * be taken for a second group of the lane while the first is on it.
 */
export type Shortcut = (calls: never, lane: string) => Promise<readonly unknown[] | undefined> | undefined;

interface GroupCommitOptions extends GroupLimits {
	readonly run: RunWork;
	/** By the names of their units. */
	readonly shortcuts: ReadonlyMap<string, Shortcut>;
}

interface GroupCommit {
	/** Rejects as the unit would, and with `overloaded` when too many calls wait, or this one has waited for too long. */
	run<Args extends readonly unknown[], Result>(unit: GroupedUnit<Args, Result>, args: Args): Promise<Result>;
	/** Resolves when no call waits or runs. */
	drain(): Promise<void>;
}

interface WaitingCall<Args, Result> {
	readonly args: Args;
	readonly sinceMs: number;
	readonly done: PromiseWithResolvers<Result>;
	/** What it is part of, if that is traced. */
	readonly trace: TraceCarrier | undefined;
}

interface RunningGroup {
	readonly callCount: number;
	/** Another may follow it on its connection. */
	isOnShortcut: boolean;
	ended: Promise<void>;
}

interface LaneState {
	readonly waiting: readonly unknown[];
	/** In the order in which they were sent. */
	readonly running: readonly RunningGroup[];
}

interface Lane<Args extends readonly unknown[], Result> extends LaneState {
	readonly unit: GroupedUnit<Args, Result>;
	waiting: WaitingCall<Args, Result>[];
	running: RunningGroup[];
}

const callsMax = 512;
/** As `GroupedWork.size` counts them: some 2,000 items. */
const bytesMax = 2 * 1024 * 1024;

export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
	/** Those that have something to do. Which unit a lane is of, its name tells. */
	const lanes = new Map<string, unknown>();
	const working = new Set<Promise<void>>();

	function advance<Args extends readonly unknown[], Result>(name: string, lane: Lane<Args, Result>): void {
		while (isNextDue(lane)) startGroup(name, lane, takeGroup(lane, options.waitMsMax));
		if (lane.running.length === 0) lanes.delete(name);
	}

	function startGroup<Args extends readonly unknown[], Result>(
		name: string,
		lane: Lane<Args, Result>,
		group: readonly WaitingCall<Args, Result>[],
	): void {
		if (group.length === 0) return;
		const before = Promise.all(lane.running.map(({ ended }) => ended));
		const running = { callCount: group.length, isOnShortcut: false, ended: Promise.resolve() };
		lane.running.push(running);
		const work = { name, unit: lane.unit, group, running, before };
		running.ended = traceGroup(work, () => runGroup(work, options)).then(() => {
			lane.running = lane.running.filter((each) => each !== running);
			advance(name, lane);
		});
		keepUntilEnded(running.ended);
	}

	function keepUntilEnded(work: Promise<void>): void {
		const kept = work.finally(() => working.delete(kept));
		working.add(kept);
	}

	return {
		async run<Args extends readonly unknown[], Result>(unit: GroupedUnit<Args, Result>, args: Args): Promise<Result> {
			const name = `${unit.name} ${unit.grouped.lane(...args)}`;
			const busy = lanes.get(name) as Lane<Args, Result> | undefined;
			const lane = busy ?? { unit, waiting: [], running: [] };
			if (lane.waiting.length >= options.waitersMax) throw new FailureError(fail('overloaded').failure);
			const done = Promise.withResolvers<Result>();
			lane.waiting.push({ args, sinceMs: performance.now(), done, trace: carryTrace() });
			if (busy === undefined) {
				lanes.set(name, lane);
				// Calls of the same turn of the event loop are in the first group already.
				keepUntilEnded(setImmediate().then(() => advance(name, lane)));
			} else if (lane.running.length > 0) advance(name, lane);
			return done.promise;
		},
		async drain() {
			while (working.size > 0) await Promise.all(working);
		},
	};
}

/** Whether the calls that wait are to be sent, as far as they fit into one group. */
function isNextDue({ waiting, running }: LaneState): boolean {
	const [first, second] = running;
	if (waiting.length === 0 || first === undefined) return waiting.length > 0;
	return second === undefined && first.isOnShortcut && waiting.length >= first.callCount;
}

/** The calls that came first, as many as fit, and one at least; those that waited too long are refused. */
function takeGroup<Args extends readonly unknown[], Result>(
	lane: Lane<Args, Result>,
	waitMsMax: number,
): WaitingCall<Args, Result>[] {
	const oldestMs = performance.now() - waitMsMax;
	const group: WaitingCall<Args, Result>[] = [];
	let byteCount = 0;
	let takenCount = 0;
	for (const call of lane.waiting) {
		byteCount += lane.unit.grouped.size(...call.args);
		if (group.length >= callsMax || (group.length > 0 && byteCount > bytesMax)) break;
		takenCount += 1;
		if (call.sinceMs < oldestMs) call.done.reject(new FailureError(fail('overloaded').failure));
		else group.push(call);
	}
	lane.waiting = lane.waiting.slice(takenCount);
	return group;
}

interface GroupRun<Args extends readonly unknown[], Result> {
	/** Of the lane. */
	readonly name: string;
	readonly unit: GroupedUnit<Args, Result>;
	/** One call at least. */
	readonly group: readonly WaitingCall<Args, Result>[];
	readonly running: RunningGroup;
	/** The end of the groups that were sent earlier: what has no shortcut waits for them. */
	readonly before: Promise<unknown>;
}

/** Part of the first call that is traced, with links to the others. */
function traceGroup<Args extends readonly unknown[], Result>(
	{ unit, group }: GroupRun<Args, Result>,
	work: () => Promise<void>,
): Promise<void> {
	if (!isTracing()) return work();
	const [parent, ...links] = group.flatMap(({ trace }) => (trace === undefined ? [] : [trace]));
	if (parent === undefined) return continueTrace(undefined, work);
	return traceCall({ name: unit.name, parent, links, attributes: { 'vitrine.calls': group.length } }, work);
}

/** Never rejects: what goes wrong is what the callers get. */
async function runGroup<Args extends readonly unknown[], Result>(
	work: GroupRun<Args, Result>,
	options: GroupCommitOptions,
): Promise<void> {
	const { unit, group, before } = work;
	try {
		const results = await runTogether(work, options);
		if (results !== undefined) {
			for (const [at, { done }] of group.entries()) done.resolve(results[at] as Result);
			return;
		}
	} catch (error) {
		if (error instanceof FailureError) {
			for (const { done } of group) done.reject(error);
			return;
		}
	}
	await before;
	for (const { args, done } of group) {
		await options.run(unit, (tx) => unit.work(tx, ...args)).then(done.resolve, done.reject);
	}
}

/** @returns undefined for a call that is alone and has no shortcut. */
async function runTogether<Args extends readonly unknown[], Result>(
	{ name, unit, group, running, before }: GroupRun<Args, Result>,
	{ run, shortcuts }: GroupCommitOptions,
): Promise<readonly Result[] | undefined> {
	const calls = group.map(({ args }) => args);
	// Types are lost in the table of shortcuts: each is for the unit whose name it has.
	const answer = shortcuts.get(unit.name)?.(calls as never, name);
	running.isOnShortcut = answer !== undefined;
	try {
		const results = await answer;
		if (results !== undefined) return results as readonly Result[];
	} finally {
		running.isOnShortcut = false;
	}
	await before;
	return calls.length > 1 ? run(unit, (tx) => unit.grouped.work(tx, calls)) : undefined;
}
