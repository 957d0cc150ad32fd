/**
 * Keeps snapshots of the indexes of live items where all nodes can read them. Each is published by a node that has it on its own
 * disk, and by the same one again; one node at a time, under a lease.
 *
 *     first found ────────────────────────────────► published
 *     a tenth of its writes are new ── 5 minutes ──► again
 *     any are new ── an hour ──────────────────────► again
 *     again, but its publisher does not ── 15 minutes ──► by another node
 *     swapped in ── is another generation ─────────► published; the old one's objects are removed
 *
 * What no manifest names is removed once it was so for longer than a node may read. How long is not in the storage, so after
 * a restart it is counted anew.
 */
import { readdir } from 'node:fs/promises';
import {
	comparePositions,
	estimateCount,
	type Position,
	startPosition,
	unfollowedPosition,
} from '../../domain/log/position.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { Lease } from '../../ports/lease.ts';
import { type ObjectStorage, StorageError } from '../../ports/object-storage.ts';
import { indexVersion } from './index-manifest.ts';
import type { SnapshotMeasure } from './index-status.ts';
import { isUnpublished, publishSnapshot } from './publish-snapshot.ts';
import {
	parseSnapshot,
	type SnapshotManifest,
	snapshotFollower,
	snapshotManifestBytesMax,
	toSnapshotFolder,
} from './snapshot-manifest.ts';
import { isPublished } from './snapshot-taker.ts';
import { createSnapshotWaste, type SnapshotWaste } from './snapshot-waste.ts';
import { listGenerations } from './survey-indexes.ts';

export interface SnapshotPublisherOptions {
	readonly storage: ObjectStorage;
	/** Of all indexes of this node. */
	readonly directory: string;
	/** The name under which this node follows the store. */
	readonly publisher: string;
	readonly generations: Pick<GenerationRepository, 'listAll' | 'listIds' | 'listOfSearchEngine'>;
	/** Those of the job. */
	readonly items: Pick<ItemRepository, 'moveFollower'>;
	readonly lease: Lease;
	readonly readIdentity: () => Promise<string>;
	readonly nowMs: () => number;
	/** Rejects when its signal aborts. */
	readonly pause: (ms: number, value: undefined, options: { readonly signal: AbortSignal }) => Promise<unknown>;
	readonly onMeasure: (measure: SnapshotMeasure) => void;
	/** @param generationId undefined: of all of them */
	readonly onFailure: (error: unknown, generationId: number | undefined) => void;
	/** Between two looks at the store; for tests. */
	readonly pollIntervalMs?: number;
}

const pollIntervalMs = 5_000;
const readTimeoutMs = 30_000;
const againAfterMs = {
	muchChanged: 5 * 60 * 1000,
	changed: 60 * 60 * 1000,
	failed: 60 * 1000,
	started: 60 * 1000,
} as const;
const muchChangedShare = 1 / 10;
/** For how long the publisher of a snapshot may owe the next one: it is down, or does not have the index any more. */
export const takeoverMs = 15 * 60 * 1000;
/** A snapshot that nobody has renewed for as long keeps no tombstones any more. */
export const abandonedMs = 24 * 60 * 60 * 1000;
/** Of the time of a publication: what is read and sent is shared with searches. */
const shareMax = 1 / 2;

/** What this process knows of a snapshot. */
interface Published {
	/** When its publication began, or it was seen; -Infinity: there is none that this process could use. */
	readonly atMs: number;
	readonly publisher: string;
	/** Noted in the store by its publisher. */
	readonly followed: Position | null;
	/** Since when another node owes the next one. */
	readonly owedSinceMs?: number | undefined;
	readonly failedAtMs?: number;
}

interface PublisherState {
	readonly options: SnapshotPublisherOptions;
	readonly signal: AbortSignal;
	/** Of another store everything is found anew. */
	database: string;
	published: Map<number, Published>;
	/** Snapshots that lack writes, and since when. */
	owed: Map<number, { readonly followed: Position; readonly sinceMs: number }>;
	waste: SnapshotWaste;
}

/** The lease is taken by a step that has something to do. */
const noLease = { hold: async () => 0, release: async () => undefined };

/** Its `stop` waits for no storage. */
export function startSnapshotPublisher(given: SnapshotPublisherOptions): BackgroundLoop {
	const stopping = new AbortController();
	const { signal } = stopping;
	const options = { ...given, storage: bindStorage(given.storage, signal) };
	const state: PublisherState = {
		...{ options, signal, database: '', published: new Map(), owed: new Map() },
		waste: createWaste(options, signal),
	};
	const loop = startBackgroundLoop({
		step: () => step(state),
		...{ lease: noLease, busyPauseMs: 0, idlePauseMs: options.pollIntervalMs ?? pollIntervalMs },
		onFailure(error) {
			if (!signal.aborted) options.onFailure(error, undefined);
		},
		nowMs: options.nowMs,
	});
	return {
		async stop() {
			stopping.abort();
			await loop.stop();
		},
	};
}

/** What is under way when the signal aborts rejects. */
function bindStorage(storage: ObjectStorage, signal: AbortSignal): ObjectStorage {
	return {
		list: (prefix) => storage.list(prefix, signal),
		read: storage.read,
		write: (name, bytes) => storage.write(name, bytes, signal),
		remove: (name) => storage.remove(name, signal),
	};
}

function createWaste(options: SnapshotPublisherOptions, signal: AbortSignal): SnapshotWaste {
	return createSnapshotWaste({
		...options,
		async readNamed(folder) {
			const manifest = await readManifest(options, folder, signal);
			const chunks = manifest?.files.flatMap(({ chunks }) => chunks) ?? [];
			return new Set([...chunks, 'manifest'].map((name) => folder + name));
		},
	});
}

async function step(state: PublisherState): Promise<boolean> {
	const { options, signal, waste } = state;
	const database = await options.readIdentity();
	if (database !== state.database) {
		Object.assign(state, { database, published: new Map(), owed: new Map(), waste: createWaste(options, signal) });
	}
	if ((await listDue(state)).length === 0 && !waste.isDue()) return false;
	const fence = await options.lease.hold();
	if (fence === undefined) return false;
	const mayGoOn = async () => !signal.aborted && (await options.lease.hold()) === fence;
	try {
		// Another node may have been faster, and published what was listed before.
		for (const { generation, isOurs } of await listDue(state)) {
			if (!(await mayGoOn())) return false;
			if (!isOurs) await options.items.moveFollower(generation.generationId, snapshotFollower, unfollowedPosition);
			else if ((await find(state, generation)) && isDue(state, generation)) await publish(state, generation, mayGoOn);
		}
		await state.waste.removeDue(database, mayGoOn);
	} finally {
		await options.lease.release();
	}
	return false;
}

interface DueSnapshot {
	readonly generation: GenerationState;
	/** Whether this node publishes it; otherwise nobody does. */
	readonly isOurs: boolean;
}

/** Those on this node's disk that are to be published, and those that nobody publishes any more. */
async function listDue(state: PublisherState): Promise<readonly DueSnapshot[]> {
	const { options, published, signal } = state;
	const here = new Set(await readdir(options.directory).catch(() => []));
	const due: DueSnapshot[] = [];
	for (const generation of await listGenerations({ store: options, follower: snapshotFollower })) {
		const { generationId } = generation;
		if (!isPublished(generation)) continue;
		if (signal.aborted) break;
		const isLeft = isAbandoned(state, generation);
		const isHere = here.has(String(generationId));
		const isKnown = isHere && (published.has(generationId) || (await find(state, generation)));
		const isOurs = isKnown && isDue(state, generation);
		if (isOurs || isLeft) due.push({ generation, isOurs });
	}
	return due;
}

/**
 * Whether tombstones are kept for a snapshot that nobody has renewed for a day, because no node has the index any more. It
 * cannot be used then, until the index is published again.
 */
function isAbandoned({ options, owed }: PublisherState, { generationId, followed, end }: GenerationState): boolean {
	const nowMs = options.nowMs();
	const isOwed = !isUnpublished(followed) && comparePositions(followed, end) < 0;
	const known = owed.get(generationId);
	if (!isOwed) owed.delete(generationId);
	else if (known?.followed !== followed) owed.set(generationId, { followed, sinceMs: nowMs });
	else return nowMs - known.sinceMs >= abandonedMs;
	return false;
}

function isDue(state: PublisherState, generation: GenerationState): boolean {
	const { options, published } = state;
	const { generationId, followed } = generation;
	const known = published.get(generationId);
	if (known === undefined) return false;
	const nowMs = options.nowMs();
	if (known.failedAtMs !== undefined && nowMs - known.failedAtMs < againAfterMs.failed) return false;
	if (known.atMs === Number.NEGATIVE_INFINITY || isUnpublished(followed)) return true;
	if (known.publisher === options.publisher) return isOwed(generation, nowMs - known.atMs);
	// Its publisher was there meanwhile.
	const seen = known.followed === followed ? known : { ...known, followed, atMs: nowMs, owedSinceMs: undefined };
	const owedSinceMs = isOwed(generation, nowMs - seen.atMs) ? (seen.owedSinceMs ?? nowMs) : undefined;
	published.set(generationId, { ...seen, owedSinceMs });
	return owedSinceMs !== undefined && nowMs - owedSinceMs >= takeoverMs;
}

/** Whether what changed since the last publication is worth another one. */
function isOwed({ end, followed }: GenerationState, ageMs: number): boolean {
	const changes = estimateCount(followed ?? startPosition, end);
	if (ageMs >= againAfterMs.changed) return changes > 0;
	return ageMs >= againAfterMs.muchChanged && changes >= estimateCount(startPosition, end) * muchChangedShare;
}

/** Notes what is published, by this process or another one. @returns whether that could be read */
async function find(state: PublisherState, { generationId, followed }: GenerationState): Promise<boolean> {
	const { options, published, database, signal } = state;
	const nowMs = options.nowMs();
	const known = published.get(generationId);
	const none = { atMs: Number.NEGATIVE_INFINITY, publisher: '', followed };
	try {
		const manifest = await readManifest(options, toSnapshotFolder(database, generationId), signal);
		const { publisher = '' } = manifest ?? {};
		if (manifest?.indexVersion !== indexVersion) published.set(generationId, { ...known, ...none, publisher });
		else if (known?.publisher !== publisher || known.atMs === Number.NEGATIVE_INFINITY) {
			// How old its own one is does not matter: most of its chunks are there. The index catches up first.
			const atMs = publisher === options.publisher ? nowMs - againAfterMs.changed + againAfterMs.started : nowMs;
			published.set(generationId, { publisher, followed, atMs });
		}
		return true;
	} catch (error) {
		published.set(generationId, { ...(known ?? none), failedAtMs: nowMs });
		if (!signal.aborted) options.onFailure(error, generationId);
		return false;
	}
}

/** Undefined: there is none, or none of this version of the program. */
async function readManifest(
	{ storage }: Pick<SnapshotPublisherOptions, 'storage'>,
	folder: string,
	signal: AbortSignal,
): Promise<SnapshotManifest | undefined> {
	const limits = { byteCountMax: snapshotManifestBytesMax, timeoutMs: readTimeoutMs, signal };
	// What is too large is none of ours, and is replaced.
	const bytes = await storage.read(`${folder}manifest`, limits).catch((error) => {
		if (error instanceof StorageError && error.reason === 'too_large') return undefined;
		throw error;
	});
	return bytes === undefined ? undefined : parseSnapshot(bytes);
}

async function publish(
	state: PublisherState,
	generation: GenerationState,
	mayGoOn: () => Promise<boolean>,
): Promise<void> {
	const { options, database, published, waste } = state;
	const { nowMs, onMeasure, onFailure, publisher } = options;
	const { generationId, followed } = generation;
	const before = published.get(generationId);
	const atMs = nowMs();
	try {
		const target = { ...options, database, mayGoOn: createBrake(state, mayGoOn) };
		const outcome = await publishSnapshot(target, generation);
		if (outcome === 'later') return;
		onMeasure({ kind: 'snapshot', outcome: 'published', byteCount: outcome.byteCount });
		published.set(generationId, { atMs, publisher, followed });
		waste.note(outcome.there, outcome.named);
	} catch (error) {
		if (state.signal.aborted) return;
		onMeasure({ kind: 'snapshot', outcome: 'unpublished', byteCount: 0 });
		const unknown = { atMs: Number.NEGATIVE_INFINITY, publisher, followed };
		published.set(generationId, { ...(before ?? unknown), failedAtMs: nowMs() });
		onFailure(error, generationId);
	}
}

/** Rests as long as the work since the last call took, before it asks. */
function createBrake(
	{ options: { nowMs, pause }, signal }: Pick<PublisherState, 'options' | 'signal'>,
	mayGoOn: () => Promise<boolean>,
): () => Promise<boolean> {
	let sinceMs = nowMs();
	return async () => {
		await pause((nowMs() - sinceMs) * (1 / shareMax - 1), undefined, { signal });
		sinceMs = nowMs();
		return mayGoOn();
	};
}
