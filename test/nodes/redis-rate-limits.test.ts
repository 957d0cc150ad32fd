/** Servers with one Redis have one rate limit. Without it they go on, each by itself, and no request fails for it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { startEarning } from '../support/earned-tokens.ts';
import { type RedisServer, startOwnRedis, whyNoOwnRedis } from '../support/redis-server.ts';
import { makeDataDir, spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

const password = 'p4ssw0rd-of-redis';
const perSecond = 50;
const alone = 'rate limits count on this node only';
const together = 'rate limits count on all nodes together';
/** An engine that no server has: its limit comes before it is looked for. */
const search = `/6/${'0'.repeat(32)}/_search?query=x`;

let redis: RedisServer;
let servers: readonly [TestServer, TestServer];

function start(httpThreads: number, url: string): Promise<TestServer> {
	return startServer({
		arguments: ['--no-demo', '--metrics-port', '0', '--http-threads', String(httpThreads)],
		environment: {
			VITRINE_REDIS_URL: url,
			VITRINE_SECRET_KEY: 'ab'.repeat(32),
			VITRINE_TRUSTED_PROXIES: '127.0.0.1',
			VITRINE_RATE_LIMIT_PER_SECOND: '1000',
			VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: String(perSecond),
		},
	});
}

function countLines({ log }: TestServer, text: string): number {
	return log().split(text).length - 1;
}

/** @returns whether the search was admitted */
async function searchFrom(client: string, server: TestServer): Promise<boolean> {
	const { status, text } = await createApi(server.url).call(search, { headers: { 'x-forwarded-for': client } });
	assert(status === 404 || status === 429, text);
	return status === 404;
}

/**
 * One client searches on both servers as fast as it can, until so many searches were admitted that two limits would have
 * admitted them in half of the time.
 */
async function checkOneLimit(client: string): Promise<void> {
	const searchesMin = 200;
	const earned = startEarning(perSecond);
	let admitted = 0;
	const searchOn = async (server: TestServer) => {
		while (admitted < searchesMin) if (await searchFrom(client, server)) admitted += 1;
	};
	await Promise.all([...servers, ...servers].map(searchOn));
	// A bucket, and what one server admits before it hears of the other.
	assert(admitted <= 2 * perSecond + earned() + 4, `${admitted} searches, ${earned()} tokens came back`);
}

async function isAlone(server: TestServer): Promise<string | undefined> {
	const metricsUrl = /"url":"(http:[^"]+)\/metrics"/.exec(server.log())?.[1];
	assert(metricsUrl);
	const { text } = await createApi(metricsUrl).call('/metrics');
	return /^vitrine_rate_limit_alone (\d)$/m.exec(text)?.[1];
}

async function waitForLines(text: string, lineCount: number): Promise<void> {
	await waitFor(`${lineCount} lines "${text}" in each log`, () =>
		servers.every((server) => countLines(server, text) === lineCount),
	);
}

describe('two servers with one Redis', { skip: whyNoOwnRedis() }, () => {
	before(async () => {
		redis = await startOwnRedis({ requirepass: password });
		servers = await Promise.all([start(2, redis.url), start(1, redis.url)]);
		await waitForLines(together, 1);
	});
	after(async () => {
		await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
		await redis[Symbol.asyncDispose]();
	});

	it('have one rate limit', () => checkOneLimit('203.0.113.1'));

	it('count guesses of a password together', async () => {
		const [first, second] = servers;
		const guess = async (server: TestServer) => {
			const body = { email: 'owner@shop.example', password: 'not this one' };
			return (await createApi(server.url).call('/dashboard/api/sign_in', { method: 'POST', body })).status;
		};
		// At once, because what is spent comes back with time.
		const statuses = await Promise.all(Array.from({ length: 10 }, () => guess(first)));
		assert.deepEqual(statuses.toSorted(), [...Array(4).fill(401), ...Array(6).fill(429)]);
		let countMore = 0;
		while ((await guess(second)) !== 429) countMore += 1;
		assert(countMore < 4, `${countMore} more on the other one`);
	});

	it('serve thousands of clients, whose addresses Redis does not see', async () => {
		const clients = Array.from({ length: 3000 }, (_, index) => `198.18.${index >> 8}.${index & 255}`);
		const admitted: boolean[] = [];
		const searchForAll = async (server: TestServer) => {
			const left = clients.values();
			const searchForSome = async () => {
				for (const client of left) admitted.push(await searchFrom(client, server));
			};
			await Promise.all(Array.from({ length: 8 }, searchForSome));
		};
		await Promise.all(servers.map(searchForAll));
		assert.deepEqual([admitted.length, new Set(admitted)], [6000, new Set([true])]);
		for (const server of servers) await searchFrom('198.18.0.0', server);
		const keys = await waitFor(
			'a key',
			async () => (await redis.send('KEYS', '*')) as string[],
			({ length }) => length > 0,
		);
		for (const key of keys) assert.match(key, /^vitrine:\{rate\}:[\w-]{22}$|^vitrine:\{rate\}:probe$/);
	});

	it('go on while Redis is gone, say so once, and have one limit again when it is back', async () => {
		assert.deepEqual(await Promise.all(servers.map(isAlone)), ['0', '0']);
		await redis.signal('SIGKILL');
		await waitForLines(alone, 1);
		assert.deepEqual(await Promise.all(servers.map(isAlone)), ['1', '1']);
		const clients = Array.from({ length: 100 }, (_, index) => `198.19.0.${index}`);
		for (const server of servers) await Promise.all(clients.map((client) => searchFrom(client, server)));
		await redis.start();
		await waitForLines(together, 2);
		await checkOneLimit('203.0.113.2');
		assert.deepEqual(
			servers.map((server) => countLines(server, alone)),
			[1, 1],
		);
		assert.deepEqual(await Promise.all(servers.map(isAlone)), ['0', '0']);
	});

	it('go on while Redis does not answer', async () => {
		await redis.signal('SIGSTOP');
		await waitFor('two servers that count alone', async () => {
			for (const server of servers) await searchFrom('203.0.113.3', server);
			return servers.every((server) => countLines(server, alone) === 2);
		});
		await redis.signal('SIGCONT');
		await waitForLines(together, 3);
	});

	it('log no password', () => {
		for (const { log } of servers) assert.doesNotMatch(log(), new RegExp(password));
	});
});

describe('a server', () => {
	it('refuses to start with a URL that is none, and does not print it', async () => {
		const dataDir = await makeDataDir();
		const { ended, stderr } = spawnServe({
			dataDir,
			environment: { VITRINE_REDIS_URL: `redis://:${password}@host?tls=1` },
		});
		assert.equal(await ended, 2);
		assert.match(stderr(), /VITRINE_REDIS_URL has a bad value/);
		assert.doesNotMatch(stderr(), new RegExp(password));
	});

	it('starts without the Redis that it should have', async () => {
		await using server = await start(1, `redis://:${password}@127.0.0.1:1`);
		await waitFor('a line in the log', () => countLines(server, alone) === 1);
		assert.equal(await searchFrom('203.0.113.4', server), true);
		assert.equal(await isAlone(server), '1');
		assert.doesNotMatch(server.log(), new RegExp(password));
	});
});
