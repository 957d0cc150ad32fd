/**
 * Keeps snapshots of the indexes of live items where all nodes can read them. One node does so for all, under a lease, from
 * what it has on its own disk.
 *
 *     first found ────────────────────────────────► published
 *     a tenth of its writes are new ── 5 minutes ──► again
 *     any are new ── an hour ──────────────────────► again
 *     swapped in ── is another generation ─────────► published; the old one's objects are removed
 *
 * What no manifest names is removed once it was so for longer than a node may read. How long is not in the storage, so after
 * a restart it is counted anew.
 */
import { estimateCount, startPosition } from '../../domain/log/position.ts';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { Lease } from '../../ports/lease.ts';
import { type ObjectStorage, StorageError } from '../../ports/object-storage.ts';
import { indexVersion } from './index-manifest.ts';
import type { SnapshotMeasure } from './index-status.ts';
import { publishSnapshot } from './publish-snapshot.ts';
import { parseSnapshot, snapshotFollower, snapshotManifestBytesMax, toSnapshotFolder } from './snapshot-manifest.ts';
import { snapshotWritesMin } from './snapshot-taker.ts';
import { createSnapshotWaste, type SnapshotWaste } from './snapshot-waste.ts';

export interface SnapshotPublisherOptions {
	readonly storage: ObjectStorage;
	/** Of all indexes of this node. */
	readonly directory: string;
	readonly generations: Pick<GenerationRepository, 'listAll' | 'listIds'>;
	/** Those of the job. */
	readonly items: Pick<ItemRepository, 'moveFollower'>;
	readonly lease: Lease;
	readonly readIdentity: () => Promise<string>;
	readonly nowMs: () => number;
	readonly pause: (ms: number) => Promise<unknown>;
	readonly onMeasure: (measure: SnapshotMeasure) => void;
	/** @param generationId undefined: of all of them */
	readonly onFailure: (error: unknown, generationId: number | undefined) => void;
	/** Between two looks at the store; for tests. */
	readonly pollIntervalMs?: number;
}

const pollIntervalMs = 5_000;
const statesPerRead = 1_000;
const readTimeoutMs = 30_000;
const againAfterMs = { muchChanged: 5 * 60 * 1000, changed: 60 * 60 * 1000, failed: 60 * 1000 } as const;
const muchChangedShare = 1 / 10;
/** Of the time of a publication: what is read and sent is shared with searches. */
const shareMax = 1 / 2;

interface Published {
	/** When its publication began, or it was found; -Infinity: there is none that this process could use. */
	readonly atMs: number;
	readonly failedAtMs?: number;
}

interface PublisherState {
	readonly options: SnapshotPublisherOptions;
	readonly signal: AbortSignal;
	/** Of the lease; with another one, and another store, everything is found anew. */
	fence: number;
	database: string;
	published: Map<number, Published>;
	waste: SnapshotWaste;
}

export function startSnapshotPublisher(options: SnapshotPublisherOptions): BackgroundLoop {
	const stopping = new AbortController();
	const state: PublisherState = {
		...{ options, signal: stopping.signal, fence: -1, database: '', published: new Map() },
		waste: createSnapshotWaste(options),
	};
	const loop = startBackgroundLoop({
		step: (fence) => step(state, fence),
		...{ lease: options.lease, busyPauseMs: 0, idlePauseMs: options.pollIntervalMs ?? pollIntervalMs },
		onFailure: (error) => options.onFailure(error, undefined),
		nowMs: options.nowMs,
	});
	return {
		async stop() {
			stopping.abort();
			await loop.stop();
		},
	};
}

async function step(state: PublisherState, fence: number): Promise<boolean> {
	const { options, signal } = state;
	const database = await options.readIdentity();
	if (fence !== state.fence || database !== state.database) {
		Object.assign(state, { fence, database, published: new Map(), waste: createSnapshotWaste(options) });
	}
	for (const generation of await listLive(options)) {
		if (signal.aborted) return false;
		if (!isEligible(generation) || !(await isDue(state, generation))) continue;
		if ((await options.lease.hold()) !== fence) return false;
		await publish(state, generation);
	}
	await state.waste.removeDue(database);
	return false;
}

async function listLive({ generations }: SnapshotPublisherOptions): Promise<readonly GenerationState[]> {
	const live: GenerationState[] = [];
	for (let afterId = 0; ; ) {
		const batch = await generations.listAll(snapshotFollower, afterId, statesPerRead);
		live.push(...batch.filter(({ kind }) => kind === 'live'));
		if (batch.length < statesPerRead) return live;
		afterId = batch.at(-1)?.generationId ?? afterId;
	}
}

function isEligible({ end }: GenerationState): boolean {
	return estimateCount(startPosition, end) >= snapshotWritesMin;
}

async function isDue(state: PublisherState, generation: GenerationState): Promise<boolean> {
	const { generationId, end, followed } = generation;
	const { nowMs } = state.options;
	const known = state.published.get(generationId) ?? (await find(state, generationId));
	if (known.failedAtMs !== undefined && nowMs() - known.failedAtMs < againAfterMs.failed) return false;
	if (known.atMs === Number.NEGATIVE_INFINITY || followed === null) return true;
	const changes = estimateCount(followed, end);
	const ageMs = nowMs() - known.atMs;
	if (ageMs >= againAfterMs.changed) return changes > 0;
	return ageMs >= againAfterMs.muchChanged && changes >= estimateCount(startPosition, end) * muchChangedShare;
}

/** What another process has published, and this one could. */
async function find(state: PublisherState, generationId: number): Promise<Published> {
	const { storage, nowMs } = state.options;
	const limits = { byteCountMax: snapshotManifestBytesMax, timeoutMs: readTimeoutMs, signal: state.signal };
	const name = `${toSnapshotFolder(state.database, generationId)}manifest`;
	// What is too large is none of ours, and is replaced.
	const bytes = await storage.read(name, limits).catch((error) => {
		if (error instanceof StorageError && error.reason === 'too_large') return undefined;
		throw error;
	});
	const manifest = bytes === undefined ? undefined : parseSnapshot(bytes);
	const found = { atMs: manifest?.indexVersion === indexVersion ? nowMs() : Number.NEGATIVE_INFINITY };
	state.published.set(generationId, found);
	return found;
}

async function publish(state: PublisherState, generation: GenerationState): Promise<void> {
	const { options, database, published, waste } = state;
	const { nowMs, onMeasure, onFailure } = options;
	const { generationId } = generation;
	const before = published.get(generationId);
	const atMs = nowMs();
	try {
		const target = { ...options, database, mayGoOn: createBrake(state) };
		const outcome = await publishSnapshot(target, generation);
		if (outcome === 'later') return;
		onMeasure({ kind: 'snapshot', outcome: 'published', byteCount: outcome.byteCount });
		published.set(generationId, { atMs });
		waste.note(outcome.there, outcome.named);
	} catch (error) {
		onMeasure({ kind: 'snapshot', outcome: 'unpublished', byteCount: 0 });
		published.set(generationId, { atMs: before?.atMs ?? Number.NEGATIVE_INFINITY, failedAtMs: nowMs() });
		if (!state.signal.aborted) onFailure(error, generationId);
	}
}

/** Rests as long as the work since the last call took, and renews the lease. */
function createBrake({ options, signal, fence }: PublisherState): () => Promise<boolean> {
	const { nowMs, pause, lease } = options;
	let sinceMs = nowMs();
	return async () => {
		await pause((nowMs() - sinceMs) * (1 / shareMax - 1));
		sinceMs = nowMs();
		return !signal.aborted && (await lease.hold()) === fence;
	};
}
