/** Publishes indexes to the searching threads, but only whole ones. */
import type { IndexerMessage, IndexReaderLink } from './index-messages.ts';
import type { IndexerState } from './indexer-state.ts';
import type { OpenIndex } from './open-index.ts';
import { noteReleasedSegment } from './segment-memory.ts';

/**
 * Notes that an index has changed, and sends it to the readers if it is whole. `isWhole`: to readers that have none of
 * it.
 */
export function publish(state: IndexerState, index: OpenIndex, isWhole = false): void {
	const { follower, progress, waiters } = state;
	if (!follower.isCurrent(index)) return;
	follower.streams.measure(index);
	progress.note(index);
	if (index.isHidden) return;
	broadcast(state, { kind: 'published', index: index.toPublished(isWhole) });
	waiters.answer(index);
}

/** Tells readers that the index has left memory; its files stay. */
export function withdraw(state: IndexerState, { generationId, segments }: OpenIndex): void {
	for (const { segment } of segments) noteReleasedSegment(segment);
	broadcast(state, { kind: 'dropped', generationId });
}

export function broadcast({ readers }: IndexerState, message: IndexerMessage): void {
	for (const reader of readers) reader.send(message);
}

/** From now on the reader gets every whole index that is in memory, and all changes. */
export function attach({ readers, follower, progress }: IndexerState, reader: IndexReaderLink): void {
	readers.add(reader);
	for (const index of follower.streams.list()) {
		if (!index.isHidden) reader.send({ kind: 'published', index: index.toPublished(true) });
	}
	reader.send({ kind: 'progress', progress: progress.read() });
}
