import { createApi } from '../test/support/api.ts';
import type { TestServer } from '../test/support/server.ts';
import { runLoad, toRequest } from './load.ts';
import { smallItem, toItemsPath } from './synthetic-item.ts';

/** Creates an engine with `itemCount` items. @returns its hashid. */
export async function fillEngine(server: Pick<TestServer, 'url'>, key: string, itemCount: number): Promise<string> {
	const api = createApi(server.url, key);
	const { json } = await api.call('/api/v2/search_engines', { method: 'POST', body: { name: 'Bench' } });
	const { hashid } = json;
	await api.call(`/api/v2/search_engines/${hashid}/indices`, {
		method: 'POST',
		body: { name: 'product', preset: 'generic' },
	});
	let batch = 0;
	const nextRequest = () => {
		if (batch * 100 >= itemCount) return undefined;
		const items = Array.from({ length: 100 }, (_, index) => smallItem(batch * 100 + index));
		batch += 1;
		return toRequest('POST', `${toItemsPath(hashid)}/_bulk`, { key, body: JSON.stringify(items) });
	};
	await runLoad({ url: server.url, connectionCount: 4, isOver: () => false, nextRequest });
	return hashid;
}
