import type { EventLocation } from '../domain/event/event-location.ts';

/** Where are callers, about? */
export interface Locator {
	/** @param ip an address without a port. @returns null where nothing is known of it. */
	locate(ip: string): EventLocation | null;
}

/** Of a server without a database of locations. */
export const noLocator: Locator = { locate: () => null };
