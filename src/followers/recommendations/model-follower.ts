/**
 * Who makes the models follow the log of events? One loop for all search engines of a zone:
 *
 *     look      read the next events of the zone's log, give each to its search engine's model
 *     build     a model that is not in memory comes from its file, or from nothing, and reads what it missed
 *     save      what changed some time ago goes to disk, with how far it is
 *     clean     models of search engines that are gone go too
 *     evict     what was not asked for the longest time leaves the memory when it is too full
 *
 * A model is *live* when it has all events that the loop has looked at; until then it is *building*, and the live one of
 * before, if there is one, answers. An engine that nobody asks about costs nothing where memory is short: its events stay
 * in the log until somebody does.
 *
 * After an erasure a model has what must be forgotten: its file goes at once, and it is built again from what is left.
 */
import { join } from 'node:path';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { type EventKind, erasureKind } from '../../domain/event/shopper-event.ts';
import { comparePositions, estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import { toAllBytes } from '../../lib/shared-bytes.ts';
import { toError } from '../../lib/thrown.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { RecommenderState } from '../../ports/recommender.ts';
import { createEngineModel, isModelKind, modelKinds, restoreEngineModel } from '../../recommend/engine-model.ts';
import { SnapshotError } from '../../recommend/snapshot-bytes.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';
import { createModelSaver } from './model-saver.ts';
import type { RecommenderLimits } from './recommender-limits.ts';
import { createResidentModels, type FollowingModel, type ResidentModel } from './resident-models.ts';
import { parseSavedModel, readModelName, toModelName } from './saved-model.ts';

/** Things to be logged. `rebuilding`: a file could not be believed. `obstacle`: see `OnObstacle`. */
export type RecommenderEvent =
	| { readonly kind: 'obstacle'; readonly path: string }
	| { readonly kind: 'rebuilding'; readonly hashid: string; readonly problem: string }
	| { readonly kind: 'failed'; readonly hashid: string | undefined; readonly error: Error };

export interface FollowedStore {
	readonly events: Pick<EventRepository, 'log'>;
	hasEngine(hashid: string): Promise<boolean>;
}

export interface FollowerOptions {
	readonly store: FollowedStore;
	readonly files: DurableFiles;
	/** Of the models, one file in it for each search engine. */
	readonly directory: string;
	readonly limits: RecommenderLimits;
	readonly monotonicMs: () => number;
	readonly onEvent: (event: RecommenderEvent) => void;
}

export interface ModelFollower {
	/** The model that answers for a search engine; undefined when there is none in memory yet. O(1). */
	find(hashid: string): FollowingModel | undefined;
	/** Has the model brought into memory; undefined when it cannot be. After `patienceMs` it may be one that is behind. */
	wait(hashid: string, answer: (model: FollowingModel | undefined) => void): void;
	readState(): Promise<RecommenderState>;
	/** Resolves when all models that are in memory were built again. */
	rebuild(): Promise<void>;
	/** Saves what is not saved, then ends. */
	stop(): Promise<void>;
}

/** About a millisecond of work: questions are answered in between. */
const piece = 100;
const followedKinds: readonly EventKind[] = [...modelKinds, erasureKind];
/** Events bring models into memory up to here; the rest is for those that somebody asks for. */
const openShareMax = 0.8;
const cleanCountMax = 200;

export function startModelFollower(options: FollowerOptions): ModelFollower {
	const { store, files, directory, limits, monotonicMs, onEvent } = options;
	const residents = createResidentModels();
	const saver = createModelSaver({ files, directory, limits, monotonicMs, onFailure: fail });
	/** Search engines whose models are to be worked on, in turn. */
	const queue = new Set<string>();
	const retryAtMs = new Map<string, number>();
	const rebuilds: { hashids: string[]; readonly done: PromiseWithResolvers<void> }[] = [];
	let position = startPosition;
	const feed = store.events.log({ kinds: followedKinds });
	let wake = Promise.withResolvers<void>();
	let isStopping = false;
	let nextCleanMs = 0;
	let uncleaned: string[] = [];

	function fail(error: unknown, hashid?: string): void {
		onEvent({ kind: 'failed', hashid, error: toError(error) });
	}

	// — the log —

	/** @returns whether there may be more. */
	async function look(): Promise<boolean> {
		const batch = await feed.read(position, piece);
		const changed = new Set<ResidentModel>();
		for (const event of batch.changes) {
			const resident = residents.get(event.hashid);
			// Only then is it done with: until all that must be forgotten is, the models are behind.
			if (event.kind === erasureKind) await forget(event);
			position = event.position;
			if (!isModelKind(event.kind)) continue;
			if (resident?.live !== undefined) {
				resident.live.model.apply(event);
				changed.add(resident);
			} else if (resident === undefined && residents.byteCount < limits.residentBytesMax * openShareMax) {
				open(event.hashid);
			}
		}
		// Those behind the last that concerns the models are done with too.
		position = batch.position;
		for (const resident of changed) noteChange(resident);
		return !batch.isEnd;
	}

	function noteChange(resident: ResidentModel): void {
		resident.unsavedSinceMs ??= monotonicMs();
		residents.measure(resident);
	}

	/** What was made of an engine's events before this one has to go; a model that was begun since knows nothing of it. */
	async function forget({ hashid, position: erasedAt }: LoggedEvent): Promise<void> {
		await saver.settle();
		await files.remove(join(directory, toModelName(hashid)));
		const resident = residents.get(hashid);
		if (resident === undefined) return;
		if (resident.live !== undefined && isBefore(resident.live.erasedUpTo, erasedAt)) resident.isTainted = true;
		const newest = resident.building ?? resident.live;
		if (newest === undefined || isBefore(newest.erasedUpTo, erasedAt)) await startOver(resident);
	}

	// — building —

	function open(hashid: string): ResidentModel {
		const resident = residents.get(hashid) ?? residents.add(hashid);
		if (resident.live === undefined) queue.add(hashid);
		return resident;
	}

	async function startOver(resident: ResidentModel): Promise<void> {
		const erasedUpTo = await feed.readEnd();
		resident.building = { model: createEngineModel(limits.engine), position: startPosition, erasedUpTo };
		queue.add(resident.hashid);
		residents.measure(resident);
	}

	async function load(resident: ResidentModel): Promise<void> {
		const { hashid } = resident;
		try {
			const bytes = await files.read(join(directory, toModelName(hashid)));
			if (bytes === undefined) return await startOver(resident);
			const saved = parseSavedModel(hashid, toAllBytes(bytes));
			if (isBefore(position, saved.position)) throw new SnapshotError('it has seen events that the store has not');
			const model = restoreEngineModel(limits.engine, saved.parts);
			resident.building = { model, position: saved.position, erasedUpTo: saved.position };
			residents.measure(resident);
		} catch (error) {
			if (!(error instanceof SnapshotError)) throw error;
			onEvent({ kind: 'rebuilding', hashid, problem: error.message });
			await startOver(resident);
		}
	}

	async function takeTurn(hashid: string): Promise<void> {
		const resident = residents.get(hashid);
		if (resident === undefined || (resident.building === undefined && resident.live !== undefined)) return;
		if (resident.building === undefined) await load(resident);
		if (resident.building !== undefined) await readMissed(resident, resident.building);
	}

	/** Gives the model the next events that it has not; once it has all up to the loop's own place in the log, it is live. */
	async function readMissed(resident: ResidentModel, building: FollowingModel): Promise<void> {
		const { hashid } = resident;
		const upTo = position;
		const batch = await store.events.log({ hashid, kinds: followedKinds }).read(building.position, piece);
		const events = batch.changes.filter((event) => !isBefore(upTo, event.position));
		for (const event of events) {
			if (event.kind === erasureKind && isBefore(building.erasedUpTo, event.position)) return startOver(resident);
			building.model.apply(event);
		}
		const isThrough = batch.isEnd || events.length < batch.changes.length;
		building.position = isThrough ? upTo : batch.position;
		if (events.length > 0) noteChange(resident);
		if (isThrough) makeLive(resident, building);
		else queue.add(hashid);
	}

	function makeLive(resident: ResidentModel, building: FollowingModel): void {
		resident.live = building;
		resident.building = undefined;
		resident.isTainted = false;
		residents.measure(resident);
		for (const { answer } of resident.waiting.splice(0)) answer(building);
	}

	/** Takes the next turn of the engine that waited longest. @returns whether there was one. */
	async function build(): Promise<boolean> {
		for (const hashid of queue) {
			if ((retryAtMs.get(hashid) ?? 0) > monotonicMs()) continue;
			queue.delete(hashid);
			retryAtMs.delete(hashid);
			try {
				await takeTurn(hashid);
			} catch (error) {
				fail(error, hashid);
				retryAtMs.set(hashid, monotonicMs() + limits.retryDelayMs);
				queue.add(hashid);
			}
			return true;
		}
		return false;
	}

	/** Questions that waited long enough are answered by a model that is still behind. */
	function answerImpatient(): boolean {
		let isWaiting = false;
		for (const hashid of queue) {
			const resident = residents.get(hashid);
			if (resident === undefined || resident.waiting.length === 0) continue;
			isWaiting = true;
			const { building, waiting } = resident;
			while (
				building !== undefined &&
				(waiting[0]?.sinceMs ?? Number.POSITIVE_INFINITY) + limits.patienceMs <= monotonicMs()
			) {
				waiting.shift()?.answer(building);
			}
		}
		return isWaiting;
	}

	async function rebuildNext(): Promise<void> {
		const [rebuild] = rebuilds;
		if (rebuild === undefined) return;
		const [current] = rebuild.hashids;
		if (current !== undefined && residents.get(current)?.building !== undefined) return;
		rebuild.hashids = rebuild.hashids.slice(1);
		const next = residents.get(rebuild.hashids[0] ?? '');
		if (next !== undefined) await startOver(next);
		else if (rebuild.hashids.length === 0) rebuilds.shift()?.done.resolve();
	}

	// — memory and disk —

	function drop(hashid: string): void {
		for (const { answer } of residents.get(hashid)?.waiting ?? []) answer(undefined);
		residents.remove(hashid);
		queue.delete(hashid);
		retryAtMs.delete(hashid);
	}

	async function evict(): Promise<void> {
		for (const resident of residents.list()) {
			// The last one is in use, whatever its size.
			if (residents.byteCount <= limits.residentBytesMax || residents.count === 1) return;
			if (resident.live === undefined || resident.building !== undefined || resident.isSaving) continue;
			if (resident.unsavedSinceMs === undefined) drop(resident.hashid);
			else if (!saver.isBusy()) await saver.start(resident, position);
		}
	}

	/** Some of the models and files at a time. */
	async function clean(): Promise<void> {
		if (uncleaned.length === 0) {
			nextCleanMs = monotonicMs() + limits.cleanIntervalMs;
			const ofFiles = (await files.list(directory)).flatMap((name) => readModelName(name) ?? []);
			uncleaned = [...new Set([...ofFiles, ...residents.list().map(({ hashid }) => hashid)])];
		}
		for (const hashid of uncleaned.splice(0, cleanCountMax)) {
			if (await store.hasEngine(hashid)) continue;
			drop(hashid);
			await saver.settle();
			await files.remove(join(directory, toModelName(hashid)));
		}
	}

	// — the loop —

	async function work(): Promise<void> {
		const hasRead = await look();
		const hasBuilt = await build();
		const isWaiting = answerImpatient();
		await rebuildNext();
		await saver.startDue(residents.list(), position);
		await evict();
		if (monotonicMs() >= nextCleanMs || uncleaned.length > 0) await clean();
		if (hasRead || hasBuilt || rebuilds.length > 0) return giveWay();
		return pause(isWaiting ? 1 : limits.lookIntervalMs);
	}

	function pause(delayMs: number): Promise<void> {
		wake = Promise.withResolvers<void>();
		const timer = setTimeout(wake.resolve, delayMs);
		return wake.promise.finally(() => clearTimeout(timer));
	}

	async function run(): Promise<void> {
		// A save would remove them too, but not every start has one.
		await files.removeObstacles(directory, (name) => readModelName(name) !== undefined).catch((error) => fail(error));
		position = await feed.readEnd();
		while (!isStopping) {
			try {
				await work();
			} catch (error) {
				fail(error);
				await pause(limits.retryDelayMs);
			}
		}
	}

	const ended = run();
	return {
		find(hashid) {
			const resident = residents.get(hashid);
			if (resident?.live === undefined) return undefined;
			residents.touch(resident);
			return resident.live;
		},
		wait(hashid, answer) {
			open(hashid).waiting.push({ sinceMs: monotonicMs(), answer });
			wake.resolve();
		},
		async readState() {
			const list = residents.list();
			const behind = list.flatMap(({ building }) => building?.position ?? []);
			const seen = behind.reduce((first, other) => (isBefore(other, first) ? other : first), position);
			const nowMs = monotonicMs();
			const unsavedSinceMs = Math.min(...list.map((resident) => resident.unsavedSinceMs ?? nowMs), nowMs);
			return {
				position: seen,
				behindCount: estimateCount(seen, await feed.readEnd()),
				modelCount: list.length,
				memoryBytes: residents.byteCount,
				snapshotAgeMs: nowMs - unsavedSinceMs,
			};
		},
		async rebuild() {
			const done = Promise.withResolvers<void>();
			const all = residents.list();
			for (const resident of all) resident.isTainted = true;
			await saver.settle();
			for (const name of await files.list(directory)) await files.remove(join(directory, name));
			rebuilds.push({ hashids: ['', ...all.map(({ hashid }) => hashid)], done });
			wake.resolve();
			await done.promise;
		},
		async stop() {
			isStopping = true;
			wake.resolve();
			await ended;
			for (const { done } of rebuilds) done.reject(new Error('the recommender was stopped'));
			await saver.saveAll(residents.list(), position);
		},
	};
}

function isBefore(a: Position, b: Position): boolean {
	return comparePositions(a, b) < 0;
}

/** Lets messages in between two turns. */
function giveWay(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
