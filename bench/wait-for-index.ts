import { createApi } from '../test/support/api.ts';
import type { TestServer } from '../test/support/server.ts';
import { after } from './load.ts';

interface FilledEngine {
	readonly hashid: string;
	readonly key: string;
	readonly itemCount: number;
}

/** Enough for the largest catalogues. */
export const indexingMsMax = 600_000;
const pollMs = 250;

/** Waits until a search for everything finds everything: the server indexes what it found in the store. */
export async function waitForIndex(
	{ url }: Pick<TestServer, 'url'>,
	{ hashid, key, itemCount }: FilledEngine,
): Promise<void> {
	const api = createApi(url, key);
	const isOver = after(indexingMsMax);
	for (;;) {
		const { status, json } = await api.call(`/6/${hashid}/_search?rpp=1&stats=false`);
		if (status === 200 && json.total_found === itemCount) return;
		if (isOver()) throw new Error(`the index is not complete: ${status} ${JSON.stringify(json).slice(0, 200)}`);
		await new Promise((resolve) => setTimeout(resolve, pollMs));
	}
}
