/**
 * Which indexes are in memory? Those that are followed or searched, in the order of their use; the threads that search
 * have what is published here, and nothing of an index that is not whole.
 *
 *     store, disk ─ open ─► resident ─ publish ─► readers
 *                              └─ evict, abandon ─► dropped: gone here and there
 */
import { comparePositions, estimateCount, startPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { Backoff } from '../runtime/backoff.ts';
import type { IndexMerger } from './index-merger.ts';
import type { IndexerMessage, IndexReaderLink } from './index-messages.ts';
import type { IndexProgress } from './index-progress.ts';
import type { IndexSaver } from './index-saver.ts';
import type { IndexWaiters } from './index-waiters.ts';
import type { IndexerEvent } from './indexer-options.ts';
import type { ResidentIndexOpener } from './open-resident-index.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { Residents } from './residents.ts';
import { noteReleasedSegment } from './segment-memory.ts';
import type { TurnQueue } from './turn-queue.ts';

export interface IndexMemory {
	/** Brings the index of a generation into memory; undefined when the store has no such generation any more. */
	open(state: GenerationState): Promise<ResidentIndex | undefined>;
	isCurrent(index: ResidentIndex): boolean;
	/** Notes that it has changed, and gives it to the readers if it is whole. */
	publish(index: ResidentIndex): void;
	/** The store has it no longer: memory goes now, files with the next cleaning. */
	abandon(generationId: number): void;
	/** Puts a generation in line for its turn. */
	enqueue(state: GenerationState): void;
	isFull(): boolean;
	evict(): void;
	/** From now on the reader gets every index that is in memory and whole, and all changes. */
	attach(reader: IndexReaderLink): void;
	broadcast(message: IndexerMessage): void;
}

export interface IndexMemoryOptions {
	readonly residentBytesMax: number;
	readonly opener: ResidentIndexOpener;
	readonly residents: Residents;
	readonly queue: TurnQueue;
	readonly waiters: IndexWaiters;
	readonly progress: IndexProgress;
	readonly backoff: Backoff;
	readonly saver: IndexSaver;
	readonly merger: Pick<IndexMerger, 'note'>;
	readonly onEvent: (event: IndexerEvent) => void;
}

export function createIndexMemory(options: IndexMemoryOptions): IndexMemory {
	const { opener, residents, queue, waiters, progress, saver } = options;
	const readers = new Set<IndexReaderLink>();
	const opening = new Map<number, Promise<ResidentIndex | undefined>>();

	function broadcast(message: IndexerMessage): void {
		for (const reader of readers) reader.send(message);
	}

	function isCurrent(index: ResidentIndex): boolean {
		return residents.get(index.generationId) === index;
	}

	function publish(index: ResidentIndex, isWhole = false): void {
		if (!isCurrent(index)) return;
		residents.measure(index);
		progress.note(index);
		if (index.isHidden) return;
		broadcast({ kind: 'published', index: index.toPublished(isWhole) });
		waiters.answer(index);
	}

	async function openNow({ hashid, generationId }: GenerationState): Promise<ResidentIndex | undefined> {
		const resident = residents.get(generationId);
		if (resident !== undefined) return resident;
		// What is not saved cannot leave the memory: another index comes in when one can go.
		if (isFull()) await saver.keepUp();
		// Asked again: the store's word must be newer than any save of ours.
		const state = await opener.findState(hashid, generationId);
		if (state === undefined) return undefined;
		const wholeAt = progress.wantedOf(generationId);
		const index = await opener.open(state, wholeAt, (problem) =>
			options.onEvent({ kind: 'rebuilding', generationId, problem }),
		);
		if (index === undefined) return undefined;
		residents.put(index);
		options.merger.note(generationId);
		if (index.isHidden) progress.expect(state, index.wholeAt);
		if (comparePositions(index.visible, state.end) < 0) enqueue(state);
		publish(index, true);
		evict();
		return index;
	}

	function enqueue(state: GenerationState): void {
		const { generationId, end, followed } = state;
		const visible = residents.get(generationId)?.visible ?? followed ?? startPosition;
		queue.put(state, { writeCount: estimateCount(visible, end), isWanted: waiters.has(generationId) });
	}

	/** Frees the memory of an index; its files stay. */
	function drop(generationId: number): void {
		for (const { segment } of residents.get(generationId)?.segments ?? []) noteReleasedSegment(segment);
		residents.delete(generationId);
		saver.forget(generationId);
		queue.delete(generationId);
		broadcast({ kind: 'dropped', generationId });
	}

	function isIdle(index: ResidentIndex): boolean {
		const { generationId, isMerging, isRefreshing, isSaving, isHidden } = index;
		const isWanted = opening.has(generationId) || queue.has(generationId) || waiters.has(generationId);
		const isBusy = isMerging || isRefreshing || isSaving || isHidden || isWanted;
		return !isBusy && !saver.isUnsaved(generationId);
	}

	function isFull(): boolean {
		return residents.byteCount > options.residentBytesMax;
	}

	function evict(): void {
		for (const index of residents.list()) {
			// The last one is in use, whatever its size.
			if (!isFull() || residents.count === 1) return;
			if (isIdle(index)) drop(index.generationId);
		}
	}

	return {
		open(state) {
			const { generationId } = state;
			const known = opening.get(generationId);
			if (known !== undefined) return known;
			const work = openNow(state).finally(() => opening.delete(generationId));
			opening.set(generationId, work);
			return work;
		},
		isCurrent,
		publish,
		abandon(generationId) {
			drop(generationId);
			progress.forget(generationId);
			options.backoff.clear(generationId);
			waiters.dismiss(generationId, 'missing');
		},
		enqueue,
		isFull,
		evict,
		attach(reader) {
			readers.add(reader);
			for (const index of residents.list()) {
				if (!index.isHidden) reader.send({ kind: 'published', index: index.toPublished(true) });
			}
			reader.send({ kind: 'progress', progress: progress.read() });
		},
		broadcast,
	};
}
