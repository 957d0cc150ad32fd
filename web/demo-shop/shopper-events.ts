/** What shoppers do on the shop's own pages. The elements report what is done inside of them. */
import { createEventClient } from '../client/events.ts';
import type { CartLine } from './cart-store.ts';
import type { ShopSettings } from './shop-settings.ts';

/** The index of the demo catalogue. */
const index = 'product';

/** The session that the elements keep where the shopper agreed; without one nothing is reported. */
function readSession(): string | undefined {
	try {
		return (JSON.parse(localStorage.getItem('vitrine-session') ?? 'null') as { id?: string } | null)?.id;
	} catch {
		// The browser forbids storage.
		return undefined;
	}
}

function createEvents({ server, hashid }: ShopSettings) {
	const sessionId = readSession();
	return sessionId === undefined ? undefined : createEventClient({ url: server, hashid, sessionId });
}

/** A shop goes on selling when an event is lost. */
function reportFailure(error: unknown): void {
	console.warn('an event was not reported', error);
}

export function reportAddition(settings: ShopSettings, { id, title, price }: CartLine, amount: number): void {
	createEvents(settings)?.addToCart({ id, index, title, amount, price }).catch(reportFailure);
}

export function reportRemoval(settings: ShopSettings, id: string, amount: number): void {
	createEvents(settings)?.removeFromCart({ id, index, amount }).catch(reportFailure);
}

export function reportCheckout(settings: ShopSettings): void {
	createEvents(settings)?.checkout().catch(reportFailure);
}
