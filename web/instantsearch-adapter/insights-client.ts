/** Events of InstantSearch as those of Vitrine: clicks, additions to the cart and purchases. Views are in searches already. */
import type { Connection } from './adapter-options.ts';

interface Payload {
	readonly queryID?: string;
	readonly objectIDs?: readonly string[];
	readonly positions?: readonly number[];
	readonly eventSubtype?: string;
	readonly objectData?: readonly { readonly quantity?: number; readonly price?: number | string }[];
}

type Callback = (error: unknown, value: string) => void;
export type InsightsClient = ((method: string, ...more: unknown[]) => Promise<void>) & { readonly version: string };

/** Resolves when events were sent; one that fails is lost, as with other clients. */
export function createInsights(connection: Connection): InsightsClient {
	const { sessionId } = connection;
	async function report(method: string, ...more: unknown[]): Promise<void> {
		if (method === 'getUserToken') (more[1] as Callback | undefined)?.(null, sessionId);
		if (!/^(clicked|converted|addedToCart|purchased)ObjectIDs/.test(method)) return;
		const payload = (more[0] ?? {}) as Payload;
		const calls = (payload.objectIDs ?? []).map((dfid, at) => sendEvent(connection, { method, payload, dfid, at }));
		await Promise.all(calls);
		const isCart = method.startsWith('addedToCart') || payload.eventSubtype === 'addToCart';
		const isBought = payload.objectIDs?.some((dfid) => connection.seen.has(dfid)) === true;
		if (!method.startsWith('clicked') && !isCart && isBought)
			await put(connection, 'checkout', { query_id: payload.queryID });
	}
	// The middleware asks clients of before 2.6 for credentials.
	return Object.assign(report, { version: '2.17.2' });
}

interface Named {
	readonly method: string;
	readonly payload: Payload;
	readonly dfid: string;
	readonly at: number;
}

function sendEvent(connection: Connection, { method, payload, dfid, at }: Named): Promise<void> {
	const { queryID: query_id, positions, objectData } = payload;
	if (method.startsWith('clicked')) return put(connection, 'click', { dfid, query_id, position: positions?.[at] });
	const { id, type: index, title, price } = connection.seen.get(dfid) ?? {};
	if (id === undefined) return Promise.resolve();
	const { quantity: amount = 1, price: paid = price } = objectData?.[at] ?? {};
	const line = { id, index, title, amount, price: paid, query_id };
	return put(connection, `cart/${encodeURIComponent(connection.sessionId)}`, line);
}

async function put({ url, hashid, sessionId, fetch: ask = fetch }: Connection, what: string, event: object) {
	// An event goes on when the page is left.
	const headers = { 'content-type': 'application/json' };
	const sent = { method: 'PUT', headers, keepalive: true, body: JSON.stringify({ session_id: sessionId, ...event }) };
	await ask(`${url}/6/${hashid}/stats/${what}`, sent).catch(() => undefined);
}
