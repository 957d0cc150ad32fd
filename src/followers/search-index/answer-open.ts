/** Answers threads that search, of an index that they have not: it comes from disk, is being built, or is none. */
import { type Position, startPosition } from '../../domain/log/position.ts';
import type { Backoff } from '../runtime/backoff.ts';
import type { IndexMemory } from './index-memory.ts';
import type { IndexReaderLink, OpenOutcome, ReaderMessage } from './index-messages.ts';
import type { IndexProgress } from './index-progress.ts';
import type { IndexWaiters } from './index-waiters.ts';
import type { ResidentIndexOpener } from './open-resident-index.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { Residents } from './residents.ts';

type OpenMessage = Extract<ReaderMessage, { kind: 'open' }>;

export interface OpenAnswererOptions {
	readonly opener: ResidentIndexOpener;
	readonly memory: IndexMemory;
	readonly residents: Residents;
	readonly waiters: IndexWaiters;
	readonly progress: IndexProgress;
	readonly backoff: Backoff;
	/** Resolves when the indexer knows what is whole. */
	readonly begun: Promise<void>;
	readonly wake: () => void;
	readonly onFailure: (error: unknown, generationId: number) => void;
}

export function createOpenAnswerer(options: OpenAnswererOptions) {
	const { opener, memory, residents, waiters, progress, backoff } = options;

	async function openNow({ hashid, generationId }: OpenMessage) {
		await options.begun;
		const state = await opener.findState(hashid, generationId);
		let index = state === undefined ? undefined : await memory.open(state);
		// Where memory is very short, one that was opened meanwhile may have put it out again.
		while (state !== undefined && index !== undefined && !memory.isCurrent(index)) index = await memory.open(state);
		return state === undefined || index === undefined ? undefined : { state, index };
	}

	/** Whether what is asked for failed a moment ago: the disk is not asked again for each search. */
	function isHopeless({ generationId, isCaughtUp }: OpenMessage): boolean {
		const isThere = residents.get(generationId) !== undefined && !isCaughtUp;
		return !isThere && backoff.isWaiting(generationId);
	}

	/** Who only wants to know how far it is gets that. */
	function toFailure({ generationId, buildWaitMs }: OpenMessage): OpenOutcome {
		return buildWaitMs === 0 ? (progress.find(generationId) ?? 'failed') : 'failed';
	}

	function wait(reader: IndexReaderLink, message: OpenMessage, opened: { index: ResidentIndex; position: Position }) {
		const { generationId, requestId, buildWaitMs } = message;
		const { index, position } = opened;
		const waiter = { reader, requestId, position };
		waiters.add(generationId, waiter);
		waiters.answer(index);
		if (!index.isHidden || buildWaitMs === undefined) return;
		setTimeout(() => {
			waiters.dismissOne(generationId, waiter, progress.find(generationId) ?? 'failed');
		}, buildWaitMs).unref();
	}

	return async (reader: IndexReaderLink, message: OpenMessage): Promise<void> => {
		const { generationId, requestId, isCaughtUp } = message;
		const answer = (outcome: OpenOutcome) => reader.send({ kind: 'answered', requestId, outcome });
		if (isHopeless(message)) return answer(toFailure(message));
		try {
			const opened = await openNow(message);
			if (opened === undefined) return answer('missing');
			const { state, index } = opened;
			residents.use(generationId);
			wait(reader, message, { index, position: isCaughtUp ? state.end : startPosition });
			if (waiters.has(generationId)) memory.enqueue(state);
			options.wake();
		} catch (error) {
			options.onFailure(error, generationId);
			progress.noteFailure(generationId);
			backoff.fail(generationId);
			answer(toFailure(message));
		}
	};
}
