/**
 * Answers searching threads that ask for an index they do not have: it is loaded from disk, is being built, or does not
 * exist.
 */
import { type Position, startPosition } from '../../domain/log/position.ts';
import { toError } from '../../lib/thrown.ts';
import { noteAsked } from './follow-asked.ts';
import type { IndexReaderLink, OpenOutcome, ReaderMessage } from './index-messages.ts';
import type { IndexerState } from './indexer-state.ts';
import type { OpenIndex } from './open-index.ts';
import { isBeingTaken } from './start-from-snapshot.ts';

type OpenMessage = Extract<ReaderMessage, { kind: 'open' }>;

/** The first pause after a failure is not longer. */
const retryWaitMsMax = 1_000;

export async function answerOpen(state: IndexerState, reader: IndexReaderLink, message: OpenMessage): Promise<void> {
	const outcome =
		(await tryToOpen(state, reader, message)) ?? (await tryAgain(state, reader, message)) ?? toFailure(state, message);
	if (outcome !== 'waiting') reader.send({ kind: 'answered', requestId: message.requestId, outcome });
}

type OpenAttempt = OpenOutcome | 'waiting' | undefined;

/** `waiting`: the reader is answered once it can have what it wants. Undefined: it failed, now or a moment ago. */
async function tryToOpen(state: IndexerState, reader: IndexReaderLink, message: OpenMessage): Promise<OpenAttempt> {
	const { follower, waiters, progress, options } = state;
	const { generationId, isCaughtUp } = message;
	if (readRetryWaitMs(state, message) > 0) return undefined;
	try {
		await noteAsked(state, message.hashid);
		if (await isOnItsWay(state, message)) return progress.find(generationId) ?? 'failed';
		const opened = await openNow(state, message);
		if (opened === undefined) return 'missing';
		const { generation, index } = opened;
		follower.streams.use(generationId);
		const { end, incarnation } = generation;
		wait(state, { reader, message, index, position: isCaughtUp ? end : startPosition, incarnation });
		// The next poll compares it with what the store has now.
		if (index.incarnation !== incarnation) follower.hint();
		if (waiters.has(generationId)) follower.schedule(generation);
		follower.wake();
		return 'waiting';
	} catch (error) {
		// All who asked at once share it.
		if (follower.readBackoffMs(generationId) === 0) {
			options.onEvent({ kind: 'failed', generationId, error: toError(error) });
			progress.noteFailure(generationId);
			follower.fail(generationId);
		}
		return undefined;
	}
}

/** What failed once is tried again within a second, for all who ask meanwhile. */
async function tryAgain(state: IndexerState, reader: IndexReaderLink, message: OpenMessage): Promise<OpenAttempt> {
	const { follower, options } = state;
	const waitMs = readRetryWaitMs(state, message);
	if (waitMs > retryWaitMsMax || message.buildWaitMs === 0) return undefined;
	await new Promise<void>((resolve) => options.timing.startTimer(waitMs, resolve, 'idle'));
	return follower.isStopping() ? undefined : tryToOpen(state, reader, message);
}

/** Whether the snapshot of the index is still on its way, after as long as the caller waits. */
async function isOnItsWay(state: IndexerState, message: OpenMessage): Promise<boolean> {
	const { follower, snapshots, opener, options } = state;
	const { hashid, generationId, buildWaitMs } = message;
	if (snapshots === undefined) return false;
	await follower.begun;
	if (follower.streams.get(generationId) !== undefined) return false;
	const generation = await opener.findState(hashid, generationId);
	if (generation === undefined || !(await isBeingTaken(state, generation))) return false;
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const callOff =
		buildWaitMs === undefined ? () => undefined : options.timing.startTimer(buildWaitMs, () => resolve(true), 'idle');
	void snapshots.settled(generationId).then(() => resolve(false));
	return promise.finally(callOff);
}

async function openNow({ follower, opener }: IndexerState, { hashid, generationId }: OpenMessage) {
	// Before this it is not known which indexes are whole.
	await follower.begun;
	const generation = await opener.findState(hashid, generationId);
	if (generation === undefined) return undefined;
	let index = await follower.open(generation);
	// When memory is very short, opening another index may have evicted it again.
	while (index !== undefined && !follower.isCurrent(index)) index = await follower.open(generation);
	return index === undefined ? undefined : { generation, index };
}

/** How long an index that failed is not tried again: the disk is not accessed again for each search. */
function readRetryWaitMs({ follower }: IndexerState, { generationId, isCaughtUp }: OpenMessage): number {
	const isThere = follower.streams.get(generationId) !== undefined && !isCaughtUp;
	return isThere ? 0 : follower.readBackoffMs(generationId);
}

/** Callers that only want to know the progress get it. */
function toFailure({ progress }: IndexerState, { generationId, buildWaitMs }: OpenMessage): OpenOutcome {
	return buildWaitMs === 0 ? (progress.find(generationId) ?? 'failed') : 'failed';
}

interface Wait {
	readonly reader: IndexReaderLink;
	readonly message: OpenMessage;
	readonly index: OpenIndex;
	readonly position: Position;
	readonly incarnation: string;
}

function wait({ waiters, progress, options }: IndexerState, { message, index, ...wanted }: Wait): void {
	const { generationId, requestId, buildWaitMs } = message;
	const waiter = { ...wanted, requestId };
	waiters.add(generationId, waiter);
	waiters.answer(index);
	if (!index.isHidden || buildWaitMs === undefined) return;
	const dismiss = () => waiters.dismissOne(generationId, waiter, progress.find(generationId) ?? 'failed');
	options.timing.startTimer(buildWaitMs, dismiss, 'idle');
}
