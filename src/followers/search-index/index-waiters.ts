import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import type { IndexReaderLink, OpenOutcome } from './index-messages.ts';
import type { OpenIndex } from './open-index.ts';

/**
 * A reader that waits for an index to be published with the writes up to `position` of an incarnation of the store; the start
 * means the index as it is.
 */
export interface Waiter {
	readonly reader: IndexReaderLink;
	readonly requestId: number;
	readonly position: Position;
	readonly incarnation: string;
}

export interface IndexWaiters {
	has(generationId: number): boolean;
	add(generationId: number, waiter: Waiter): void;
	/** Who waits for writes of another incarnation waits for what is left of them: all that the store has now. @param end of this one */
	carryOver(index: Pick<OpenIndex, 'generationId' | 'incarnation'>, end: Position): void;
	/** Answers the waiters whose condition is met. */
	answer(index: Pick<OpenIndex, 'generationId' | 'incarnation' | 'visible' | 'isHidden'>): void;
	/** Answers one reader, if it still waits. */
	dismissOne(generationId: number, waiter: Waiter, outcome: OpenOutcome): void;
	/** Tells all waiters of an index that it will not come. */
	dismiss(generationId: number, outcome: OpenOutcome): void;
}

export function createIndexWaiters(): IndexWaiters {
	const waiters = new Map<number, Waiter[]>();
	return {
		has: (generationId) => waiters.has(generationId),
		add(generationId, waiter) {
			waiters.set(generationId, [...(waiters.get(generationId) ?? []), waiter]);
		},
		carryOver({ generationId, incarnation }, end) {
			const waiting = waiters.get(generationId);
			const carry = (waiter: Waiter): Waiter =>
				waiter.incarnation === incarnation || waiter.position === startPosition
					? waiter
					: { ...waiter, incarnation, position: end };
			if (waiting !== undefined) waiters.set(generationId, waiting.map(carry));
		},
		answer(index) {
			const { generationId } = index;
			const waiting = waiters.get(generationId);
			if (waiting === undefined || index.isHidden) return;
			const rest = waiting.filter((waiter) => !isMet(waiter, index));
			if (rest.length === 0) waiters.delete(generationId);
			else waiters.set(generationId, rest);
			for (const waiter of waiting.filter((one) => isMet(one, index))) {
				waiter.reader.send({ kind: 'answered', requestId: waiter.requestId, outcome: 'ready' });
			}
		},
		dismissOne(generationId, waiter, outcome) {
			const waiting = waiters.get(generationId) ?? [];
			const isOther = ({ reader, requestId }: Waiter) => reader !== waiter.reader || requestId !== waiter.requestId;
			const rest = waiting.filter(isOther);
			if (rest.length === waiting.length) return;
			if (rest.length === 0) waiters.delete(generationId);
			else waiters.set(generationId, rest);
			waiter.reader.send({ kind: 'answered', requestId: waiter.requestId, outcome });
		},
		dismiss(generationId, outcome) {
			const waiting = waiters.get(generationId) ?? [];
			waiters.delete(generationId);
			for (const { reader, requestId } of waiting) reader.send({ kind: 'answered', requestId, outcome });
		},
	};
}

function isMet({ position, incarnation }: Waiter, index: Pick<OpenIndex, 'visible' | 'incarnation'>): boolean {
	if (position === startPosition) return true;
	return incarnation === index.incarnation && comparePositions(position, index.visible) <= 0;
}
