/**
 * Keeps the texts of items beside the search indexes, so that the hits of a search need not be read from a store that is a
 * round trip away. The indexes read the log of a generation anyway, and what they read is kept on the way:
 *
 *     log ─ batch ─► texts up to its end ─► index ─ refresh ─► texts are committed ─► hits are visible
 *
 * A batch that begins behind the end of the texts is not for them, except its deletions: an index may be on disk whose texts are
 * not. Then the log is read again, for the texts alone (`catch-up-texts.ts`).
 *
 * Others may use the texts of a generation as of the moment when a poll began that found no write behind them
 * (`lib/shared-freshness.ts`). Texts are those of the store up to their position; what is noted in the store of the index is
 * never ahead of them, or they are read from the start: tombstones in between may be gone.
 */
import { comparePositions, laterPosition, type Position, startPosition } from '../../domain/log/position.ts';
import type { FreshnessWriter } from '../../lib/shared-freshness.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemBatch, ItemChange } from '../../ports/item-repository.ts';
import type { CommonPast } from '../../ports/store-history.ts';

/** How far texts are. */
export interface TextsReach {
	readonly position: Position;
	/** The last write of the log when it was read, see `ItemBatch`. */
	readonly readEnd: Position;
}

/** The file of texts. Changes become visible to others when they are committed; all calls throw when the disk fails. */
export interface TextKeeper {
	/** By generation, the position up to which it has the texts; undefined: they are forgotten, and not all of them removed. */
	list(): ReadonlyMap<number, TextsReach | undefined>;
	apply(generationId: number, changes: readonly ItemChange[], reach: TextsReach): void;
	forget(generationId: number): void;
	/** Removes texts of a generation that is forgotten. @returns whether none is left. */
	clear(generationId: number, countMax: number): boolean;
	commit(): void;
	/** In which incarnation of the store the texts were read, see `StoreHistory`. */
	readIncarnation(): string;
	noteIncarnation(incarnation: string): void;
	close(): void;
}

export interface TextFollower {
	/** In which the texts were read, or an earlier one. */
	readIncarnation(): string;
	/**
	 * Compares what is kept with the store, before anything is taken, and when the store is in another incarnation.
	 * @param states all generations  @param past since `readIncarnation`
	 */
	compare(states: readonly GenerationState[], past: CommonPast): void;
	/** To be called with each batch that was read after `after`, and when the generation was read, before it is applied to an index. */
	take(generation: GenerationState, after: Position, batch: TextBatch): void;
	/** Has readers see what was taken. */
	commit(): void;
	/** To be called after a poll that began at `startMs`, with all generations that are behind what is noted in the store. */
	notePoll(startMs: number, behind: readonly GenerationState[]): void;
	/** Of the generations that are kept. */
	listIds(): readonly number[];
	/** Has the texts of a generation removed that is gone, or is not followed any more. */
	forget(generationId: number): void;
	/** Its index is followed, maybe again: then its texts are read anew once the old ones are removed. */
	readmit(generation: GenerationState): void;
	/** Texts that no index brings up to date, or that are to be removed. @param indexedUpTo undefined: the index is not open */
	listLeftBehind(indexedUpTo: IndexedUpTo): readonly KeptTexts[];
	isLeftBehind(texts: KeptTexts, indexedUpTo: IndexedUpTo): boolean;
	/** Removes some of the texts of a generation that is forgotten. */
	clear(texts: KeptTexts): void;
	close(): void;
}

type TextBatch = Pick<ItemBatch, 'changes' | 'position' | 'end'>;

type IndexedUpTo = (generationId: number) => Position | undefined;

/** The texts of one generation. */
export interface KeptTexts {
	readonly generationId: number;
	hashid: string;
	/** Up to which the texts are applied; undefined: they are being removed. */
	position: Position | undefined;
	/** As `TextsReach` has it. */
	readEnd: Position;
	/** The last write that is known of. */
	end: Position;
	/** Whether the store has writes that it was not told of, so that an index will read them. */
	isAwaitingIndex: boolean;
	/** Infinity: whenever it is checked. */
	trueAtMs: number;
	/** A poll that found writes behind the texts: when they have these, they are as new as that poll. */
	awaited: { readonly startMs: number; readonly end: Position } | undefined;
	/** Since the last commit. */
	isChanged: boolean;
	/** Its generation is gone, or is not followed any more. */
	isGone: boolean;
	/** Deleted while a batch for the texts alone was read. */
	readonly deleted: Set<string>;
}

const beginning: TextsReach = { position: startPosition, readEnd: startPosition };

/** A few milliseconds. */
const clearedAtOnceMax = 1_000;

interface TextState {
	readonly keeper: TextKeeper;
	readonly freshness: FreshnessWriter;
	readonly kept: Map<number, KeptTexts>;
	/** Those that were changed since the last commit, or await something. */
	readonly unsettled: Set<KeptTexts>;
}

export function createTextFollower(
	keeper: TextKeeper,
	freshness: FreshnessWriter,
	onFailure: (error: unknown) => void,
): TextFollower {
	const state: TextState = { keeper, freshness, kept: new Map(), unsettled: new Set() };
	let hasFailed = false;
	freshness.clear();

	/** The file is a cache: when it fails, nothing is known of texts until the next start. */
	function guard<T>(work: () => T, otherwise: T): T {
		if (hasFailed) return otherwise;
		try {
			return work();
		} catch (error) {
			hasFailed = true;
			freshness.clear();
			onFailure(error);
			return otherwise;
		}
	}

	return {
		readIncarnation: () => guard(keeper.readIncarnation, ''),
		compare: (states, past) => guard(() => compare(state, states, past), undefined),
		take: (generation, after, batch) => guard(() => take(state, generation, { ...batch, after }), undefined),
		commit: () => guard(() => commit(state), undefined),
		notePoll: (startMs, behind) => guard(() => notePoll(state, startMs, behind), undefined),
		listIds: () => [...state.kept.keys()],
		forget: (generationId) => guard(() => forget(state, generationId), undefined),
		readmit: (generation) => readmit(state, generation),
		listLeftBehind: (indexedUpTo) =>
			hasFailed ? [] : [...state.kept.values()].filter((texts) => isLeftBehind(texts, indexedUpTo)),
		isLeftBehind: (texts, indexedUpTo) =>
			// Once the last of its texts are removed, a generation that is forgotten is not kept any more.
			!hasFailed && state.kept.get(texts.generationId) === texts && isLeftBehind(texts, indexedUpTo),
		clear: (texts) => guard(() => clear(state, texts), undefined),
		close: () => guard(keeper.close, undefined),
	};
}

function compare(state: TextState, states: readonly GenerationState[], past: CommonPast): void {
	const { keeper, freshness, kept } = state;
	const found = keeper.list();
	for (const generation of states) {
		const { generationId, end } = generation;
		const known = kept.get(generationId);
		const saved = found.has(generationId) ? found.get(generationId) : beginning;
		const { position, readEnd = startPosition } = known ?? saved ?? { position: undefined };
		const isKept =
			position === startPosition ||
			(position !== undefined &&
				comparePositions(readEnd, end) <= 0 &&
				past.hasItems(generationId, readEnd) &&
				isNoted(generation, position));
		if (position !== undefined && !isKept) {
			keeper.forget(generationId);
			freshness.remove(generationId);
		}
		add(state, generation, isKept && position !== undefined ? { position, readEnd } : undefined);
	}
	for (const generationId of found.keys()) {
		if (kept.has(generationId)) continue;
		keeper.forget(generationId);
		kept.set(generationId, { ...createTexts(generationId, ''), isGone: true });
	}
	keeper.noteIncarnation(past.incarnation);
	keeper.commit();
}

/** Whether tombstones after a position are still there. */
function isNoted({ followed }: GenerationState, position: Position): boolean {
	return followed !== null && comparePositions(position, followed) >= 0;
}

function createTexts(generationId: number, hashid: string): KeptTexts {
	return {
		...{
			generationId,
			hashid,
			position: undefined,
			readEnd: startPosition,
			end: startPosition,
			isAwaitingIndex: false,
		},
		...{ trueAtMs: Number.NEGATIVE_INFINITY, awaited: undefined, isChanged: false, isGone: false, deleted: new Set() },
	};
}

function add({ kept, unsettled }: TextState, generation: GenerationState, reach: TextsReach | undefined): KeptTexts {
	const { generationId, hashid, end } = generation;
	const fresh = { ...createTexts(generationId, hashid), ...reach, end };
	// Others may be reading a log for it.
	const texts = Object.assign(kept.get(generationId) ?? fresh, fresh);
	unsettled.delete(texts);
	kept.set(generationId, texts);
	return texts;
}

function take(
	state: TextState,
	generation: GenerationState,
	{ after, changes, position: read, end: readEnd }: TextBatch & { readonly after: Position },
): void {
	const { keeper, kept } = state;
	const { generationId } = generation;
	const texts = kept.get(generationId) ?? add(state, generation, beginning);
	const { position } = texts;
	texts.end = laterPosition(texts.end, generation.end);
	if (texts.isGone || position === undefined) return;
	texts.readEnd = laterPosition(texts.readEnd, readEnd);
	if (comparePositions(after, position) > 0) {
		const deletions = changes.filter(({ text }) => text === null);
		for (const { id } of deletions) texts.deleted.add(id);
		if (deletions.length > 0) keeper.apply(generationId, deletions, { position, readEnd: texts.readEnd });
		return;
	}
	const fresh = changes.filter((change) => comparePositions(change.position, position) > 0);
	// The log was read after the state. So when it has nothing more, everything up to the state's end has been read.
	const end = laterPosition(position, comparePositions(read, after) <= 0 ? generation.end : read);
	texts.readEnd = laterPosition(texts.readEnd, end);
	if (fresh.length === 0 && end === position) return;
	keeper.apply(generationId, fresh, { position: end, readEnd: texts.readEnd });
	texts.position = end;
	if (fresh.length > 0) texts.isChanged = true;
	state.unsettled.add(texts);
}

function commit({ keeper, freshness, unsettled }: TextState): void {
	keeper.commit();
	for (const texts of unsettled) {
		if (texts.isChanged) freshness.noteChange(texts.generationId);
		texts.isChanged = false;
		if (texts.awaited !== undefined && hasAll(texts, texts.awaited.end)) {
			setTrueAt(freshness, texts, texts.awaited.startMs);
			texts.awaited = undefined;
		}
		if (texts.awaited === undefined) unsettled.delete(texts);
	}
}

function notePoll(state: TextState, startMs: number, behind: readonly GenerationState[]): void {
	const { freshness, kept } = state;
	const beforeMs = freshness.readCheckedAt();
	for (const texts of kept.values()) texts.isAwaitingIndex = false;
	for (const generation of behind) {
		const texts = kept.get(generation.generationId) ?? add(state, generation, beginning);
		texts.end = laterPosition(texts.end, generation.end);
		texts.isAwaitingIndex = true;
	}
	commit(state);
	for (const texts of kept.values()) {
		if (texts.isGone) continue;
		if (hasAll(texts, texts.end)) {
			setTrueAt(freshness, texts, Number.POSITIVE_INFINITY);
			texts.awaited = undefined;
			continue;
		}
		if (texts.trueAtMs === Number.POSITIVE_INFINITY) setTrueAt(freshness, texts, beforeMs);
		texts.awaited ??= { startMs, end: texts.end };
		state.unsettled.add(texts);
	}
	freshness.setCheckedAt(startMs);
}

function setTrueAt(freshness: FreshnessWriter, texts: KeptTexts, ms: number): void {
	if (texts.trueAtMs === ms) return;
	texts.trueAtMs = ms;
	freshness.setTrueAt(texts.generationId, ms);
}

function hasAll({ position }: KeptTexts, end: Position): boolean {
	return position !== undefined && comparePositions(position, end) >= 0;
}

function forget({ keeper, freshness, kept }: TextState, generationId: number): void {
	const texts = kept.get(generationId);
	if (texts === undefined || texts.isGone) return;
	keeper.forget(generationId);
	freshness.remove(generationId);
	texts.position = undefined;
	texts.isGone = true;
}

function readmit(state: TextState, generation: GenerationState): void {
	const { generationId, hashid, end } = generation;
	const texts = state.kept.get(generationId);
	if (texts === undefined) add(state, generation, beginning);
	else if (texts.isGone) Object.assign(texts, { hashid, end, isGone: false });
}

function isLeftBehind(texts: KeptTexts, indexedUpTo: IndexedUpTo): boolean {
	const { generationId, position, end, isAwaitingIndex } = texts;
	if (position === undefined) return true;
	if (hasAll(texts, end)) return false;
	const indexed = indexedUpTo(generationId);
	return indexed === undefined ? !isAwaitingIndex : comparePositions(indexed, position) > 0;
}

function clear({ keeper, kept }: TextState, texts: KeptTexts): void {
	if (!keeper.clear(texts.generationId, clearedAtOnceMax)) return;
	if (texts.isGone) kept.delete(texts.generationId);
	else Object.assign(texts, beginning);
}
