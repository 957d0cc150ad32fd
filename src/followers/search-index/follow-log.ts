/**
 * How do writes come from the store's log into the indexes?
 *
 *     look     which generations have writes that no index has? (one question to the store)
 *     turn     a piece of the log of one of them; at its end, or after some time, what it brought is made visible
 *
 * To make much visible takes a third of a second. It is done in steps, and between two of them come those that are a few
 * writes behind: what a shop writes is found soon, whoever imports beside it.
 */
import { comparePositions, laterPosition, startPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemChange } from '../../ports/item-repository.ts';
import type { Backoff } from '../runtime/backoff.ts';
import type { IndexMemory } from './index-memory.ts';
import type { IndexMerger } from './index-merger.ts';
import type { IndexProgress } from './index-progress.ts';
import type { IndexSaver } from './index-saver.ts';
import { createStatusTeller } from './index-status.ts';
import type { IndexWaiters } from './index-waiters.ts';
import type { IndexerOptions } from './indexer-options.ts';
import type { ResidentIndexOpener } from './open-resident-index.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { Residents } from './residents.ts';
import type { TurnQueue } from './turn-queue.ts';

export interface LogFollower {
	/** Asks the store for new writes, if it is time. */
	lookDue(): Promise<void>;
	/** When to look next. */
	readonly nextLookMs: number;
	/** Gives the next generation its turn. @returns whether there was one. */
	takeNextTurn(): Promise<boolean>;
}

export interface LogFollowerOptions
	extends Pick<IndexerOptions, 'store' | 'follower' | 'limits' | 'nowMs' | 'onMeasure'> {
	readonly opener: ResidentIndexOpener;
	readonly memory: IndexMemory;
	readonly residents: Residents;
	readonly queue: TurnQueue;
	readonly waiters: IndexWaiters;
	readonly progress: IndexProgress;
	readonly backoff: Backoff;
	readonly merger: Pick<IndexMerger, 'merge'>;
	readonly saver: Pick<IndexSaver, 'note'>;
	readonly onFailure: (error: unknown, generationId?: number) => void;
}

const lookCountMax = 1_000;
/** A look takes this part of the time at most, however many generations there are. */
const lookShareMax = 1 / 10;
/** Some milliseconds: between two turns come those who wait for an index, as a replacement does. */
const changesPerTurnMax = 100;
/** Before it is known how long the texts of an index are. */
const changesOfFirstTurn = 20;
/** What takes as long as so many small items. */
const textLengthPerTurn = 128 * 1024;
/** Pending words and values that are worth a segment of their own, whatever the time. */
const pendingBytesMax = 32 * 1024 * 1024;
/** How long pending changes wait while the log has more: shoppers see the live ones, nobody sees the others yet. */
const refreshDelayMs = { live: 700, unseen: 5_000 } as const;

export function createLogFollower(options: LogFollowerOptions): LogFollower {
	const { store, follower, limits, nowMs, opener, memory, residents, queue, waiters, progress, backoff } = options;
	const tellStatus = createStatusTeller(options.onMeasure, nowMs);
	let nextLookMs = Number.NEGATIVE_INFINITY;

	async function lookDue(): Promise<void> {
		if (nowMs() < nextLookMs) return;
		const startMs = nowMs();
		const all: GenerationState[] = [];
		for (let afterId = 0; ; ) {
			const behind = await store.generations.listBehind(follower, afterId, lookCountMax);
			await Promise.all(behind.map(register));
			for (const state of behind) noteBehind(state);
			all.push(...behind);
			if (behind.length < lookCountMax) break;
			afterId = (behind.at(-1) as GenerationState).generationId;
		}
		tellStatus(all, residents, progress.read());
		const durationMs = nowMs() - startMs;
		nextLookMs = nowMs() + Math.max(limits.lookIntervalMs, durationMs / lookShareMax);
	}

	/** Tells the store of a new generation that it is followed; of many together, as each alone waits for the disk. */
	async function register({ generationId, followed }: GenerationState): Promise<void> {
		if (followed === null) await store.items.moveFollower(generationId, follower, startPosition);
	}

	function noteBehind(state: GenerationState): void {
		const index = residents.get(state.generationId);
		if (index?.isRefreshing || comparePositions(index?.visible ?? startPosition, state.end) >= 0) return;
		if (!backoff.isWaiting(state.generationId)) memory.enqueue(state);
	}

	async function takeTurn(state: GenerationState, isBetween: boolean): Promise<void> {
		const { generationId, hashid, indexName, kind } = state;
		const index = await memory.open(state);
		if (index === undefined) return memory.abandon(generationId);
		// It goes on when its refresh is over.
		if (index.isRefreshing) return;
		residents.use(generationId);
		const target = { hashid, indexName, generation: kind };
		const log = await store.items.readLog(target, index.indexed, toTurnCount(index));
		if (!memory.isCurrent(index)) return;
		if (log === 'missing' || log.generationId !== generationId) return followMove(state);
		await takeIn(index, { state, changes: log.changes, isBetween });
	}

	interface Piece {
		readonly state: GenerationState;
		readonly changes: readonly ItemChange[];
		/** Whether it came between two steps of another index, which goes on after it. */
		readonly isBetween: boolean;
	}

	async function takeIn(index: ResidentIndex, { state, changes, isBetween }: Piece): Promise<void> {
		index.state = state;
		if (changes.length > 0) {
			index.pendingSinceMs ??= nowMs();
			index.textLengthMean = changes.reduce((sum, { text }) => sum + (text?.length ?? 0), 0) / changes.length;
		}
		for (const error of index.apply(changes)) options.onFailure(error, index.generationId);
		// The log was read after the state: at its end there is nothing up to the state's end that was not read.
		if (changes.length === 0) index.indexed = laterPosition(index.indexed, state.end);
		const isThrough = comparePositions(index.indexed, state.end) >= 0;
		if (isThrough || isRefreshDue(index)) await refresh(index, isBetween);
		if (!memory.isCurrent(index)) return;
		if (!isThrough || waiters.has(index.generationId)) memory.enqueue(state);
		progress.note(index);
		waiters.answer(index);
	}

	/** A generation that is not where it was: a temporary one went live, or it is gone. */
	async function followMove({ hashid, generationId }: GenerationState): Promise<void> {
		const state = await opener.findState(hashid, generationId);
		if (state === undefined) memory.abandon(generationId);
		else memory.enqueue(state);
	}

	function isRefreshDue(index: ResidentIndex): boolean {
		if (index.pendingBytes >= pendingBytesMax) return true;
		if (index.isHidden && comparePositions(index.indexed, index.wholeAt) >= 0) return true;
		const delayMs = refreshDelayMs[index.isHidden || index.state.kind === 'temporary' ? 'unseen' : 'live'];
		return index.pendingSinceMs !== undefined && nowMs() - index.pendingSinceMs >= delayMs;
	}

	async function refresh(index: ResidentIndex, isBetween: boolean): Promise<void> {
		const startMs = performance.now();
		const steps = index.refresh();
		let step = steps.next();
		for (; step.done !== true; step = steps.next()) if (!isBetween) await takeSmallTurns();
		if (!step.value || !memory.isCurrent(index)) return;
		options.onMeasure({ kind: 'refresh', durationMs: performance.now() - startMs });
		options.merger.merge(index);
		memory.publish(index);
		options.saver.note(index.generationId);
	}

	/** All that are a few writes behind at this moment, each once. */
	async function takeSmallTurns(): Promise<void> {
		await giveWay();
		await lookDue().catch((error) => options.onFailure(error));
		const taken = new Set<number>();
		for (let next = queue.takeSmall(); next !== undefined; next = queue.takeSmall()) {
			if (taken.has(next.generationId)) return memory.enqueue(next);
			taken.add(next.generationId);
			await takeTurnSafely(next, true);
		}
	}

	async function takeTurnSafely(state: GenerationState, isBetween: boolean): Promise<void> {
		const { generationId } = state;
		try {
			await takeTurn(state, isBetween);
			backoff.clear(generationId);
		} catch (error) {
			options.onFailure(error, generationId);
			progress.noteFailure(generationId);
			waiters.dismiss(generationId, 'failed');
			backoff.fail(generationId);
		}
	}

	return {
		lookDue,
		get nextLookMs() {
			return nextLookMs;
		},
		async takeNextTurn() {
			const next = queue.take();
			if (next !== undefined) await takeTurnSafely(next, false);
			return next !== undefined;
		},
	};
}

/** As many changes as take some milliseconds. */
function toTurnCount({ textLengthMean }: ResidentIndex): number {
	if (textLengthMean === 0) return changesOfFirstTurn;
	return Math.max(1, Math.min(changesPerTurnMax, Math.floor(textLengthPerTurn / textLengthMean)));
}

/** Lets messages and answers in. */
export function giveWay(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
