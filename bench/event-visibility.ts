/** How long after its answer is an event of one node in the recommendations of each of three? */
import { createApi, type Json } from '../test/support/api.ts';
import type { Measurement } from './measurement.ts';
import { isFound, sharingCount, startSharedShop, toVisibility, waitUntil } from './shared-shop.ts';
import type { MeasuredStore } from './stores.ts';
import { toItemsPath } from './synthetic-item.ts';

const probeCount = 120;

/** A view through one node, until the widget of what a session viewed last shows it through each. */
export async function benchEventVisibility(store: MeasuredStore): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const { nodes, key, hashid } = await startSharedShop(store, stack);
	const [first] = nodes;
	const api = createApi(first?.url ?? '', key);
	const [shop] = (await api.call('/api/admin/v1/stores')).json;
	const body = { name: 'Viewed', store_id: shop.id, kind: 'recently_viewed', fallback: false };
	const { id: widget } = (await api.call('/api/admin/v1/widgets', { method: 'POST', body })).json;
	const item = { id: 'viewed', title: 'Viewed', link: 'https://shop.example/viewed', price: 1 };
	await api.call(toItemsPath(hashid), { method: 'POST', body: item });
	for (const { url } of nodes) await waitUntil(performance.now(), () => isFound({ url, hashid, key }, item.title));
	const show = async (url: string, session: string, page: string): Promise<Json> => {
		const asked = { method: 'POST', body: { current_url: page, session_id: session } };
		const { status, json, text } = await createApi(url).call(`/api/widget/${widget}`, asked);
		if (status !== 200) throw new Error(text);
		return json;
	};
	const durations: number[] = [];
	for (let probe = 0; probe < probeCount; probe += 1) {
		const session = `viewer-${probe}`;
		await show(nodes[probe % sharingCount]?.url ?? '', session, item.link);
		const answeredMs = performance.now();
		const waits = nodes.map(async ({ url }) =>
			waitUntil(answeredMs, async () => {
				const { results } = await show(url, session, 'https://shop.example/');
				return results.some(({ id }: Json) => id === item.id);
			}),
		);
		durations.push(...(await Promise.all(waits)));
	}
	return toVisibility('a view in the recommendations of three nodes', durations, 2000);
}
