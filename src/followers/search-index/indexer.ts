/**
 * Makes the search indexes follow the store. There is one stream for each generation whose index is in memory:
 *
 *     begin     compares the store with the disk (`survey-indexes.ts`)
 *     poll      finds generations with writes that no index has (`poll-generations.ts`)
 *     slice     applies a batch of a log; at the end of the log it becomes visible (`apply-items.ts`)
 *     take      saves what changed some seconds ago, and reports its position to the store (`save-open-index.ts`)
 *     tend      merges segments, large ones in a thread of their own; removes directories without a generation
 */
import { comparePositions, estimateCount, startPosition } from '../../domain/log/position.ts';
import { runSteps } from '../../lib/steps.ts';
import { toError } from '../../lib/thrown.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemBatch } from '../../ports/item-repository.ts';
import { createFollower } from '../runtime/follower.ts';
import type { FollowerDefinition } from '../runtime/follower-definition.ts';
import type { Lane } from '../runtime/time-slices.ts';
import { answerOpen } from './answer-open.ts';
import { applyItems, followMove, readItems } from './apply-items.ts';
import { createAskedEngines, type EngineDemand } from './asked-engines.ts';
import { cleanGenerations } from './clean-generations.ts';
import { adoptGenerations } from './compare-past.ts';
import { adoptFollowed, beginDemand, isFollowed, leaveUnasked, noteAsked, whenReturned } from './follow-asked.ts';
import { mayImportPause } from './import-pauses.ts';
import { createIndexLag } from './index-lag.ts';
import { createIndexMerger } from './index-merger.ts';
import type { IndexReaderLink, ReaderMessage } from './index-messages.ts';
import { createIndexProgress } from './index-progress.ts';
import { createStatusTeller } from './index-status.ts';
import { createIndexWaiters } from './index-waiters.ts';
import type { IndexerOptions } from './indexer-options.ts';
import type { IndexerState, IndexFollower } from './indexer-state.ts';
import type { OpenIndex } from './open-index.ts';
import { createOpenIndexOpener } from './open-index-opener.ts';
import { pollGenerations } from './poll-generations.ts';
import { attach, broadcast, publish, withdraw } from './publish-index.ts';
import { rebuildIndex, takeIndex } from './save-open-index.ts';
import { openSnapshots, startOver } from './start-from-snapshot.ts';
import { beginSurvey, listGenerations, surveyIndexes } from './survey-indexes.ts';

export interface Indexer {
	/** From now on the reader gets every index that is in memory, and all changes. */
	attach(reader: IndexReaderLink): void;
	receive(reader: IndexReaderLink, message: ReaderMessage): void;
	/** Polls soon: the store may have writes that no index has. */
	hint(): void;
	/** As that of `Follower`. */
	expectHints(areSent: boolean): void;
	/** Makes everything visible and saves it, then ends. */
	stop(): Promise<void>;
}

/** So many writes are read, refreshed and published within some 30 ms. */
const smallWritesMax = 300;
const savesAtOnceMax = 4;

export function startIndexer(options: IndexerOptions): Indexer {
	const { limits, timing, readWaitMs } = options;
	const follower: IndexFollower = createFollower({
		...{ timing, readWaitMs },
		pollIntervalMs: limits.pollIntervalMs,
		checkpoints: { delayMs: limits.saveDelayMs, atOnceMax: savesAtOnceMax },
		openBytesMax: limits.memoryBytesMax,
		onFailure: (error, generationId) => options.onEvent({ kind: 'failed', generationId, error: toError(error) }),
	});
	const state = createState(options, follower);
	follower.start(define(state));
	return {
		attach: (reader) => attach(state, reader),
		receive(reader, message) {
			if (message.kind === 'open') void answerOpen(state, reader, message);
			else if (message.kind === 'used') for (const id of message.generationIds) noteUse(state, id);
			else void rebuild(state, message);
		},
		...{ hint: follower.hint, expectHints: follower.expectHints },
		stop: follower.stop,
	};
}

function createState(options: IndexerOptions, follower: IndexFollower): IndexerState {
	const { limits, timing, onMeasure } = options;
	const merger = createIndexMerger({
		mergeThread: options.mergeThread,
		mergeHereCountMax: limits.mergeHereCountMax,
		mergeBytesMax: limits.mergeBytesMax,
		thoroughDelayMs: limits.thoroughMergeDelayMs,
		find: follower.streams.get,
		isBehind: follower.isScheduled,
		nowMs: timing.nowMs,
		onMeasure,
		isCurrent: (index) => follower.isCurrent(index) && !follower.isStopping(),
		onMerged(index) {
			publish(state, index);
			follower.checkpoints.note(index.generationId);
		},
		onFailure: (error, generationId) => options.onEvent({ kind: 'failed', generationId, error: toError(error) }),
	});
	const opener = createOpenIndexOpener(options);
	const progress = createIndexProgress(timing.nowMs);
	const opening = new Set<number>();
	const lag = createIndexLag();
	const state: IndexerState = {
		...{ options, follower, merger, opener, progress, waiters: createIndexWaiters() },
		readers: new Set(),
		...{ lag, tellStatus: createStatusTeller(lag, onMeasure, timing.nowMs) },
		texts: options.texts,
		demand: createDemand(options),
		snapshots: openSnapshots(options, { opener, progress, follower, opening }),
		opening,
		...{ incarnation: undefined, surveying: undefined, catchingUp: undefined, cleaning: undefined, nextCleanMs: 0 },
	};
	return state;
}

function createDemand({ demand, files, directory, timing }: IndexerOptions): EngineDemand | undefined {
	if (demand === undefined) return undefined;
	const { keepMs, listCalls } = demand;
	const engines = createAskedEngines({ files, directory, keepMs, nowMs: timing.nowMs });
	return { engines, listCalls, leaving: undefined, returning: new Map() };
}

/** Of a search that found the index in the memory of its thread. */
function noteUse(state: IndexerState, generationId: number): void {
	const { follower, options } = state;
	follower.streams.use(generationId);
	const index = follower.streams.get(generationId);
	if (index === undefined) return;
	void noteAsked(state, index.state.hashid).catch((error) =>
		options.onEvent({ kind: 'failed', generationId, error: toError(error) }),
	);
}

function define(state: IndexerState): FollowerDefinition<number, GenerationState, OpenIndex, ItemBatch> {
	const { follower, waiters, progress } = state;
	return {
		keyOf: ({ generationId }) => generationId,
		laneOf: (generation) => toLane(state, generation),
		mayPause: ({ generationId, end }) =>
			mayImportPause(follower.streams.get(generationId), { end, ms: state.lag.readMs(generationId) }),
		begin: () => begin(state),
		poll: () => pollGenerations(state),
		open: (generation) => openIndex(state, generation),
		opened(index) {
			state.opening.delete(index.generationId);
			state.merger.note(index.generationId);
			if (index.isHidden) progress.expect(index.state, index.wholeAt);
			if (comparePositions(index.visible, index.state.end) < 0) follower.schedule(index.state);
			// Of a snapshot, or of a save that a crash interrupted: the store does not know of it.
			if (comparePositions(index.state.followed ?? startPosition, index.visible) < 0)
				follower.checkpoints.note(index.generationId);
			publish(state, index, true);
		},
		read: (index, generation) => readItems(state, index, generation),
		describe: ({ indexed }, { changes }, { end, hashid }) => ({
			...({ follower: 'search index', log: 'items', changeCount: changes.length, hashid } as const),
			lagCount: estimateCount(indexed, end),
		}),
		apply: (index, batch, slice) => applyItems(state, index, { batch, slice }),
		lost: (generation) => followMove(state, generation),
		take: async (index) => takeIndex(state, index),
		isIdle: ({ generationId, isMerging, isRefreshing, isHidden }) =>
			!isMerging && !isRefreshing && !isHidden && !waiters.has(generationId),
		closed: (index) => withdraw(state, index),
		gone(generationId) {
			progress.forget(generationId);
			waiters.dismiss(generationId, 'missing');
		},
		failed(generationId) {
			progress.noteFailure(generationId);
			// The next try is in a second: who waits goes on waiting.
			if (follower.hasFailed(generationId)) waiters.dismiss(generationId, 'failed');
		},
		async tend() {
			cleanDue(state);
			state.merger.mergeDue();
			progress.tellDue((told) => broadcast(state, { kind: 'progress', progress: told }));
			return Number.POSITIVE_INFINITY;
		},
		end: () => end(state),
	};
}

function toLane({ follower, waiters }: IndexerState, { generationId, end, followed }: GenerationState): Lane {
	const visible = follower.streams.get(generationId)?.visible ?? followed ?? startPosition;
	if (estimateCount(visible, end) <= smallWritesMax) return 'small';
	return waiters.has(generationId) ? 'wanted' : 'large';
}

async function begin(state: IndexerState): Promise<void> {
	const { options, opener, progress, follower } = state;
	const survey = {
		...{ opener, progress },
		isOpen: (generationId: number) => follower.streams.get(generationId) !== undefined,
		onDamaged: (generation: GenerationState, problem: string) => startOver(state, generation, problem),
		isStopping: follower.isStopping,
	};
	await state.snapshots?.begin();
	const incarnation = await opener.past.readIncarnation();
	const all = await listGenerations(options);
	await beginDemand(state, all);
	const generations = await adoptFollowed(state, all);
	beginSurvey(generations, progress);
	await adoptGenerations(state, generations, incarnation);
	state.surveying = surveyIndexes(generations, survey).finally(follower.wake);
}

async function openIndex(state: IndexerState, { hashid, generationId }: GenerationState) {
	const { opener, progress, options, snapshots, opening } = state;
	await whenReturned(state, hashid);
	while (snapshots?.isTaking(generationId)) await snapshots.settled(generationId);
	// It may have lapsed since it was queued.
	if (!isFollowed(state, { hashid })) return 'gone';
	opening.add(generationId);
	let index: OpenIndex | undefined;
	try {
		// Asked again, because the store's answer must be newer than any save of ours.
		const generation = await opener.findState(hashid, generationId);
		if (generation === undefined) return 'gone';
		state.texts?.readmit(generation);
		const onDamage = (problem: string) => options.onEvent({ kind: 'rebuilding', generationId, problem });
		const wanted = progress.wantedOf(generationId);
		// What the start saw may have been lost since: nobody will write it.
		const wholeAt = comparePositions(wanted, generation.end) <= 0 ? wanted : generation.end;
		index = await opener.open(generation, wholeAt, onDamage);
		return index ?? 'gone';
	} finally {
		// Otherwise when it is in memory.
		if (index === undefined) opening.delete(generationId);
	}
}

async function rebuild(state: IndexerState, message: Extract<ReaderMessage, { kind: 'rebuild' }>): Promise<void> {
	const { hashid, generationId } = message;
	const rebuilt = noteAsked(state, hashid).then(() => rebuildIndex(state, hashid, generationId));
	await rebuilt.catch((error) => state.options.onEvent({ kind: 'failed', generationId, error: toError(error) }));
}

function cleanDue(state: IndexerState): void {
	const { options, follower, opener } = state;
	const { timing, limits } = options;
	if (timing.nowMs() < state.nextCleanMs || state.cleaning !== undefined) return;
	state.nextCleanMs = timing.nowMs() + limits.cleanIntervalMs;
	const clean = () =>
		cleanGenerations({
			...options,
			openIndexes: follower.streams,
			abandon: follower.close,
			texts: state.texts,
			settle: follower.checkpoints.settle,
			toDirectory: opener.toDirectory,
		});
	state.cleaning = leaveUnasked(state)
		.finally(clean)
		.catch((error) => options.onEvent({ kind: 'failed', generationId: undefined, error: toError(error) }))
		.finally(() => {
			state.cleaning = undefined;
		});
}

async function end(state: IndexerState): Promise<void> {
	const { options, follower, surveying, catchingUp, cleaning, texts, demand } = state;
	await state.snapshots?.stop();
	await surveying;
	await catchingUp;
	await options.mergeThread.stop();
	await cleaning;
	for (const index of follower.streams.list()) {
		const isWaitedFor = index.isHidden && index.isReplacement;
		if (!isWaitedFor && runSteps(index.refresh())) follower.checkpoints.note(index.generationId);
	}
	try {
		await demand?.engines.save();
	} finally {
		texts?.close();
	}
}
