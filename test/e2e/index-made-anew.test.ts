/** A shop that deletes its only index and fills another of the name: what shoppers taught the search engine is kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApi } from '../support/api.ts';
import { startNode } from '../support/cluster.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { waitFor } from '../support/wait-for.ts';

const environment = { VITRINE_SEARCH: 'true' };
const engines = '/api/v2/search_engines';

test('popular queries outlive the last index of their search engine', async (t) => {
	const node = await startNode('the server', { environment });
	t.after(() => node.server[Symbol.asyncDispose]());
	const { firstRun } = node.server;
	assert(firstRun !== undefined);
	const api = () => createApi(node.server.url, firstRun.key);
	const { json: engine } = await expectStatus(api(), 201, engines, { method: 'POST', body: { name: 'Anew' } });
	const indices = `${engines}/${engine.hashid}/indices`;

	async function fill(): Promise<void> {
		await expectStatus(api(), 201, indices, { method: 'POST', body: { name: 'product', preset: 'generic' } });
		const body = { id: '1', title: 'Quokka lamp' };
		await expectStatus(api(), 201, `${indices}/product/items`, { method: 'POST', body });
		await waitFor(
			'the lamp to be found',
			async () => (await api().call(`/6/${engine.hashid}/_search?query=lamp&stats=false`)).json.total,
			(total) => total === 1,
		);
	}
	// No title has these words in this order.
	const isSuggested = () =>
		waitFor('a popular query', async () => {
			const { json } = await expectStatus(api(), 200, `/6/${engine.hashid}/_suggest?query=lam`);
			return JSON.stringify(json).includes('lamp quokka');
		});

	await fill();
	for (const shopper of ['a', 'b', 'c', 'd']) {
		const words = `query=lamp%20quokka&session_id=${shopper}&user_id=${shopper}`;
		await expectStatus(api(), 200, `/6/${engine.hashid}/_search?${words}`);
	}
	await isSuggested();
	await expectStatus(api(), 204, `${indices}/product`, { method: 'DELETE' });
	// What an engine has taught is saved, and what belongs to nobody removed, when the server stops.
	assert.equal(await node.server.stop(), 0);
	await node.restart();
	await fill();
	await isSuggested();
});
