/** A server whose database goes away and comes back, and that is told to stop. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { formatDfid, toItemKey } from '../../src/domain/item/dfid.ts';
import { type Api, createApi, type Json } from '../support/api.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { awaiting, waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-test-server-0001';
let postgres: PostgresServer;
let server: TestServer;
let shop: Api;
let items: string;
let search: string;
let widget: string;

before(async () => {
	postgres = await startPostgresServer();
	server = await startServer({
		environment: {
			VITRINE_DATABASE_URL: await postgres.createDatabase(),
			VITRINE_SECRET_KEY: '5e'.repeat(32),
			VITRINE_OPERATOR_TOKEN: operatorToken,
			VITRINE_STORE_TIMEOUT_MS: '1000',
			VITRINE_HTTP_THREADS: '1',
			VITRINE_DRAIN_MS: '600000',
		},
	});
	const { firstRun } = server;
	assert(firstRun);
	shop = createApi(server.url, firstRun.key);
	items = `/api/v2/search_engines/${firstRun.hashid}/indices/product/items`;
	search = `/6/${firstRun.hashid}/_search?query=shoe`;
	widget = `/api/widget/${firstRun.widget_id}`;
});
after(async () => {
	server.process.kill('SIGKILL');
	await server[Symbol.asyncDispose]();
	await postgres.close();
});

async function countStaleReads(): Promise<number> {
	const { text } = await createApi(server.url, operatorToken).call('/metrics');
	return Number(/^vitrine_stale_reads_total (\d+)/m.exec(text)?.[1]);
}

const toIds = ({ results }: Json) => results.map(({ id }: Json) => id);

async function addToCart(dfid: string): Promise<string> {
	const body = { session_id: 's1', dfid, title: 'A shoe', amount: 1, price: 9 };
	return (await shop.call(`${widget}/cart`, { method: 'POST', body })).json.status;
}

describe('a server on PostgreSQL', () => {
	it('goes on without it, by what is known, and nothing is said to be stored', async (t) => {
		if (!postgres.isOwned) return t.skip('a given server is not ours to stop');
		// What was changed at the start has been told by then.
		let callCount = 0;
		const found = await waitFor(
			'searches that are answered',
			async () => toIds((await shop.call(search)).json),
			({ length }) => length > 0 && ++callCount > 50,
		);
		const [first] = (await shop.call(`${items}?rpp=1`)).json.items;
		const [hashid = ''] = /[0-9a-f]{32}/.exec(search) ?? [];
		const dfid = formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(first.id) });
		assert.equal(await addToCart(dfid), 'OK');
		await postgres.stop('immediate');
		await waitFor(
			'searches by what was known',
			async () => {
				const { status, json, text } = await shop.call(search);
				assert.equal(status, 200, text);
				assert.deepEqual(toIds(json), found);
				return countStaleReads();
			},
			(count) => count > 10,
		);
		assert.match(server.log(), /the database does not answer/);
		// Otherwise load balancers would have nobody left to ask.
		const ready = await createApi(server.url).call('/health/ready');
		assert.deepEqual([ready.status, ready.json], [200, { status: 'ok', store: 'away' }]);
		assert.equal(await addToCart(dfid), 'ERROR');
		const { status } = await shop.call(items, { method: 'POST', body: { id: 'new', title: 'New' } });
		assert([408, 503].includes(status), String(status));
		assert.equal((await shop.call(search)).status, 200, 'a write that failed has changed nothing');
		await postgres.start();
		const write = () => shop.call(items, { method: 'POST', body: { id: 'new', title: 'New shoe' } });
		await waitFor('a write', write, (answer) => answer.status < 300);
		assert.equal(await addToCart(dfid), 'OK');
	});

	it('told to stop, it says so and goes on for as long as it was told', async () => {
		const ready = () => createApi(server.url).call('/health/ready');
		await waitFor('a server that is ready', ready, ({ status }) => status === 200);
		server.process.kill('SIGTERM');
		const { json } = await waitFor('a server that stops', ready, ({ status }) => status === 503);
		assert.deepEqual(json, { status: 'draining' });
		assert.equal((await shop.call(search)).status, 200);
		const ended = once(server.process, 'exit');
		server.process.kill('SIGINT');
		const [code] = await awaiting('the end', ended);
		assert.equal(code, 130, 'a second signal ends it at once');
	});
});
