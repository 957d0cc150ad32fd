/**
 * An index in the memory of the indexer's thread. Which of its writes are pending, visible, published and saved?
 *
 *     store's log ─ apply ─► pending ─ refresh ─► visible ─ publish ─► readers
 *                                                    └─ save ─► disk         saved ≤ visible ≤ indexed
 */
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { toPriceKey } from '../../domain/price/price-format.ts';
import { openIndexSchema } from '../../domain/schema/index-schema.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import type { PendingMerge } from '../../fulltext/index/index-writer.ts';
import type { MergeEffort } from '../../fulltext/index/merge/merge-policy.ts';
import type { MergedSegment } from '../../fulltext/index/merge/merge-segments.ts';
import { sendBytes } from '../../lib/linear-memory.ts';
import type { Steps } from '../../lib/steps.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemChange } from '../../ports/item-repository.ts';
import type { FollowedStream } from '../runtime/open-streams.ts';
import type { PublishedIndex } from './index-messages.ts';
import { createNumberedWriter, type NumberedWriter } from './numbered-writer.ts';
import type { NumberedSegment, SavedIndex } from './saved-index.ts';

export interface OpenIndex extends FollowedStream<number> {
	readonly generationId: number;
	readonly language: string;
	/** How prices were read from its texts, see `toPriceKey`. */
	readonly prices: string;
	/** The owner's overrides of its fields, see `toIndexedText`. */
	readonly schema: string;
	readonly directory: string;
	/** As the store last had it. */
	state: GenerationState;
	/** In which the log was read, or an earlier one; see `StoreHistory`. */
	incarnation: string;
	/** The last write of the log when it was read, see `ItemBatch`. */
	readEnd: Position;
	/** The positions up to which writes are applied, visible, and on disk. */
	indexed: Position;
	visible: Position;
	saved: SavedIndex | undefined;
	/** Since when there is something to refresh, and something to save. */
	pendingSinceMs: number | undefined;
	isMerging: boolean;
	/** It is not served until it has the writes up to this one: only whole indexes are searched. */
	readonly wholeAt: Position;
	/** Whether it is not whole yet. */
	readonly isHidden: boolean;
	/** Built beside an old index, whose files stay until this one is whole. */
	readonly isReplacement: boolean;
	/** Mean text length of the items read last, in UTF-16 code units, as an estimate for the next ones. */
	textLengthMean: number;
	readonly pendingBytes: number;
	readonly segments: readonly NumberedSegment[];
	/**
	 * Applies changes. An item that cannot be indexed counts as deleted.
	 * @returns the errors of such items.
	 */
	apply(changes: readonly ItemChange[]): readonly Error[];
	/** Whether a refresh has steps left: nothing can be applied before the last of them. */
	readonly isRefreshing: boolean;
	/**
	 * Makes pending changes visible, in steps. If a step throws, they are read from the log again. @returns whether
	 * anything changed.
	 */
	refresh(): Steps<boolean>;
	beginMerge(effort: MergeEffort, bytesMax: number): PendingMerge | undefined;
	endMerge(merge: PendingMerge, merged: MergedSegment): void;
	takeNumber(): number;
	/** The index in the form that readers get. `isWhole`: for readers that have none of its segments. */
	toPublished(isWhole: boolean): PublishedIndex;
}

export interface OpenIndexOptions {
	readonly state: GenerationState;
	readonly analyzer: Analyzer;
	readonly directory: string;
	/** What was loaded, and compared with the store; undefined to start empty. */
	readonly loaded: { readonly segments: readonly NumberedSegment[]; readonly saved: SavedIndex } | undefined;
	readonly wholeAt: Position;
	readonly isReplacement?: boolean;
	/** Files with smaller numbers may exist. */
	readonly firstNumber: number;
}

export function createOpenIndex(options: OpenIndexOptions): OpenIndex {
	const { analyzer, loaded, state, wholeAt } = options;
	const start = loaded?.saved.manifest.position ?? startPosition;
	// An index built with another schema keeps it until another index replaces it.
	const schema = openIndexSchema(loaded === undefined ? state.schema : (loaded.saved.manifest.schema ?? ''));
	const writer = createNumberedWriter({
		analyzer,
		building: { priceFormat: state, schema },
		segments: loaded?.segments ?? [],
		firstNumber: options.firstNumber,
	});
	let sent = new Set<number>();
	const refused = new Set<Position>();
	let isRefreshing = false;
	let isHidden = comparePositions(start, wholeAt) < 0;

	function* freeze(): Steps<void> {
		isRefreshing = true;
		try {
			yield* writer.refreshInSteps();
		} catch (error) {
			index.indexed = index.visible;
			throw error;
		} finally {
			isRefreshing = false;
		}
	}

	const index: OpenIndex = {
		key: state.generationId,
		get position() {
			return index.visible;
		},
		generationId: state.generationId,
		language: analyzer.language,
		prices: toPriceKey(state),
		schema: schema.indexedText,
		directory: options.directory,
		...{ state, incarnation: state.incarnation, readEnd: loaded?.saved.manifest.end ?? start },
		...{ indexed: start, visible: start },
		saved: loaded?.saved,
		pendingSinceMs: undefined,
		isMerging: false,
		wholeAt,
		get isHidden() {
			return isHidden;
		},
		isReplacement: options.isReplacement ?? false,
		textLengthMean: 0,
		get isRefreshing() {
			return isRefreshing;
		},
		get byteCount() {
			return writer.byteCount;
		},
		get pendingBytes() {
			return writer.pendingBytes;
		},
		get segments() {
			return writer.segments;
		},
		apply(changes) {
			for (const change of changes) {
				const error = applyChange(writer, change, refused);
				index.indexed = error === undefined ? change.position : index.visible;
				if (error !== undefined) return [error];
			}
			return [];
		},
		*refresh() {
			const hasMoved = comparePositions(index.indexed, index.visible) > 0;
			index.pendingSinceMs = undefined;
			if (writer.pendingCount > 0) yield* freeze();
			index.visible = index.indexed;
			if (comparePositions(index.visible, wholeAt) >= 0) isHidden = false;
			return hasMoved;
		},
		beginMerge: writer.beginMerge,
		endMerge: writer.endMerge,
		takeNumber: writer.takeNumber,
		toPublished(isWhole) {
			const known = isWhole ? new Set<number>() : sent;
			sent = new Set(writer.segments.map((entry) => entry.number));
			return describe(index, known);
		},
	};
	return index;
}

/** @returns the error of an item that cannot be indexed, which counts as deleted from then on. */
function applyChange(
	writer: NumberedWriter,
	{ position, id, text, createdSeq }: ItemChange,
	refused: Set<Position>,
): Error | undefined {
	try {
		if (text === null || refused.has(position)) writer.remove(id);
		else writer.put({ id, fields: JSON.parse(text) as Readonly<Record<string, unknown>>, createdSeq });
		return undefined;
	} catch (cause) {
		refused.add(position);
		writer.forgetPending();
		return new Error(`item ${id} cannot be indexed`, { cause });
	}
}

/** @param known numbers of segments that the readers have. */
function describe(index: OpenIndex, known: ReadonlySet<number>): PublishedIndex {
	const { generationId, visible: position, language, prices, schema, segments } = index;
	const added = segments.filter((entry) => !known.has(entry.number));
	return {
		...{ generationId, position, language, prices, schema },
		added: added.map((entry) => ({ number: entry.number, bytes: sendBytes(entry.segment.bytes) })),
		segments: segments.map(({ number, live, liveCount }) => ({ number, live, liveCount })),
	};
}
