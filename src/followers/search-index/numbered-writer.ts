/** The writer of an index whose segments are numbered like their files. */
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { createIndexWriter, type IndexWriter, type PendingMerge } from '../../fulltext/index/index-writer.ts';
import type { MergeEffort } from '../../fulltext/index/merge/merge-policy.ts';
import type { MergedSegment } from '../../fulltext/index/merge/merge-segments.ts';
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import type { Steps } from '../../lib/steps.ts';
import type { NumberedSegment } from './saved-index.ts';
import { noteReleasedSegment, segmentOverheadBytes, toMemoryBytes } from './segment-memory.ts';

export interface NumberedWriter extends Pick<IndexWriter, 'put' | 'remove'> {
	readonly segments: readonly NumberedSegment[];
	/** Size of the segments. */
	readonly byteCount: number;
	readonly pendingBytes: number;
	readonly pendingCount: number;
	/** Makes segments of what is pending; if it throws, the pending changes are discarded. */
	refreshInSteps(): Steps<void>;
	/**
	 * Discards pending changes. A writer that threw in the middle of an item has half of it, and only what is visible is
	 * certain.
	 */
	forgetPending(): void;
	beginMerge(effort: MergeEffort, bytesMax: number): PendingMerge | undefined;
	endMerge(merge: PendingMerge, merged: MergedSegment): void;
	takeNumber(): number;
}

export interface NumberedWriterOptions {
	readonly analyzer: Analyzer;
	readonly building: Parameters<typeof createIndexWriter>[2];
	readonly segments: readonly NumberedSegment[];
	/** Files with smaller numbers may exist. */
	readonly firstNumber: number;
}

export function createNumberedWriter({ analyzer, building, ...options }: NumberedWriterOptions): NumberedWriter {
	let writer: IndexWriter = createIndexWriter(analyzer, options.segments, building);
	let nextNumber = options.firstNumber;
	let numbered = options.segments;
	let byteCount = countBytes(numbered);

	/** Assigns numbers to new segments. */
	function number(): void {
		const numbers = new Map<Segment, number>(numbered.map((entry) => [entry.segment, entry.number]));
		numbered = writer.segments.map((entry) => ({ ...entry, number: numbers.get(entry.segment) ?? nextNumber++ }));
		byteCount = countBytes(numbered);
		for (const { segment } of writer.segments) numbers.delete(segment);
		for (const segment of numbers.keys()) noteReleasedSegment(segment);
	}

	function forgetPending(): void {
		writer = createIndexWriter(analyzer, writer.segments, building);
	}

	return {
		get segments() {
			return numbered;
		},
		get byteCount() {
			return byteCount;
		},
		get pendingBytes() {
			return writer.pendingBytes;
		},
		get pendingCount() {
			return writer.pendingCount;
		},
		put: (item) => writer.put(item),
		remove: (id) => writer.remove(id),
		*refreshInSteps() {
			try {
				yield* writer.refreshInSteps();
				number();
			} catch (error) {
				forgetPending();
				throw error;
			}
		},
		forgetPending,
		beginMerge: (effort, bytesMax) => writer.beginMerge(effort, bytesMax),
		endMerge(merge, merged) {
			writer.endMerge(merge, merged);
			number();
		},
		takeNumber: () => nextNumber++,
	};
}

function countBytes(segments: readonly NumberedSegment[]): number {
	return segments.reduce(
		(sum, { segment, live }) => sum + toMemoryBytes(segment) + (live?.byteLength ?? 0),
		segmentOverheadBytes,
	);
}
