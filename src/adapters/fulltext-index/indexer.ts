/**
 * Who makes the search indexes follow the store? One loop for all indexes of a zone, however many they are:
 *
 *     look     which generations have writes that no index has? (one question to the store)
 *     turn     take the next of them, read a piece of its log, take it in; at the end of the log make it visible
 *     save     what changed some seconds ago goes to disk, and the store hears how far it is
 *     merge    many segments become one; large ones in a thread of their own, and more of them when the log is quiet
 *     evict    what was not used longest leaves the memory when it is too full
 *
 * The store's word of how far the indexer is (its follower row) never runs ahead of the disk. So what a crash takes away
 * is read again, and generations that nobody writes to or searches are not even opened.
 */

import { toError } from '../../lib/thrown.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemChange } from '../../ports/item-repository.ts';
import { createBackoff } from './backoff.ts';
import { cleanGenerations } from './clean-generations.ts';
import { createGenerationQueue } from './generation-queue.ts';
import { createIndexMerger } from './index-merger.ts';
import type { IndexerMessage, IndexReaderLink, OpenOutcome, ReaderMessage } from './index-messages.ts';
import { createIndexSaver } from './index-saver.ts';
import { createStatusTeller } from './index-status.ts';
import { createIndexWaiters } from './index-waiters.ts';
import type { IndexerOptions } from './indexer-options.ts';
import { createResidentIndexOpener } from './open-resident-index.ts';
import type { ResidentIndex } from './resident-index.ts';
import { createResidents } from './residents.ts';
import { saveIndex } from './saved-index.ts';
import { noteReleasedSegment } from './segment-memory.ts';

export interface Indexer {
	/** From now on the reader gets every index that is in memory, and all changes. */
	attach(reader: IndexReaderLink): void;
	receive(reader: IndexReaderLink, message: ReaderMessage): void;
	/** Makes visible and saves what there is, then ends. */
	stop(): Promise<void>;
}

/** Some milliseconds: between two turns come those who wait for an index, as a replacement does. */
const changesPerTurnMax = 100;
const lookCountMax = 1_000;
/** Pending words and values that are worth a segment of their own, whatever the time. */
const pendingBytesMax = 32 * 1024 * 1024;
/** How long pending changes wait while the log has more: shoppers see the live ones, nobody sees the others yet. */
const refreshDelayMs = { live: 700, temporary: 5_000 } as const;
const retryDelayMs = 1_000;
/** A look takes this part of the time at most, however many generations there are. */
const lookShareMax = 1 / 10;

export function startIndexer(options: IndexerOptions): Indexer {
	const { store, files, follower, limits, nowMs, onEvent } = options;
	const opener = createResidentIndexOpener(options);
	const residents = createResidents();
	const queue = createGenerationQueue();
	const readers = new Set<IndexReaderLink>();
	const waiters = createIndexWaiters();
	const tellStatus = createStatusTeller(options.onMeasure, nowMs);
	const opening = new Map<number, Promise<ResidentIndex | undefined>>();
	const backoff = createBackoff(nowMs);
	const saver = createIndexSaver({
		save,
		find: residents.get,
		onFailure: (error, generationId) => fail(error, generationId),
		onEnd: () => wake.resolve(),
		nowMs,
		delayMs: limits.saveDelayMs,
	});
	const merger = createIndexMerger({
		mergeThread: options.mergeThread,
		mergeHereCountMax: limits.mergeHereCountMax,
		thoroughDelayMs: limits.thoroughMergeDelayMs,
		find: residents.get,
		isBehind: queue.has,
		nowMs,
		onMeasure: options.onMeasure,
		isCurrent: (index) => isCurrent(index) && !isStopping,
		onMerged(index) {
			publish(index);
			saver.note(index.generationId);
		},
		onFailure: (error, generationId) => fail(error, generationId),
	});
	let wake = Promise.withResolvers<void>();
	let isStopping = false;
	let nextLookMs = 0;
	let nextCleanMs = 0;
	let cleaning: Promise<void> | undefined;

	function fail(error: unknown, generationId?: number): void {
		onEvent({ kind: 'failed', generationId, error: toError(error) });
	}

	function broadcast(message: IndexerMessage): void {
		for (const reader of readers) reader.send(message);
	}

	function isCurrent(index: ResidentIndex): boolean {
		return residents.get(index.generationId) === index;
	}

	// — publishing —

	function publish(index: ResidentIndex, isWhole = false): void {
		if (index.isHidden || !isCurrent(index)) return;
		broadcast({ kind: 'published', index: index.toPublished(isWhole) });
		residents.measure(index);
		waiters.answer(index);
	}

	// — memory —

	function open(state: GenerationState): Promise<ResidentIndex | undefined> {
		const { generationId } = state;
		const known = opening.get(generationId);
		if (known !== undefined) return known;
		const work = openNow(state).finally(() => opening.delete(generationId));
		opening.set(generationId, work);
		return work;
	}

	async function openNow({ hashid, generationId }: GenerationState): Promise<ResidentIndex | undefined> {
		const resident = residents.get(generationId);
		if (resident !== undefined) return resident;
		// What is not saved cannot leave the memory: another index comes in when one can go.
		if (isFull()) await saver.keepUp();
		// Asked again: the store's word must be newer than any save of ours.
		const state = await opener.findState(hashid, generationId);
		const onDamage = (problem: string) => onEvent({ kind: 'rebuilding', generationId, problem });
		const index = state === undefined ? undefined : await opener.open(state, onDamage);
		if (index === undefined) return undefined;
		residents.put(index);
		merger.note(generationId);
		if (index.visibleSeq < index.state.seq) queue.put(index.state);
		publish(index, true);
		evict();
		return index;
	}

	/** Frees the memory of an index; its files stay. */
	function drop(generationId: number): void {
		for (const { segment } of residents.get(generationId)?.segments ?? []) noteReleasedSegment(segment);
		residents.delete(generationId);
		saver.forget(generationId);
		queue.delete(generationId);
		broadcast({ kind: 'dropped', generationId });
	}

	/** The store has it no longer: memory goes now, files with the next cleaning. */
	function abandon(generationId: number): void {
		drop(generationId);
		backoff.clear(generationId);
		waiters.dismiss(generationId, 'missing');
	}

	function isIdle(index: ResidentIndex): boolean {
		const { generationId, isMerging, isSaving, isHidden } = index;
		const isWanted = opening.has(generationId) || queue.has(generationId) || waiters.has(generationId);
		const isBusy = isMerging || isSaving || isHidden || isWanted;
		return !isBusy && !saver.isUnsaved(generationId);
	}

	function isFull(): boolean {
		return residents.byteCount > limits.residentBytesMax;
	}

	function evict(): void {
		for (const index of residents.list()) {
			// The last one is in use, whatever its size.
			if (!isFull() || residents.count === 1) return;
			if (isIdle(index)) drop(index.generationId);
		}
	}

	// — following —

	async function look(): Promise<void> {
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
		tellStatus(all, residents);
		const durationMs = nowMs() - startMs;
		nextLookMs = nowMs() + Math.max(limits.lookIntervalMs, durationMs / lookShareMax);
	}

	/** Tells the store of a new generation that it is followed; of many together, as each alone waits for the disk. */
	async function register({ generationId, followedSeq }: GenerationState): Promise<void> {
		if (followedSeq === null) await store.items.moveFollower(generationId, follower, 0);
	}

	function noteBehind(state: GenerationState): void {
		const index = residents.get(state.generationId);
		if (index === undefined ? state.seq === 0 : index.visibleSeq >= state.seq) return;
		if (!backoff.isWaiting(state.generationId)) queue.put(state);
	}

	async function takeTurn(state: GenerationState): Promise<void> {
		const { generationId, hashid, indexName, kind } = state;
		const index = await open(state);
		if (index === undefined) return abandon(generationId);
		residents.use(generationId);
		const target = { hashid, indexName, generation: kind };
		const log = await store.items.readLog(target, index.indexedSeq, changesPerTurnMax);
		if (!isCurrent(index)) return;
		if (log === 'missing' || log.generationId !== generationId) return followMove(state);
		takeIn(index, state, log.changes);
	}

	function takeIn(index: ResidentIndex, state: GenerationState, changes: readonly ItemChange[]): void {
		index.state = state;
		if (changes.length > 0) index.pendingSinceMs ??= nowMs();
		for (const error of index.apply(changes)) fail(error, index.generationId);
		// The log was read after the state: at its end there is nothing up to the state's seq that was not read.
		if (changes.length === 0) index.indexedSeq = Math.max(index.indexedSeq, state.seq);
		const isThrough = index.indexedSeq >= state.seq;
		if (isThrough) index.isHidden = false;
		else queue.put(state);
		if (isThrough || isRefreshDue(index)) refresh(index);
		waiters.answer(index);
	}

	/** A generation that is not where it was: a temporary one went live, or it is gone. */
	async function followMove({ hashid, generationId }: GenerationState): Promise<void> {
		const state = await opener.findState(hashid, generationId);
		if (state === undefined) abandon(generationId);
		else queue.put(state);
	}

	function isRefreshDue(index: ResidentIndex): boolean {
		if (index.pendingBytes >= pendingBytesMax) return true;
		const delayMs = refreshDelayMs[index.isHidden ? 'temporary' : index.state.kind];
		return index.pendingSinceMs !== undefined && nowMs() - index.pendingSinceMs >= delayMs;
	}

	function refresh(index: ResidentIndex): void {
		const startMs = performance.now();
		if (!index.refresh()) return;
		options.onMeasure({ kind: 'refresh', durationMs: performance.now() - startMs });
		merger.merge(index);
		publish(index);
		saver.note(index.generationId);
	}

	// — disk —

	async function save(index: ResidentIndex): Promise<void> {
		if (!isCurrent(index)) return;
		const { generationId, language, prices, directory, segments, takeNumber, visibleSeq: seq } = index;
		if (seq === 0) return;
		const unsaved = { generationId, language, prices, seq, segments, takeNumber };
		index.saved = await saveIndex(files, directory, { index: unsaved, saved: index.saved });
		const outcome = await store.items.moveFollower(generationId, follower, seq);
		if (outcome === 'missing') abandon(generationId);
	}

	async function rebuild(hashid: string, generationId: number): Promise<void> {
		const state = await opener.findState(hashid, generationId);
		if (state === undefined) return;
		const old = await open(state);
		// A save that is under way would tell the store of a watermark that the new index has not.
		await saver.settle();
		if (old === undefined || !isCurrent(old) || old.isHidden || old.isSaving) return;
		saver.forget(generationId);
		const fresh = await opener.startOver(old, state);
		if (fresh === undefined || !isCurrent(old)) return;
		residents.put(fresh);
		queue.put(state);
		wake.resolve();
	}

	// — the loop —

	async function answerOpen(reader: IndexReaderLink, message: Extract<ReaderMessage, { kind: 'open' }>): Promise<void> {
		const { hashid, generationId, requestId, isCaughtUp } = message;
		const outcome = (kind: OpenOutcome) => reader.send({ kind: 'answered', requestId, outcome: kind });
		if (isHopeless(message)) return outcome('failed');
		try {
			const state = await opener.findState(hashid, generationId);
			let index = state === undefined ? undefined : await open(state);
			// Where memory is very short, one that was opened meanwhile may have put it out again.
			while (state !== undefined && index !== undefined && !isCurrent(index)) index = await open(state);
			if (state === undefined || index === undefined) return outcome('missing');
			residents.use(generationId);
			const seq = isCaughtUp ? state.seq : 0;
			// A first index of a generation that has items is nothing to show before a piece of it is there.
			const isUseful = index.visibleSeq > 0 || state.seq === 0;
			const wanted = { reader, requestId, seq: isUseful ? seq : Math.max(seq, 1) };
			waiters.add(generationId, wanted);
			if (index.visibleSeq < wanted.seq) queue.putFirst(state);
			else waiters.answer(index);
			wake.resolve();
		} catch (error) {
			fail(error, generationId);
			backoff.fail(generationId);
			outcome('failed');
		}
	}

	/** Whether what is asked for failed a moment ago: the disk is not asked again for each search. */
	function isHopeless({ generationId, isCaughtUp }: Extract<ReaderMessage, { kind: 'open' }>): boolean {
		const isThere = residents.get(generationId) !== undefined && !isCaughtUp;
		return !isThere && backoff.isWaiting(generationId);
	}

	async function work(): Promise<void> {
		if (nowMs() >= nextLookMs) await look();
		if (nowMs() >= nextCleanMs && cleaning === undefined) {
			nextCleanMs = nowMs() + limits.cleanIntervalMs;
			cleaning = cleanGenerations({
				...options,
				residents,
				abandon,
				settle: saver.settle,
				toDirectory: opener.toDirectory,
			})
				.catch((error) => fail(error))
				.finally(() => {
					cleaning = undefined;
				});
		}
		const next = queue.take();
		if (next !== undefined) await takeTurnSafely(next);
		merger.mergeDue();
		saver.startDue(isFull() ? 'pressed' : 'due');
		evict();
		await (next === undefined ? pause(nextLookMs - nowMs()) : giveWay());
	}

	async function takeTurnSafely(state: GenerationState): Promise<void> {
		try {
			await takeTurn(state);
			backoff.clear(state.generationId);
		} catch (error) {
			fail(error, state.generationId);
			waiters.dismiss(state.generationId, 'failed');
			backoff.fail(state.generationId);
		}
	}

	function pause(delayMs: number): Promise<void> {
		wake = Promise.withResolvers<void>();
		const timer = setTimeout(wake.resolve, Math.max(1, delayMs));
		return wake.promise.finally(() => clearTimeout(timer));
	}

	async function run(): Promise<void> {
		while (!isStopping) {
			try {
				await work();
			} catch (error) {
				fail(error);
				await pause(retryDelayMs);
			}
		}
	}

	const ended = run();
	return {
		attach(reader) {
			readers.add(reader);
			for (const index of residents.list()) {
				if (!index.isHidden) reader.send({ kind: 'published', index: index.toPublished(true) });
			}
		},
		receive(reader, message) {
			if (message.kind === 'open') void answerOpen(reader, message);
			else if (message.kind === 'used') for (const id of message.generationIds) residents.use(id);
			else void rebuild(message.hashid, message.generationId).catch((error) => fail(error, message.generationId));
		},
		async stop() {
			isStopping = true;
			wake.resolve();
			await ended;
			await options.mergeThread.stop();
			await cleaning;
			for (const index of residents.list()) if (!index.isHidden && index.refresh()) saver.note(index.generationId);
			await saver.settle();
			for (const { generationId } of residents.list()) {
				if (!saver.isUnsaved(generationId)) continue;
				saver.startDue('ending');
				await saver.settle();
			}
		},
	};
}

/** Lets messages and answers in between two turns. */
function giveWay(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
