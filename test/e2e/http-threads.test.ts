/** A server with two HTTP threads is one server: it makes no difference which thread a connection is with. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { deriveOperatorToken } from '../../src/domain/account/operator-token.ts';
import { createApi, type Json, type Request } from '../support/api.ts';
import { startEarning } from '../support/earned-tokens.ts';
import { formatRequest, openConnection, type RawAnswer, type RawConnection } from '../support/raw-http.ts';
import { makeDataDir, spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';
import { waitFor } from '../support/wait-for.ts';

const secretKey = 'cd'.repeat(32);
const operatorToken = deriveOperatorToken(Buffer.from(secretKey, 'hex'));
const asOperator = { headers: { Authorization: `Token ${operatorToken}` } };
/**
 * The kernel selects the thread of a connection by hashing its addresses: this many on one side happen once in 10^12
 * times.
 */
const connectionsMax = 40;

interface ThreadClient {
	call(path: string, request?: Request): Promise<RawAnswer>;
	readonly connection: RawConnection;
}

let server: TestServer;
let threads: readonly [ThreadClient, ThreadClient];

before(async () => {
	server = await startServer({
		environment: {
			VITRINE_HTTP_THREADS: '2',
			VITRINE_SECRET_KEY: secretKey,
			VITRINE_RATE_LIMIT_PER_SECOND: '1000',
			VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1000',
		},
	});
	threads = await openOneEach(server);
});
after(() => server[Symbol.asyncDispose]());

function createClient(connection: RawConnection, key: string | undefined): ThreadClient {
	return {
		connection,
		async call(path, { method = 'GET', body, headers = {} } = {}) {
			const credentials = key === undefined ? {} : { Authorization: `Token ${key}` };
			const type = body === undefined ? {} : { 'Content-Type': 'application/json', body: JSON.stringify(body) };
			const { body: text, ...typeHeader } = type as { body?: string };
			const all = { ...credentials, ...typeHeader, ...headers };
			await connection.send(
				formatRequest({ method, path, headers: all, ...(text === undefined ? {} : { body: text }) }),
			);
			return connection.answer();
		},
	};
}

function readCounter(text: string, name: string): number {
	return Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

/** The address of the metrics if they have a port of their own, which has no rate limit. */
function findMetricsUrl(opened: TestServer): string | undefined {
	return /"url":"(http:[^"]+)\/metrics"/.exec(opened.log())?.[1];
}

/** A connection with thread 1 and one with thread 2, told apart by the counters of connections. */
async function openOneEach(opened: TestServer): Promise<[ThreadClient, ThreadClient]> {
	const found: (ThreadClient | undefined)[] = [undefined, undefined];
	const { url, firstRun } = opened;
	const metricsUrl = findMetricsUrl(opened);
	const watcher = createApi(metricsUrl ?? url);
	for (let count = 0; count < connectionsMax; count += 1) {
		const before = (await watcher.call('/metrics', asOperator)).text;
		const client = createClient(await openConnection(url), firstRun?.key);
		await client.call('/health/live');
		const { text } = await watcher.call('/metrics', asOperator);
		const moved = [1, 2].map((thread) => {
			const name = `vitrine_http_connections_total{thread="${thread}"}`;
			return readCounter(text, name) - readCounter(before, name);
		});
		assert.equal(moved[0] === 1 ? moved[1] : moved[0], 0, 'one thread has accepted it');
		const at = moved.indexOf(1);
		if (found[at] === undefined) found[at] = client;
		else client.connection.destroy();
		const [first, second] = found;
		if (first !== undefined && second !== undefined) return [first, second];
	}
	throw new Error(`${connectionsMax} connections are all with one thread`);
}

function firstRunOf({ firstRun }: TestServer) {
	assert(firstRun);
	return firstRun;
}

function toItems(indexName = 'product'): string {
	return `/api/v2/search_engines/${firstRunOf(server).hashid}/indices/${indexName}/items`;
}

/** Runs a check twice: each thread once as the one that acts, and once as the one that must see the effect. */
async function eachWay(check: (doer: ThreadClient, other: ThreadClient, round: number) => Promise<void>) {
	const [first, second] = threads;
	await check(first, second, 1);
	await check(second, first, 2);
}

async function expectOk(answer: Promise<RawAnswer>): Promise<Json> {
	const { status, text, json } = await answer;
	assert(status >= 200 && status < 300, text);
	return json;
}

describe('what one thread has answered, the other knows', () => {
	it('items', () =>
		eachWay(async (doer, other, round) => {
			await expectOk(doer.call(toItems(), { method: 'POST', body: { id: `new ${round}`, title: 'New' } }));
			assert.equal((await expectOk(other.call(`${toItems()}/new%20${round}`))).title, 'New');
		}));

	it('scrolls', () =>
		eachWay(async (doer, other) => {
			const page = await expectOk(doer.call(`${toItems()}?rpp=2`));
			const next = await expectOk(other.call(`${toItems()}?rpp=2&scroll_id=${page.scroll_id}`));
			assert.equal(next.items.length, 2);
			assert.notDeepEqual(next.items, page.items);
		}));

	it('keys that are made, and keys that are revoked', () =>
		eachWay(async (doer, other) => {
			const { user_code: userCode } = firstRunOf(server);
			const made = await expectOk(
				doer.call(`/api/admin/v1/users/${userCode}/keys`, { method: 'POST', body: { name: 'x' } }),
			);
			const search = `/6/${firstRunOf(server).hashid}/_search?query=shoes`;
			const bearer = `Bearer ${makeToken({ claims: makeClaims(userCode), secret: made.key })}`;
			const use = [
				() => other.call('/api/admin/v1/stores', { headers: { Authorization: `Token ${made.key}` } }),
				() => other.call('/api/v2/search_engines', { headers: { Authorization: bearer } }),
				() => other.call(search, { headers: { Authorization: `Token ${made.key}` } }),
			];
			for (const call of use) await expectOk(call());
			await expectOk(doer.call(`/api/admin/v1/keys/${made.id}`, { method: 'DELETE' }));
			assert.deepEqual(await statusesOf(use), [401, 401, 403]);
		}));

	it('rules of a store that it has just used', () =>
		eachWay(async (doer, other) => {
			const { hashid, widget_id: widgetId } = firstRunOf(server);
			const [store] = await expectOk(doer.call('/api/admin/v1/stores'));
			const shopper = { headers: { Authorization: '' } };
			const anonymous = createClient(other.connection, undefined);
			const use = [
				() => anonymous.call(`/6/${hashid}/_search?query=shoes`),
				() => anonymous.call(`/api/widget/${widgetId}/cart`, { ...shopper, method: 'POST', body: {} }),
			];
			assert.deepEqual(await statusesOf(use), [200, 400]);
			const change = (blocked: string[]) =>
				expectOk(doer.call(`/api/admin/v1/stores/${store.id}`, { method: 'PATCH', body: { blocked_ips: blocked } }));
			await change(['127.0.0.1']);
			assert.deepEqual(await statusesOf(use), [403, 403]);
			await change([]);
			assert.deepEqual(await statusesOf(use), [200, 400]);
		}));

	it('the items that a temporary index has brought: searches change over at once, and to all of them', () =>
		eachWay(async (doer, other, round) => {
			const index = `/api/v2/search_engines/${firstRunOf(server).hashid}/indices/product`;
			const search = `/6/${firstRunOf(server).hashid}/_search?query=teapot&rpp=1`;
			for (let version = 1; version <= 3; version += 1) {
				const count = round * 1000 + version * 50;
				await expectOk(doer.call(`${index}/temp/`, { method: 'POST' }));
				for (let start = 0; start < count; start += 100) {
					const length = Math.min(100, count - start);
					const body = Array.from({ length }, (_, at) => ({ id: `t${start + at}`, title: `Teapot ${version}` }));
					await expectOk(doer.call(`${index}/temp/items/_bulk`, { method: 'POST', body }));
				}
				await expectOk(doer.call(`${index}/_replace_by_temp`, { method: 'POST' }));
				assert.equal((await expectOk(other.call(search))).total_found, count);
				assert.equal((await expectOk(doer.call(search))).total_found, count);
			}
		}));

	it('an engine that is deleted', () =>
		eachWay(async (doer, other) => {
			const body = { name: 'Short-lived', language: 'en', currency: 'EUR' };
			const { hashid } = await expectOk(doer.call('/api/v2/search_engines', { method: 'POST', body }));
			const index = { name: 'product', preset: 'product' };
			await expectOk(doer.call(`/api/v2/search_engines/${hashid}/indices`, { method: 'POST', body: index }));
			await expectOk(other.call(`/6/${hashid}/_search?query=x`));
			await expectOk(doer.call(`/api/v2/search_engines/${hashid}`, { method: 'DELETE' }));
			assert.equal((await other.call(`/6/${hashid}/_search?query=x`)).status, 404);
		}));
});

async function statusesOf(calls: readonly (() => Promise<RawAnswer>)[]): Promise<number[]> {
	const statuses: number[] = [];
	for (const call of calls) statuses.push((await call()).status);
	return statuses;
}

describe('two threads are one server', () => {
	it('in its metrics, whichever is asked', async () => {
		const count = 'vitrine_http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}';
		const read = async (client: ThreadClient) => {
			const { text } = await client.call('/metrics', asOperator);
			const line = text.split('\n').find((row) => row.includes('_seconds_count') && row.includes('/health/live'));
			assert(line !== undefined, count);
			return Number(line.split(' ').at(-1));
		};
		const before = await read(threads[0]);
		for (const thread of threads) await thread.call('/health/live');
		for (const thread of threads) assert.equal(await read(thread), before + 2);
	});

	it('in what it tells of its search indexes', async () => {
		const { hashid } = firstRunOf(server);
		const counter = 'vitrine_search_duration_seconds_count{query_name="match_and"}';
		const before = readCounter((await threads[0].call('/metrics', asOperator)).text, counter);
		for (const thread of threads) await expectOk(thread.call(`/6/${hashid}/_search?query_name=match_and`));
		const read = async (name: string) => readCounter((await threads[1].call('/metrics', asOperator)).text, name);
		assert.equal(await read(counter), before + 2);
		// The indexer reports its memory after its next poll of the store.
		const readOpenCount = () => read('vitrine_search_index_resident_count{zone="eu1"}');
		await waitFor('an index in memory', readOpenCount, (count) => count >= 1);
		assert((await read('vitrine_search_index_resident_bytes{zone="eu1"}')) > 10_000);
		assert((await read('vitrine_search_index_work_seconds_count{zone="eu1",work="refresh"}')) >= 1);
		const readLag = () => read('vitrine_search_index_lag_writes{zone="eu1",kind="live"}');
		await waitFor('an index without lag', readLag, (lag) => lag === 0);
	});

	it('in its readiness', async () => {
		for (const thread of threads) assert.equal((await thread.call('/health/ready')).status, 200);
	});

	it('in its limits: they do not grow with the threads', async () => {
		const environment = {
			VITRINE_HTTP_THREADS: '2',
			VITRINE_RATE_LIMIT_PER_SECOND: '1',
			VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1',
			VITRINE_METRICS_PORT: '0',
		};
		await using limited = await startServer({ environment });
		const [first, second] = await openOneEach(limited);
		const { hashid } = firstRunOf(limited);
		// A bucket of two tokens that gets one a second: ten calls in a row pass alike with one thread and with two.
		const count = async (path: string, key: string | undefined) => {
			const clients = [first, second].map(({ connection }) => createClient(connection, key));
			const readEarned = startEarning(1);
			const statuses: number[] = [];
			for (let call = 0; call < 10; call += 1) {
				statuses.push((await (clients[call % 2] as ThreadClient).call(path)).status);
			}
			return { passed: statuses.filter((status) => status === 200).length, earned: readEarned() };
		};
		const keyed = await count('/api/admin/v1/stores', firstRunOf(limited).key);
		assert(keyed.passed <= 2 + keyed.earned, JSON.stringify(keyed));
		const open = await count(`/6/${hashid}/_search?query=x`, undefined);
		assert(open.passed <= 1 + open.earned, JSON.stringify(open));
	});

	it('that ends as one: both finish their answers first', async () => {
		const dataDir = await makeDataDir();
		const stopping = await startServer({
			dataDir,
			arguments: ['--no-search'],
			environment: { VITRINE_HTTP_THREADS: '2', VITRINE_SECRET_KEY: secretKey },
		});
		const both = await openOneEach(stopping);
		const body = Array.from({ length: 100 }, (_, at) => ({ id: `last ${at}`, title: 'x'.repeat(5000) }));
		const { hashid, key } = firstRunOf(stopping);
		const path = `/api/v2/search_engines/${hashid}/indices/product/items/_bulk`;
		const bytes = Buffer.from(JSON.stringify(body));
		for (const { connection } of both) {
			const framing = { 'Content-Length': String(bytes.length), Expect: '100-continue' };
			const headers = { Authorization: `Token ${key}`, 'Content-Type': 'application/json', ...framing };
			await connection.send(formatRequest({ method: 'POST', path, headers }));
			assert.equal((await connection.answer()).status, 100);
			await connection.send(bytes.subarray(0, -1));
		}
		const code = stopping.stop();
		for (const { connection } of both) await connection.send(bytes.subarray(-1));
		for (const { connection } of both) assert.equal((await connection.answer()).status, 200);
		assert.equal(await code, 0);
		await using again = await startServer({
			dataDir,
			arguments: ['--no-search'],
			environment: { VITRINE_SECRET_KEY: secretKey },
		});
		const operator = createApi(again.url, operatorToken);
		assert.equal((await operator.call('/api/admin/v1/accounts')).json.length, 1);
		assert.equal((await createApi(again.url, key).call(`${path.replace('_bulk', 'last%2099')}`)).status, 200);
	});

	it('that does not share its port with another one', async () => {
		const other = createServer().listen({ host: '127.0.0.1', port: 0, reusePort: true });
		await once(other, 'listening');
		const { port } = other.address() as { port: number };
		const words = ['--port', String(port), '--http-threads', '2', '--no-demo', '--no-search'];
		const refused = spawnServe({ dataDir: await makeDataDir(), arguments: words });
		assert.notEqual(await refused.ended, 0);
		assert.match(refused.stderr(), new RegExp(`EADDRINUSE|in use.*${port}`));
		other.close();
	});
});
