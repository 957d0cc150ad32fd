/**
 * Who makes the search indexes follow the store? One loop for all indexes of a zone, however many they are:
 *
 *     start    what does the store hold, and what is on disk? (`survey-indexes.ts`)
 *     look     which generations have writes that no index has? (one question to the store)
 *     turn     take the next of them, read a piece of its log, take it in; at the end of the log make it visible
 *     save     what changed some seconds ago goes to disk, and the store hears how far it is
 *     merge    many segments become one; large ones in a thread of their own, and more of them when the log is quiet
 *     evict    what was not used longest leaves the memory when it is too full
 *
 * The store's word of how far the indexer is (its follower row) never runs ahead of the disk. So what a crash takes away
 * is read again, and generations that nobody writes to or searches are not even opened.
 */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import { runSteps } from '../../lib/steps.ts';
import { toError } from '../../lib/thrown.ts';
import { createBackoff } from '../runtime/backoff.ts';
import { createOpenAnswerer } from './answer-open.ts';
import { cleanGenerations } from './clean-generations.ts';
import { createLogFollower, giveWay } from './follow-log.ts';
import { createIndexMemory } from './index-memory.ts';
import { createIndexMerger } from './index-merger.ts';
import type { IndexReaderLink, ReaderMessage } from './index-messages.ts';
import { createIndexProgress } from './index-progress.ts';
import { createIndexSaver } from './index-saver.ts';
import { createIndexWaiters } from './index-waiters.ts';
import type { IndexerOptions } from './indexer-options.ts';
import { createResidentIndexOpener } from './open-resident-index.ts';
import type { ResidentIndex } from './resident-index.ts';
import { createResidents } from './residents.ts';
import { saveIndex } from './saved-index.ts';
import { beginSurvey, surveyIndexes } from './survey-indexes.ts';
import { createTurnQueue } from './turn-queue.ts';

export interface Indexer {
	/** From now on the reader gets every index that is in memory, and all changes. */
	attach(reader: IndexReaderLink): void;
	receive(reader: IndexReaderLink, message: ReaderMessage): void;
	/** Makes visible and saves what there is, then ends. */
	stop(): Promise<void>;
}

const retryDelayMs = 1_000;

export function startIndexer(options: IndexerOptions): Indexer {
	const { store, files, follower, limits, nowMs, onEvent } = options;
	const opener = createResidentIndexOpener(options);
	const residents = createResidents();
	const queue = createTurnQueue();
	const waiters = createIndexWaiters();
	const progress = createIndexProgress(nowMs);
	const backoff = createBackoff(nowMs);
	const saver = createIndexSaver({
		save,
		find: residents.get,
		onFailure,
		onEnd: () => wake.resolve(),
		nowMs,
		delayMs: limits.saveDelayMs,
	});
	const merger = createIndexMerger({
		mergeThread: options.mergeThread,
		mergeHereCountMax: limits.mergeHereCountMax,
		mergeBytesMax: limits.mergeBytesMax,
		thoroughDelayMs: limits.thoroughMergeDelayMs,
		find: residents.get,
		isBehind: queue.has,
		nowMs,
		onMeasure: options.onMeasure,
		isCurrent: (index) => memory.isCurrent(index) && !isStopping,
		onMerged(index) {
			memory.publish(index);
			saver.note(index.generationId);
		},
		onFailure,
	});
	const { residentBytesMax } = limits;
	const parts = { opener, residents, queue, waiters, progress, backoff, saver, merger };
	const memory = createIndexMemory({ ...parts, residentBytesMax, onEvent });
	const log = createLogFollower({ ...options, ...parts, memory, onFailure });
	const begun = Promise.withResolvers<void>();
	const answerOpen = createOpenAnswerer({
		...parts,
		memory,
		begun: begun.promise,
		wake: () => wake.resolve(),
		onFailure,
	});
	let wake = Promise.withResolvers<void>();
	let isStopping = false;
	let nextCleanMs = 0;
	let cleaning: Promise<void> | undefined;
	let surveying: Promise<void> | undefined;

	function onFailure(error: unknown, generationId?: number): void {
		onEvent({ kind: 'failed', generationId, error: toError(error) });
	}

	async function save(index: ResidentIndex): Promise<void> {
		if (!memory.isCurrent(index)) return;
		const { generationId, language, prices, schema, directory, segments, takeNumber, visible: position } = index;
		if (comparePositions(position, startPosition) <= 0) return;
		const unsaved = { generationId, language, prices, schema, position, segments, takeNumber };
		index.saved = await saveIndex(files, directory, { index: unsaved, saved: index.saved });
		const outcome = await store.items.moveFollower(generationId, follower, position);
		if (outcome === 'missing') memory.abandon(generationId);
	}

	async function rebuild(hashid: string, generationId: number): Promise<void> {
		await begun.promise;
		const state = await opener.findState(hashid, generationId);
		if (state === undefined) return;
		const old = await memory.open(state);
		// A save that is under way would tell the store of a watermark that the new index has not.
		await saver.settle();
		if (old === undefined || !memory.isCurrent(old) || old.isSaving) return;
		// One that is being built already goes on, unless its owner has said something else of its fields meanwhile.
		if (old.isHidden && old.schema === state.schema) return;
		saver.forget(generationId);
		const fresh = await opener.startOver(old, state);
		if (fresh === undefined || !memory.isCurrent(old)) return;
		residents.put(fresh);
		progress.expectReplacement(state, fresh.wholeAt);
		memory.enqueue(state);
		wake.resolve();
	}

	async function begin(): Promise<void> {
		const survey = {
			...{ store, opener, follower, progress },
			isResident: (generationId: number) => residents.get(generationId) !== undefined,
			onDamaged: memory.enqueue,
			isStopping: () => isStopping,
		};
		const states = await beginSurvey(survey);
		surveying = surveyIndexes(states, survey).finally(() => wake.resolve());
		begun.resolve();
	}

	function cleanDue(): void {
		if (nowMs() < nextCleanMs || cleaning !== undefined) return;
		nextCleanMs = nowMs() + limits.cleanIntervalMs;
		const { abandon } = memory;
		cleaning = cleanGenerations({
			...options,
			residents,
			abandon,
			settle: saver.settle,
			toDirectory: opener.toDirectory,
		})
			.catch((error) => onFailure(error))
			.finally(() => {
				cleaning = undefined;
			});
	}

	async function work(): Promise<void> {
		await log.lookDue();
		cleanDue();
		const hasWorked = await log.takeNextTurn();
		merger.mergeDue();
		saver.startDue(memory.isFull() ? 'pressed' : 'due');
		memory.evict();
		progress.tellDue((told) => memory.broadcast({ kind: 'progress', progress: told }));
		await (hasWorked ? giveWay() : pause(log.nextLookMs - nowMs()));
	}

	function pause(delayMs: number): Promise<void> {
		wake = Promise.withResolvers<void>();
		const timer = setTimeout(wake.resolve, Math.max(1, delayMs));
		return wake.promise.finally(() => clearTimeout(timer));
	}

	async function run(): Promise<void> {
		while (!isStopping) {
			try {
				if (surveying === undefined) await begin();
				await work();
			} catch (error) {
				onFailure(error);
				await pause(retryDelayMs);
			}
		}
	}

	const ended = run();
	return {
		attach: memory.attach,
		receive(reader, message) {
			if (message.kind === 'open') void answerOpen(reader, message);
			else if (message.kind === 'used') for (const id of message.generationIds) residents.use(id);
			else void rebuild(message.hashid, message.generationId).catch((error) => onFailure(error, message.generationId));
		},
		async stop() {
			isStopping = true;
			wake.resolve();
			await ended;
			await surveying;
			await options.mergeThread.stop();
			await cleaning;
			for (const index of residents.list()) {
				if (!(index.isHidden && index.isReplacement) && runSteps(index.refresh())) saver.note(index.generationId);
			}
			await saver.settle();
			for (const { generationId } of residents.list()) {
				if (!saver.isUnsaved(generationId)) continue;
				saver.startDue('ending');
				await saver.settle();
			}
		},
	};
}
