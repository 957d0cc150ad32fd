/** What shoppers do, told to the events API. The server's answer is of no concern to the shopper. */
import { asJson, type Caller, readUser } from './call-server.ts';
import { readSession } from './shopper.ts';
import type { Item } from './wire.ts';

/** Where an item was shown. */
export interface Showing {
	/** From 1. */
	readonly position: number;
	/** The answer to a search that it stood in. */
	readonly queryId?: string;
	readonly query?: string;
	/** The widget that it stood in. */
	readonly widgetId?: string;
}

export function reportClick(caller: Caller, { dfid }: Item, { position, queryId, query, widgetId }: Showing): void {
	const body = { dfid, position, ...nameQuery(queryId) };
	if (widgetId !== undefined) report(caller, { method: 'POST', path: `api/widget/${widgetId}/click` }, body);
	else
		report(caller, { method: 'PUT', path: `6/${caller.engine}/stats/click` }, { ...body, ...(query ? { query } : {}) });
}

export function reportCart(caller: Caller, item: Item, { queryId, widgetId }: Showing): void {
	const price = typeof item.best_price === 'number' ? item.best_price : undefined;
	const body = { title: String(item.title ?? ''), amount: 1, ...nameQuery(queryId) };
	if (widgetId !== undefined) {
		const path = `api/widget/${widgetId}/cart`;
		report(caller, { method: 'POST', path }, { ...body, dfid: item.dfid, price: price ?? 0 });
		return;
	}
	const path = `6/${caller.engine}/stats/cart/${readSession(caller.host)}`;
	const line = { ...body, id: String(item.id), index: item.type, ...(price === undefined ? {} : { price }) };
	report(caller, { method: 'PUT', path }, line);
}

function nameQuery(queryId: string | undefined): object {
	return queryId === undefined ? {} : { query_id: queryId };
}

interface Route {
	readonly method: 'POST' | 'PUT';
	readonly path: string;
}

/** The request outlives the page, because most clicks leave it. */
function report({ host, server }: Caller, { method, path }: Route, body: object): void {
	const session = readSession(host);
	if (session === undefined) return;
	const request = asJson(method, { ...body, session_id: session, ...readUser(host) });
	fetch(server + path, { ...request, keepalive: true }).catch((error) =>
		console.warn('vitrine: an event was not reported', error),
	);
}
