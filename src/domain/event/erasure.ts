/** Erasing what one shopper did. */
import { hash } from 'node:crypto';
import type { QueuedEvent } from './shopper-event.ts';

/** Whose events are erased, in one search engine; `unnamedSessionId`: those of a session that name no user. */
export type ErasedShopper =
	| { readonly sessionId: string }
	| { readonly userId: string }
	| { readonly unnamedSessionId: string };

/** Keeps events that are still queued from being written after their shopper was erased. */
export interface Suppression {
	readonly hashid: string;
	/** Names the shopper to whom knows it, and to nobody else who did not guess it: SHA-256 in 64 hex digits. */
	readonly subject: string;
	/** Events that were queued up to then are not written any more; by `Clock.steadyMs`. */
	readonly erasedAtMs: number;
}

export function toErasureSubject(shopper: ErasedShopper): string {
	const [[kind, id] = []] = Object.entries(shopper);
	return hash('sha256', `${kind} ${id}`, 'hex');
}

/** Whether one of the marks says that the event must not be written. */
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
