/** Finding items of an index: by their id, and by words where searches may be tried. */
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Item } from './catalogue-wire.ts';
import { type IndexTarget, toApiPath } from './index-paths.ts';
import { ifKnown } from './load-indices.ts';

export interface FoundItems {
	readonly items: readonly Item[];
	/** Of all that were found; there may be more than are listed. */
	readonly totalCount: number;
}

export interface Wanted {
	readonly text: string;
	/** Whether this person may try searches. */
	readonly canSearch: boolean;
}

const listedMax = 50;

/** The item with that id first, then what a search answers with; all as they are stored. */
export async function findItems(target: IndexTarget, wanted: Wanted, signal: AbortSignal): Promise<FoundItems> {
	const { text, canSearch } = wanted;
	const found = canSearch ? await ifKnown(search(target, text, signal)) : undefined;
	const ids = [...new Set([text, ...(found?.ids ?? [])])];
	const answers = await callApi<readonly { readonly item?: Item }[]>(`${toApiPath(target)}/items/_mget`, {
		method: 'POST',
		isReading: true,
		body: ids.map((id) => ({ id })),
		signal,
	});
	const items = answers.flatMap(({ item }) => item ?? []);
	const isExact = answers[0]?.item !== undefined && found?.ids.includes(text) !== true;
	return { items, totalCount: Math.max(items.length, (found?.totalCount ?? 0) + Number(isExact)) };
}

async function search({ hashid, name }: IndexTarget, query: string, signal: AbortSignal) {
	const path = toPath`/search_engines/${hashid}/_search`;
	const asked = { query, indices: [name], rpp: listedMax };
	const { results, total_found: totalCount } = await callApi<{
		readonly results: readonly { readonly id: string }[];
		readonly total_found: number;
	}>(path, { query: asked, signal });
	return { ids: results.map(({ id }) => id), totalCount };
}
