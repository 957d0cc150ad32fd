/**
 * Who is shopping, as far as the page may know. `data-consent` on an element, or on any element around it, decides:
 *
 *     granted    the session and the last searches are kept in the browser, for this origin
 *     denied     nothing is kept, nothing is reported, and searches do not count; any other word is taken for this one
 *     absent     a session for as long as the page is open, of which nothing is kept; empty is absent
 */
import { readStored, removeStored, store } from './browser-storage.ts';
import { findAround } from './find-around.ts';

export type Consent = 'granted' | 'denied' | 'absent';

const sessionKey = 'vitrine-session';
/** A shopper who returns later is another session, as is usual in web statistics. */
const idleMsMax = 30 * 60_000;

let pageSession: string | undefined;

export function readConsent(element: Element): Consent {
	const consent = findAround(element, '[data-consent]')?.getAttribute('data-consent')?.trim();
	if (!consent) return 'absent';
	return consent === 'granted' ? consent : 'denied';
}

/** 32 hex digits; undefined where the shopper said no. Whatever was kept is deleted where nothing may be kept. */
export function readSession(element: Element): string | undefined {
	const consent = readConsent(element);
	if (consent !== 'granted') removeStored(sessionKey);
	if (consent === 'denied') return undefined;
	const stored = consent === 'granted' ? readStoredSession() : undefined;
	pageSession = stored ?? pageSession ?? makeId();
	if (consent === 'granted') store(sessionKey, { id: pageSession, usedMs: Date.now() });
	return pageSession;
}

function readStoredSession(): string | undefined {
	const stored = readStored(sessionKey) as { id?: unknown; usedMs?: unknown } | null | undefined;
	if (typeof stored?.id !== 'string' || !/^[0-9a-f]{32}$/.test(stored.id)) return undefined;
	return Date.now() - Number(stored.usedMs) < idleMsMax ? stored.id : undefined;
}

/** `crypto.randomUUID` does not exist on pages without TLS. */
function makeId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
