/**
 * Has the indexer follow the search engines that its node is asked for (`asked-engines.ts`), and leave the others:
 *
 *     lapsed ─► memory ─► `unfollowedPosition` is noted in the store ─► files and texts are removed
 *     asked  ─► the start of the log is noted ─► a snapshot is taken, or the index is built, as for a new one
 *
 * What is noted in the store follows from what this node knows. So after a crash, or a loss of the store, it is noted again.
 */
import { join } from 'node:path';
import { startPosition, unfollowedPosition } from '../../domain/log/position.ts';
import { toError } from '../../lib/thrown.ts';
import type { AskedEngine } from '../../ports/call-repository.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { askedFileName, type EngineDemand } from './asked-engines.ts';
import { generationNamePattern } from './clean-generations.ts';
import type { IndexerState } from './indexer-state.ts';
import { removeIndex } from './saved-index.ts';
import { listGenerations } from './survey-indexes.ts';

/** Of all calls, those for engines that a new node builds when it is asked for them. */
const laterShareMax = 1 / 10;
/** What is noted of them is committed together. */
const atOnceMax = 100;

/** To be called first. @param all generations of the store */
export async function beginDemand({ demand, options }: IndexerState, all: readonly GenerationState[]): Promise<void> {
	const { files, directory } = options;
	// What was noted would not be true any more if the node came to follow only what it is asked for again.
	if (demand === undefined) return files.remove(join(directory, askedFileName));
	const hashids = [...new Set(all.map(({ hashid }) => hashid))];
	await demand.engines.begin(hashids, async () => {
		// Of an earlier version, which followed all engines.
		const hasIndexes = (await files.list(directory)).some((name) => generationNamePattern.test(name));
		const calls = hasIndexes ? [] : await demand.listCalls();
		// Of a new installation nobody has asked for anything yet.
		return calls.length === 0 ? hashids : chooseMostAsked(calls);
	});
	// The next start would take what this one leaves there for that of an earlier version.
	await demand.engines.saveDue(async () => hashids);
}

/** Those that most calls are for: a new node is ready when it can answer these. */
export function chooseMostAsked(calls: readonly AskedEngine[]): readonly string[] {
	const sorted = calls.toSorted((a, b) => b.callCount - a.callCount);
	let left = sorted.reduce((sum, { callCount }) => sum + callCount, 0);
	const endCount = left * laterShareMax;
	const chosen: string[] = [];
	for (const { hashid, callCount } of sorted) {
		if (left <= endCount) break;
		chosen.push(hashid);
		left -= callCount;
	}
	return chosen;
}

/** Those that are followed, each noted in the store as what it is. @param all generations, as the store has them */
export async function adoptFollowed(
	state: IndexerState,
	all: readonly GenerationState[],
): Promise<readonly GenerationState[]> {
	const { options } = state;
	const hasLeft = all.some(({ followed }) => followed === unfollowedPosition);
	const names = new Set(hasLeft ? await options.files.list(options.directory) : []);
	const followed: GenerationState[] = [];
	const lapsed: GenerationState[] = [];
	const returning: GenerationState[] = [];
	for (const generation of all) {
		const isLeft = generation.followed === unfollowedPosition;
		// A crash may have come between what is noted and what is removed.
		const isThere = !isLeft || names.has(String(generation.generationId));
		if (!isFollowed(state, generation)) {
			if (isThere) lapsed.push(generation);
			// One in memory goes back by itself, see `compare-past.ts`.
		} else if (!isLeft || state.follower.streams.get(generation.generationId) !== undefined) followed.push(generation);
		else returning.push(generation);
	}
	reportFailure(state, await leaveLapsed(state, lapsed));
	// Somebody has asked for them meanwhile.
	followed.push(...lapsed.filter((generation) => isFollowed(state, generation)));
	for (let from = 0; from < returning.length; from += atOnceMax) {
		const batch = returning.slice(from, from + atOnceMax);
		const returned = await Promise.all(batch.map((generation) => returnNow(state, generation)));
		followed.push(...returned.filter((generation) => generation !== undefined));
	}
	return followed;
}

/** Nothing of it is on disk then. Undefined: that failed, and is tried again when somebody asks. */
async function returnNow(state: IndexerState, generation: GenerationState): Promise<GenerationState | undefined> {
	const { demand, options } = state;
	const { generationId, hashid } = generation;
	try {
		await beforeOpening(state, hashid, () => noteStart(state, generation));
		return { ...generation, followed: null };
	} catch (error) {
		if (demand === undefined) throw error;
		demand.engines.lapse(hashid);
		options.onEvent({ kind: 'failed', generationId, error: toError(error) });
		return undefined;
	}
}

export function isFollowed({ demand }: IndexerState, { hashid }: Pick<GenerationState, 'hashid'>): boolean {
	return demand === undefined || demand.engines.isFollowed(hashid);
}

/** Has the indexes of an engine followed again, if they were left. Rejects when the store does. */
export async function noteAsked(state: IndexerState, hashid: string): Promise<void> {
	const { demand, follower } = state;
	if (demand === undefined) return;
	// Before this it is not known which engines are followed.
	await follower.begun;
	if (demand.engines.note(hashid)) await beforeOpening(state, hashid, () => followAgain(state, demand, hashid));
	else await demand.returning.get(hashid);
}

/** Resolves when an engine that is asked for again is noted as such: before that its indexes may still be on their way out. */
export async function whenReturned({ demand }: IndexerState, hashid: string): Promise<void> {
	await demand?.returning.get(hashid)?.catch(() => undefined);
}

/** Whoever asks for the engine waits for it. */
async function beforeOpening({ demand }: IndexerState, hashid: string, work: () => Promise<void>): Promise<void> {
	const before = demand?.returning.get(hashid);
	const returning = (async () => {
		await before?.catch(() => undefined);
		await work();
	})();
	demand?.returning.set(hashid, returning);
	try {
		await returning;
	} finally {
		if (demand?.returning.get(hashid) === returning) demand.returning.delete(hashid);
	}
}

async function followAgain(state: IndexerState, demand: EngineDemand, hashid: string): Promise<void> {
	try {
		// What is being left now is followed again afterwards.
		await demand.leaving;
		for (const generation of await listOfEngine(state, hashid)) {
			if (generation.followed === unfollowedPosition) await noteStart(state, generation);
		}
		state.follower.hint();
	} catch (error) {
		demand.engines.lapse(hashid);
		throw error;
	}
}

async function noteStart(state: IndexerState, generation: GenerationState): Promise<void> {
	const { options, opener, follower, texts, progress } = state;
	const { generationId } = generation;
	if (isInUse(state, generation) || follower.streams.get(generationId) !== undefined) return;
	texts?.forget(generationId);
	// What a crash may have left of it was not followed meanwhile.
	await removeIndex(options.files, opener.toDirectory(generationId));
	await options.store.items.moveFollower(generationId, options.follower, startPosition);
	// A snapshot is not searched before it has what was written since.
	progress.begin([generation]);
}

/** Leaves the engines that nobody has asked for. To be called from time to time. Rejects when the store does. */
export async function leaveUnasked(state: IndexerState): Promise<void> {
	const { demand, follower, options } = state;
	if (demand === undefined) return;
	await follower.begun;
	const listExisting = async () => (await listGenerations(options)).map(({ hashid }) => hashid);
	const due = demand.engines.lapseDue();
	// First: after a crash the rest of them are left by the next start.
	await demand.engines.saveDue(listExisting);
	for (let from = 0; from < due.length && !follower.isStopping(); from += atOnceMax) {
		await leaveEngines(state, demand, due.slice(from, from + atOnceMax));
	}
	if (due.length > 0) options.onEvent({ kind: 'left', engineCount: due.length });
}

async function leaveEngines(state: IndexerState, { engines }: EngineDemand, hashids: readonly string[]): Promise<void> {
	const found = await Promise.all(hashids.map((hashid) => listOfEngine(state, hashid)));
	const failures = await leaveLapsed(state, found.flat());
	reportFailure(state, failures);
	const failed = new Set(failures.map(({ generation }) => generation.hashid));
	for (const [at, hashid] of hashids.entries()) {
		if (found[at]?.length === 0) engines.forget(hashid);
		else if (!engines.isFollowed(hashid) && !failed.has(hashid)) engines.noteLeft(hashid);
	}
}

/** What is wrong with the store or the disk is the same for all of them. */
function reportFailure({ options }: IndexerState, [first]: readonly LeavingFailure[]): void {
	if (first === undefined) return;
	const { generationId } = first.generation;
	options.onEvent({ kind: 'failed', generationId, error: toError(first.error) });
}

export interface LeavingFailure {
	readonly generation: GenerationState;
	readonly error: unknown;
}

/**
 * Leaves generations of engines that have lapsed, unless somebody asks for them meanwhile.
 * @returns what failed, which is tried again when the engines that lapsed are left
 */
export async function leaveLapsed(
	state: IndexerState,
	generations: readonly GenerationState[],
): Promise<readonly LeavingFailure[]> {
	const { demand } = state;
	const failures: LeavingFailure[] = [];
	if (demand === undefined || generations.length === 0) return failures;
	const before = demand.leaving;
	const leaving = (async () => {
		await before;
		for (let from = 0; from < generations.length; from += atOnceMax) {
			const batch = generations.slice(from, from + atOnceMax);
			for (const generation of batch) if (isInUse(state, generation)) demand.engines.note(generation.hashid);
			const lapsed = batch.filter((generation) => !isFollowed(state, generation));
			await Promise.all(
				lapsed.map((generation) =>
					leave(state, generation).catch((error) => {
						failures.push({ generation, error });
						if (!isFollowed(state, generation)) demand.engines.lapse(generation.hashid);
					}),
				),
			);
		}
	})();
	demand.leaving = leaving;
	await leaving;
	return failures;
}

function isInUse({ waiters, opening, snapshots }: IndexerState, { generationId }: GenerationState): boolean {
	return waiters.has(generationId) || opening.has(generationId) || snapshots?.isTaking(generationId) === true;
}

async function leave(
	{ options, follower, texts, opener, snapshots }: IndexerState,
	{ generationId }: GenerationState,
): Promise<void> {
	follower.close(generationId);
	// First: from then on nothing says whether they are those of the store.
	texts?.forget(generationId);
	// A running save would note another position.
	await follower.checkpoints.whenWritten(generationId);
	await options.store.items.moveFollower(generationId, options.follower, unfollowedPosition);
	await removeIndex(options.files, opener.toDirectory(generationId));
	snapshots?.allowAgain(generationId);
}

async function listOfEngine({ options }: IndexerState, hashid: string): Promise<readonly GenerationState[]> {
	const { store, follower } = options;
	// In this order one that goes live meanwhile is seen.
	const temporary = await store.generations.listOfSearchEngine(hashid, 'temporary', follower);
	const live = await store.generations.listOfSearchEngine(hashid, 'live', follower);
	const liveIds = new Set(live.map(({ generationId }) => generationId));
	return [...temporary.filter(({ generationId }) => !liveIds.has(generationId)), ...live];
}
