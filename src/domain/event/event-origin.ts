/** Who did what an event tells, when, and how it is known. */
import { toOccurrence } from './occurrence.ts';
import type { EventClient, ShopperEvent } from './shopper-event.ts';

export interface EventOrigin extends EventClient, Pick<ShopperEvent, 'sessionId' | 'userId' | 'queryId'> {
	/** When it happened, in ms since 1970, if a caller whose word is believed says so; otherwise when it arrived. */
	readonly occurredAtMs?: number;
}

interface EventFacts extends Pick<ShopperEvent, 'id' | 'storeId' | 'hashid' | 'action'> {
	readonly arrivedAtMs: number;
}

/** An event of this origin. An origin may have other members besides, which no event keeps. */
export function createShopperEvent(
	{ sessionId, userId, clientKey, isBot, device, location, queryId, occurredAtMs }: EventOrigin,
	{ arrivedAtMs, ...about }: EventFacts,
): ShopperEvent {
	const who = { sessionId, userId, clientKey, isBot, device, location };
	const named = queryId === undefined ? {} : { queryId };
	return { ...about, ...who, ...named, occurredAtMs: toOccurrence(occurredAtMs, arrivedAtMs) };
}
