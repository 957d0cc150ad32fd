/**
 * How do writes become searchable? They collect in a builder. A refresh turns it into a new segment at the end of the
 * list, and marks documents in older segments as deleted whose items were written again or deleted.
 *
 *     put, remove ─► builder + deletions ─ refresh ─► list of segments ─ merge ─► shorter list of segments
 *
 * Published lists and live bits never change: a search continues with the list it has taken. There is one writer per
 * index, and it must not be used by two threads.
 */
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import { runSteps, type Steps } from '../../lib/steps.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { createLiveBits, isLive, type LiveSegment } from '../query/index-view.ts';
import type { IndexedItem } from './builder/indexed-item.ts';
import { type BuilderOptions, createSegmentBuilder, type SegmentBuilder } from './builder/segment-builder.ts';
import { findMergeRun, type MergeEffort, type MergeRun } from './merge/merge-policy.ts';
import { type MergedSegment, mergeSegments } from './merge/merge-segments.ts';
import { noDocument } from './merge/merge-source.ts';
import { findKey } from './segment/key-table.ts';
import { openProvenSegment } from './segment/segment.ts';

export interface IndexWriter {
	/** Adds an item, or replaces the one with its id. */
	put(item: IndexedItem): void;
	/** Removes the item with this id, if there is one. */
	remove(id: string): void;
	/** Puts and removals that are not yet visible. */
	readonly pendingCount: number;
	/** The bytes that pending items take, which tell when to refresh early. */
	readonly pendingBytes: number;
	/** Makes pending changes visible. @returns the new list, or the old one when nothing is pending. */
	refresh(): readonly LiveSegment[];
	/**
	 * The same in steps. Changes made between two steps are pending afterwards, and a merge that ended between them stays
	 * merged. When a step throws, the pending changes are lost.
	 */
	refreshInSteps(): Steps<readonly LiveSegment[]>;
	/** The list as of the last refresh or merge, oldest segment first. */
	readonly segments: readonly LiveSegment[];
	/** Starts a merge that is worthwhile, of segments of at most `bytesMax` together; undefined when there is none. */
	beginMerge(effort?: MergeEffort, bytesMax?: number): PendingMerge | undefined;
	/** Replaces the sources by the merged segment and applies the deletions made meanwhile. @returns the new list. */
	endMerge(merge: PendingMerge, merged: MergedSegment): readonly LiveSegment[];
}

/**
 * Segments to be merged by `mergeSegments`, in this or another thread. No other merge may begin until this one has
 * ended.
 */
export interface PendingMerge {
	readonly run: MergeRun;
	readonly sources: readonly LiveSegment[];
}

/** Creates a writer that continues from `initial`, the list an earlier writer left. */
export function createIndexWriter(
	analyzer: Analyzer,
	initial: readonly LiveSegment[] = [],
	options?: BuilderOptions,
): IndexWriter {
	let segments = initial;
	let builder: SegmentBuilder | undefined;
	let pending = createPending();

	/** Records that the item's present document, wherever it is, will be deleted by the next refresh. */
	function deleteOlder(id: string): void {
		const inBuilder = pending.documents.get(id) ?? noDocument;
		if (inBuilder === noDocument) return;
		pending.deletedInBuilder.push(inBuilder);
		pending.documents.set(id, noDocument);
		pending.livingCount -= 1;
	}

	function* refreshInSteps(): Steps<readonly LiveSegment[]> {
		if (pending.documents.size === 0) return segments;
		const { documents, deletedInBuilder, livingCount } = pending;
		const frozen = livingCount > 0 ? builder : undefined;
		builder = undefined;
		pending = createPending();
		const bytes = frozen === undefined ? undefined : yield* frozen.finishInSteps();
		const deletedKeys = Array.from(documents, ([id, document]) =>
			document === noDocument ? toItemKeyBytes(id) : (frozen as SegmentBuilder).keyOf(document),
		);
		const next = segments.map((segment) => deleteIn(segment, deletedKeys));
		if (bytes !== undefined) next.push(toLiveSegment(bytes, deletedInBuilder));
		segments = next.filter(({ liveCount }) => liveCount > 0);
		return segments;
	}

	return {
		put(item) {
			deleteOlder(item.id);
			builder ??= createSegmentBuilder(analyzer, options);
			pending.documents.set(item.id, builder.add(item));
			pending.livingCount += 1;
		},
		remove(id) {
			deleteOlder(id);
			pending.documents.set(id, noDocument);
		},
		get pendingCount() {
			return pending.documents.size;
		},
		get pendingBytes() {
			return builder?.postingBytes ?? 0;
		},
		refresh: () => runSteps(refreshInSteps()),
		refreshInSteps,
		get segments() {
			return segments;
		},
		beginMerge(effort, bytesMax) {
			const run = findMergeRun(segments, effort, bytesMax);
			return run === undefined ? undefined : { run, sources: segments.slice(run.from, run.to) };
		},
		endMerge({ sources }, merged) {
			segments = replaceRun(segments, sources, merged);
			return segments;
		},
	};
}

interface Pending {
	/**
	 * By id, the document in the builder, or `noDocument` if the item was deleted. The documents in older segments of all of them
	 * will be deleted.
	 */
	readonly documents: Map<string, number>;
	/** How many of them are not deleted. */
	livingCount: number;
	readonly deletedInBuilder: number[];
}

function createPending(): Pending {
	return { documents: new Map(), livingCount: 0, deletedInBuilder: [] };
}

/**
 * The segment without the items of these keys; the same object when it has none of them. Cost: O(keys), plus one copy
 * of the live bits.
 */
function deleteIn(source: LiveSegment, keys: readonly Uint8Array[]): LiveSegment {
	const { segment, live } = source;
	const documents: number[] = [];
	for (const key of keys) {
		const document = findKey(segment.keys, segment.keySlots, key);
		if (document >= 0 && isLive(live, document)) documents.push(document);
	}
	return withoutDocuments(source, documents);
}

/** The segment with these live documents marked as deleted. */
function withoutDocuments(source: LiveSegment, documents: readonly number[]): LiveSegment {
	if (documents.length === 0) return source;
	const { segment, live, liveCount } = source;
	const bits = createLiveBits(segment.documentCount);
	if (live !== undefined) bits.set(live);
	for (const document of documents) {
		bits[document >>> 5] = (bits[document >>> 5] as number) & ~(1 << (document & 31));
	}
	return { segment, live: bits, liveCount: liveCount - documents.length };
}

function toLiveSegment(bytes: SharedArrayBuffer, deleted: readonly number[]): LiveSegment {
	// The bytes were just made in this process, so they need no checksum.
	const segment = openProvenSegment(bytes);
	return withoutDocuments({ segment, live: undefined, liveCount: segment.documentCount }, deleted);
}

/**
 * Puts the merged segment at the position of the first source. Sources are identified by their segment, because their
 * live bits may have changed. A source whose last item was deleted meanwhile is no longer in the list.
 */
function replaceRun(
	segments: readonly LiveSegment[],
	sources: readonly LiveSegment[],
	merged: MergedSegment,
): readonly LiveSegment[] {
	const present = new Map(segments.map((entry) => [entry.segment, entry]));
	const deleted: number[] = [];
	for (const [index, source] of sources.entries()) {
		const map = merged.documentMaps[index] as Uint32Array;
		const entry = present.get(source.segment);
		for (let document = 0; document < map.length; document++) {
			const isDeletedNow = entry === undefined || !isLive(entry.live, document);
			if (map[document] !== noDocument && isDeletedNow) deleted.push(map[document] as number);
		}
	}
	const replacement = toLiveSegment(merged.bytes, deleted);
	const merging = new Set(sources.map(({ segment }) => segment));
	const at = segments.findIndex(({ segment }) => merging.has(segment));
	const rest = segments.filter(({ segment }) => !merging.has(segment));
	if (at < 0 || replacement.liveCount === 0) return rest;
	return [...rest.slice(0, at), replacement, ...rest.slice(at)];
}

/** Runs all worthwhile merges at once, in this thread. @returns the list afterwards. */
export function mergeAll(writer: IndexWriter): readonly LiveSegment[] {
	for (let merge = writer.beginMerge(); merge !== undefined; merge = writer.beginMerge()) {
		writer.endMerge(merge, mergeSegments(merge.sources));
	}
	return writer.segments;
}
