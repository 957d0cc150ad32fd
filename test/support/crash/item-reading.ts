/** Reads items back over HTTP, for comparison. */
import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { expectStatus } from './actor.ts';

/** The same ids with the marker each item carries: undefined where there is no item. */
export async function readMarkers(api: Api, items: string, ids: readonly string[]): Promise<(string | undefined)[]> {
	const body = ids.map((id) => ({ id }));
	const { json } = await expectStatus(api, 200, `${items}/_mget`, { method: 'POST', body });
	return json.map((entry: Json, at: number) => {
		assert.equal(entry.id, ids[at]);
		assert.equal(entry.found, 'item' in entry);
		return entry.item?.marker;
	});
}

/** The one marker that all of the items have, null when none of them exists; anything else is half a bulk write. */
export async function readBlock(api: Api, items: string, ids: readonly string[]): Promise<string | null> {
	const markers = [...new Set(await readMarkers(api, items, ids))];
	assert.equal(markers.length, 1, `${items}: half a bulk is there: ${JSON.stringify(markers)}`);
	return markers[0] ?? null;
}

/** Scrolls through a whole index: no id twice, as many as the count and the total say. @returns items by id. */
export async function scrollAll(api: Api, index: string): Promise<Map<string, Json>> {
	const found = new Map<string, Json>();
	const { count } = (await expectStatus(api, 200, `${index}/items/_count`)).json;
	let page = (await expectStatus(api, 200, `${index}/items?rpp=100`)).json;
	const { total, scroll_id: scrollId } = page;
	let itemCount = 0;
	while (page.items.length > 0) {
		for (const item of page.items) found.set(item.id, item);
		itemCount += page.items.length;
		page = (await expectStatus(api, 200, `${index}/items?rpp=100&scroll_id=${scrollId}`)).json;
	}
	const numbers = { count, total, itemCount };
	assert.deepEqual(numbers, { count: found.size, total: found.size, itemCount: found.size }, index);
	return found;
}

/** The ids of a block of 100 items, which bulk writes change together. */
export function blockIds(name: string): readonly string[] {
	return Array.from({ length: 100 }, (_, number) => `${name}-${number}`);
}
