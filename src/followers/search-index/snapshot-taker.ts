/**
 * Which indexes does this node take from snapshots, in the place of building them? Those that it does not have, and that
 * are large enough. Meanwhile nothing opens them; afterwards they are opened and followed like any other, with or without a
 * snapshot.
 *
 *     offered ─► queued ─► taking ─┬─► taken ────────────────────────┐
 *                                  └─► none, refused, unreachable ───┴─► settled: its log is followed
 *
 * Each generation is tried once in the life of a process, and again after it was left. When the storage cannot be reached, none is tried for a minute.
 */
import { estimateCount, startPosition } from '../../domain/log/position.ts';
import { toError } from '../../lib/thrown.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { StorageError } from '../../ports/object-storage.ts';
import type { SnapshotMeasure } from './index-status.ts';
import type { IndexerEvent, SnapshotEvent } from './indexer-options.ts';
import { removeIndex } from './saved-index.ts';
import { draftSuffix, type SnapshotSource, takeSnapshot } from './take-snapshot.ts';

export interface SnapshotTaker {
	/** Removes what an earlier process left. */
	begin(): Promise<void>;
	/**
	 * Whether the snapshot of an index that is not in memory is on its way; queues it the first time.
	 * @param problem of what is on disk, which is removed then; undefined: as the store knows, nothing is
	 */
	offer(generation: GenerationState, problem?: string): boolean;
	/** Whether it would be offered with a problem. */
	isUntried(generation: GenerationState): boolean;
	/** It may be tried once more: nothing of it is on disk. */
	allowAgain(generationId: number): void;
	/** Whether it is on its way, so that nobody may open it. */
	isTaking(generationId: number): boolean;
	/** Resolves at once unless it is on its way. */
	settled(generationId: number): Promise<void>;
	/** Ends what is under way. */
	stop(): Promise<void>;
}

export interface SnapshotTakerOptions extends Omit<SnapshotSource, 'signal'> {
	readonly nowMs: () => number;
	readonly onEvent: (event: SnapshotEvent | Extract<IndexerEvent, { kind: 'rebuilding' }>) => void;
	readonly onMeasure: (measure: SnapshotMeasure) => void;
	/** Whether it is in memory, or about to be. */
	readonly isOpen: (generationId: number) => boolean;
	/** It is on its way. */
	readonly onOffered: (generation: GenerationState) => void;
	/** From now on it is followed like any other. */
	readonly onSettled: (generation: GenerationState) => void;
}

/** Building so many takes some 40 ms: no reason to ask for a snapshot, or to publish one. */
const snapshotWritesMin = 1_000;
/** At a time; each of them reads some chunks ahead. */
const takenAtOnceMax = 3;
const awayPauseMs = 60_000;

interface Taking {
	readonly generation: GenerationState;
	readonly problem: string | undefined;
	readonly settled: PromiseWithResolvers<void>;
}

export function createSnapshotTaker(options: SnapshotTakerOptions): SnapshotTaker {
	const { nowMs, onEvent, onMeasure, isOpen, onOffered, onSettled, files, directory, opener } = options;
	const stopping = new AbortController();
	const source = { ...options, signal: stopping.signal };
	const underWay = new Map<number, Taking>();
	const queue: Taking[] = [];
	const tried = new Set<number>();
	const workers = new Set<Promise<void>>();
	let awayUntilMs = Number.NEGATIVE_INFINITY;

	async function take({ generation, problem, settled }: Taking): Promise<void> {
		const { generationId } = generation;
		if (!stopping.signal.aborted && nowMs() >= awayUntilMs) await tryToTake(generation, problem);
		underWay.delete(generationId);
		settled.resolve();
		if (!stopping.signal.aborted) onSettled(generation);
	}

	async function tryToTake(generation: GenerationState, problem: string | undefined): Promise<void> {
		const { generationId } = generation;
		const startMs = nowMs();
		try {
			if (problem !== undefined) {
				// First: with a position from which nothing is missing, an index that lacks deletions would look valid.
				await removeIndex(files, opener.toDirectory(generationId));
				onEvent({ kind: 'rebuilding', generationId, problem });
			}
			const outcome = await takeSnapshot(source, generation);
			if (outcome.kind === 'none') return;
			const byteCount = outcome.kind === 'taken' ? outcome.byteCount : 0;
			onMeasure({ kind: 'snapshot', outcome: outcome.kind, byteCount });
			if (outcome.kind === 'refused') onEvent({ kind: 'snapshot_refused', generationId, problem: outcome.problem });
			else onEvent({ kind: 'snapshot_taken', generationId, byteCount, durationMs: nowMs() - startMs });
		} catch (error) {
			if (stopping.signal.aborted) return;
			onMeasure({ kind: 'snapshot', outcome: 'failed', byteCount: 0 });
			onEvent({ kind: 'snapshot_failed', generationId, error: toError(error) });
			if (error instanceof StorageError && error.reason !== 'too_large') awayUntilMs = nowMs() + awayPauseMs;
		}
	}

	async function work(): Promise<void> {
		for (let next = queue.shift(); next !== undefined; next = queue.shift()) await take(next);
	}

	function isUntried(generation: GenerationState): boolean {
		const { generationId } = generation;
		return isPublished(generation) && !isOpen(generationId) && !tried.has(generationId) && !stopping.signal.aborted;
	}

	function start(): void {
		if (workers.size >= takenAtOnceMax) return;
		const worker: Promise<void> = work().finally(() => workers.delete(worker));
		workers.add(worker);
	}

	return {
		async begin() {
			for (const name of await files.list(directory))
				if (name.endsWith(draftSuffix)) await files.remove(`${directory}/${name}`);
		},
		offer(generation, problem) {
			const { generationId, followed } = generation;
			if (underWay.has(generationId)) return true;
			const isThere = problem === undefined && (followed ?? startPosition) !== startPosition;
			if (isThere || !isUntried(generation)) return false;
			tried.add(generationId);
			const taking = { generation, problem, settled: Promise.withResolvers<void>() };
			underWay.set(generationId, taking);
			queue.push(taking);
			onOffered(generation);
			start();
			return true;
		},
		isUntried,
		allowAgain: (generationId) => void tried.delete(generationId),
		isTaking: (generationId) => underWay.has(generationId),
		settled: (generationId) => underWay.get(generationId)?.settled.promise ?? Promise.resolve(),
		async stop() {
			stopping.abort();
			await Promise.all(workers);
		},
	};
}

/** Whether there is a snapshot of it, sooner or later. */
export function isPublished({ kind, end }: GenerationState): boolean {
	return kind === 'live' && estimateCount(startPosition, end) >= snapshotWritesMin;
}
