/** How long after its answer is an item that one node wrote found through each of three, while all of them write? */
import { createApi } from '../test/support/api.ts';
import { checkAnswers, runLoad, toRequest } from './load.ts';
import { type Measurement, report } from './measurement.ts';
import { isFound, sharingCount, startSharedShop, toVisibility, waitUntil } from './shared-shop.ts';
import type { MeasuredStore } from './stores.ts';
import { smallItem, toItemsPath } from './synthetic-item.ts';

const probeCount = 120;
const writesPerSecond = 500;
/** Of each node. */
const connectionCount = 8;

export async function benchWriteVisibility(store: MeasuredStore): Promise<Measurement[]> {
	await using stack = new AsyncDisposableStack();
	const { nodes, key, hashid } = await startSharedShop(store, stack);
	const items = toItemsPath(hashid);
	let isOver = false;
	let number = 0;
	const nextRequest = () => {
		number += 1;
		return toRequest('POST', items, { key, body: JSON.stringify({ ...smallItem(number), id: `w${number}` }) });
	};
	const perSecond = writesPerSecond / nodes.length;
	const loads = nodes.map(({ url }) => runLoad({ url, connectionCount, perSecond, isOver: () => isOver, nextRequest }));
	const durations: number[] = [];
	for (let probe = 0; probe < probeCount; probe += 1) {
		const word = `probe${probe}x`;
		const api = createApi(nodes[probe % sharingCount]?.url ?? '', key);
		const body = { id: word, title: word, link: `https://shop.example/${word}`, price: 1 };
		const { status, text } = await api.call(items, { method: 'POST', body });
		if (status !== 201) throw new Error(text);
		const answeredMs = performance.now();
		const waits = nodes.map(({ url }) => waitUntil(answeredMs, () => isFound({ url, hashid, key }, word)));
		durations.push(...(await Promise.all(waits)));
	}
	isOver = true;
	const results = await Promise.all(loads);
	for (const result of results) checkAnswers('items', result, 201);
	const rate = results.reduce((sum, { answerCount, seconds }) => sum + answerCount / seconds, 0);
	return [
		report('items written meanwhile', '1/s', rate),
		...toVisibility('an item in the searches of three nodes', durations, 1500),
	];
}
