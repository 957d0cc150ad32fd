/** Erasing the events of one shopper. */
import { hash } from 'node:crypto';
import type { QueuedEvent } from './shopper-event.ts';

/** Whose events are erased in a search engine; `unnamedSessionId`: the events of a session that have no user id. */
export type ErasedShopper =
	| { readonly sessionId: string }
	| { readonly userId: string }
	| { readonly unnamedSessionId: string };

/** Keeps events that are still queued from being written after their shopper was erased. */
export interface Suppression {
	readonly hashid: string;
	/** Identifies the shopper without revealing the id: SHA-256 in 64 hex digits. */
	readonly subject: string;
	/** Events queued up to this time are no longer written; by `Clock.steadyMs`. */
	readonly erasedAtMs: number;
}

export function toErasureSubject(shopper: ErasedShopper): string {
	const [[kind, id] = []] = Object.entries(shopper);
	return hash('sha256', `${kind} ${id}`, 'hex');
}

/** Whether one of the suppressions forbids writing the event. */
export function isErased(event: QueuedEvent, suppressions: readonly Suppression[]): boolean {
	const { hashid, sessionId, userId, queuedAtMs } = event;
	const own = suppressions.filter(
		(suppression) => suppression.hashid === hashid && queuedAtMs <= suppression.erasedAtMs,
	);
	if (own.length === 0) return false;
	const subjects = [
		...(sessionId === null ? [] : [toErasureSubject({ sessionId })]),
		...(userId === null ? [] : [toErasureSubject({ userId })]),
		...(userId === null && sessionId !== null ? [toErasureSubject({ unnamedSessionId: sessionId })] : []),
	];
	return own.some(({ subject }) => subjects.includes(subject));
}
