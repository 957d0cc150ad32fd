/** A shop with the items of sessions, and how sessions are sent to it. */
import { formatDfid, toItemKey } from '../src/domain/item/dfid.ts';
import { type Api, createApi } from '../test/support/api.ts';
import { checkAnswers, type LoadResult, runLoad } from './load.ts';
import type { Sessions } from './session-data.ts';
import { toItemsPath } from './synthetic-item.ts';

const itemsPerBatch = 100;

export interface StreamedShop {
	readonly url: string;
	readonly key: string;
	readonly api: Api;
	readonly hashid: string;
	readonly storeId: string;
	readonly widgetId: string;
}

/** The server's own store, a search engine with the items, and a widget that shows as many as asked for. */
export async function openShop(
	{ url, key, shownCount }: { readonly url: string; readonly key: string; readonly shownCount: number },
	sessions: Sessions,
): Promise<StreamedShop> {
	const api = createApi(url, key);
	const widgets = await created(api.call('/api/admin/v1/widgets'), 200);
	const { store_id: storeId } = widgets[0];
	const engineBody = { name: 'Sessions', currency: 'EUR', language: 'en', store_id: storeId };
	const { hashid } = await created(api.call('/api/v2/search_engines', { method: 'POST', body: engineBody }));
	const indexBody = { name: 'product', preset: 'generic' };
	await created(api.call(`/api/v2/search_engines/${hashid}/indices`, { method: 'POST', body: indexBody }));
	const items = [...new Set(sessions.flat())];
	for (let start = 0; start < items.length; start += itemsPerBatch) {
		const body = items.slice(start, start + itemsPerBatch).map((item) => ({
			id: String(item),
			title: `Product ${item}`,
			link: toLink(item),
		}));
		await created(api.call(`${toItemsPath(hashid)}/_bulk`, { method: 'POST', body }), 200);
	}
	const body = {
		name: 'Next',
		store_id: storeId,
		kind: 'browsing_history',
		hashid,
		results: shownCount,
		fallback: false,
	};
	const { id: widgetId } = await created(api.call('/api/admin/v1/widgets', { method: 'POST', body }));
	return { url, key, api, hashid, storeId, widgetId };
}

/** @throws {Error} with the answer when it is another. */
export async function created(call: ReturnType<Api['call']>, expected = 201) {
	const { status, json, text } = await call;
	if (status !== expected) throw new Error(`${status}: ${text.slice(0, 500)}`);
	return json;
}

export function toLink(item: number): string {
	return `https://shop.example/p/${item}`;
}

export function toSessionDfid(hashid: string, item: number): string {
	return formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(String(item)) });
}

/** Each connection takes the next session and sends all of it, so that its events keep their order. */
export async function streamSessions(
	{ url, connectionCount }: { readonly url: string; readonly connectionCount: number },
	sessions: Sessions,
	toRequests: (number: number, items: readonly number[]) => readonly Uint8Array[],
): Promise<Pick<LoadResult, 'answerCount' | 'seconds'>> {
	const upcoming = sessions.entries();
	const startMs = performance.now();
	const results = await Promise.all(
		Array.from({ length: connectionCount }, () => {
			let requests: Iterator<Uint8Array> = [][Symbol.iterator]();
			const nextRequest = (): Uint8Array | undefined => {
				for (;;) {
					const next = requests.next();
					if (next.done !== true) return next.value;
					const session = upcoming.next();
					if (session.done === true) return undefined;
					requests = toRequests(session.value[0], session.value[1]).values();
				}
			};
			return runLoad({ url, connectionCount: 1, isOver: () => false, nextRequest });
		}),
	);
	for (const result of results) if (result.answerCount > 0) checkAnswers('events of sessions', result);
	const answerCount = results.reduce((sum, result) => sum + result.answerCount, 0);
	return { answerCount, seconds: (performance.now() - startMs) / 1000 };
}
