/**
 * How are writes of the store's log applied to an index? One batch in each time slice. At the end of the log, or after
 * some time, they are made visible.
 *
 * Making many writes visible takes a third of a second. It is done in steps, and between two steps the indexes that are a
 * few writes behind are served: what a shop writes is found soon, even during another shop's import.
 */
import { comparePositions, laterPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemBatch, LogRequest } from '../../ports/item-repository.ts';
import type { Slice } from '../runtime/follower-definition.ts';
import type { IndexerState } from './indexer-state.ts';
import type { OpenIndex } from './open-index.ts';
import { publish } from './publish-index.ts';

/** Some milliseconds: between two slices, waiters for an index are served, such as a replacement. */
const changesPerSliceMax = 200;
/** For an index whose mean text length is not known yet. */
const changesOfFirstSlice = 20;
/** The text length that takes as long as that many small items. */
const textLengthPerSlice = 128 * 1024;
/** Pending words and values that justify a segment of their own, regardless of time. */
const pendingBytesMax = 32 * 1024 * 1024;
/** How long pending changes wait while the log has more: shoppers see the live ones, the others are not visible yet. */
const refreshDelayMs = { live: 700, unseen: 5_000 } as const;

export async function readItems({ options }: IndexerState, index: OpenIndex, generation: GenerationState) {
	// It continues when its refresh is over, or when it has been compared with what the store has.
	if (index.isRefreshing || index.incarnation !== generation.incarnation) return 'nothing';
	const { hashid, indexName, kind, generationId } = generation;
	const target = { hashid, indexName, generation: kind };
	const batch = await options.store.items.readLog(target, index.indexed, toLogRequest(index));
	return batch === 'missing' || batch.generationId !== generationId ? 'gone' : batch;
}

export async function applyItems(
	state: IndexerState,
	index: OpenIndex,
	{ batch, slice }: { readonly batch: ItemBatch; readonly slice: Slice<GenerationState> },
): Promise<'more' | 'end'> {
	const { waiters, progress, follower, options } = state;
	const { changes } = batch;
	const { task: generation, isBetween } = slice;
	index.state = generation;
	index.readEnd = laterPosition(index.readEnd, batch.end);
	state.texts?.take(generation, index.indexed, batch);
	if (changes.length > 0) {
		index.pendingSinceMs ??= options.timing.nowMs();
		noteTextLengths(index, changes);
	}
	for (const error of index.apply(changes)) {
		options.onEvent({ kind: 'failed', generationId: index.generationId, error });
	}
	// The log was read after the state. So at its end everything up to the state's end has been read.
	if (changes.length === 0) index.indexed = laterPosition(index.indexed, generation.end);
	index.readEnd = laterPosition(index.readEnd, index.indexed);
	const isThrough = comparePositions(index.indexed, generation.end) >= 0;
	if (isThrough || isRefreshDue(state, index)) await refresh(state, index, isBetween);
	if (!follower.isCurrent(index)) return 'end';
	// It stays queued for another slice, so that it is not evicted before its waiters have it.
	const isWanted = waiters.has(index.generationId);
	progress.note(index);
	waiters.carryOver(index, generation.end);
	waiters.answer(index);
	return !isThrough || isWanted ? 'more' : 'end';
}

/** Follows a generation whose log has moved: a temporary one went live, or it is gone. */
export async function followMove({ opener, follower }: IndexerState, { hashid, generationId }: GenerationState) {
	const moved = await opener.findState(hashid, generationId);
	if (moved === undefined) follower.close(generationId);
	else follower.schedule(moved);
}

function isRefreshDue({ options }: IndexerState, index: OpenIndex): boolean {
	if (index.pendingBytes >= pendingBytesMax) return true;
	if (index.isHidden && comparePositions(index.indexed, index.wholeAt) >= 0) return true;
	const delayMs = refreshDelayMs[index.isHidden || index.state.kind === 'temporary' ? 'unseen' : 'live'];
	return index.pendingSinceMs !== undefined && options.timing.nowMs() - index.pendingSinceMs >= delayMs;
}

async function refresh(state: IndexerState, index: OpenIndex, isBetween: boolean): Promise<void> {
	const { follower, options, merger } = state;
	const startMs = performance.now();
	// Hits must not be visible before their texts.
	state.texts?.commit();
	const steps = index.refresh();
	let step = steps.next();
	for (; step.done !== true; step = steps.next()) if (!isBetween) await follower.takeSmallSlices();
	if (!step.value || !follower.isCurrent(index)) return;
	options.onMeasure({ kind: 'refresh', durationMs: performance.now() - startMs });
	merger.merge(index);
	publish(state, index);
}

/** Deletions tell nothing about the texts that follow. */
function noteTextLengths(index: OpenIndex, changes: ItemBatch['changes']): void {
	const lengths = changes.flatMap(({ text }) => (text === null ? [] : [text.length]));
	if (lengths.length > 0) index.textLengthMean = lengths.reduce((sum, length) => sum + length) / lengths.length;
}

/** As many changes as take some milliseconds. */
function toLogRequest({ textLengthMean }: OpenIndex): LogRequest {
	if (textLengthMean === 0) return { changeCountMax: changesOfFirstSlice };
	const changeCountMax = Math.min(changesPerSliceMax, Math.floor(textLengthPerSlice / textLengthMean));
	return { changeCountMax: Math.max(1, changeCountMax), textLengthExpected: textLengthMean };
}
