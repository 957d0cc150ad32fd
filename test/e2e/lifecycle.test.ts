/** Starting, stopping, restarting: what survives, what is printed, and what keeps the server from starting. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createFirstRunMarker } from '../../src/adapters/data-directory/first-run-marker.ts';
import { deriveOperatorToken } from '../../src/domain/account/operator-token.ts';
import { widgetKinds } from '../../src/domain/widget/widget-kind.ts';
import { createApi } from '../support/api.ts';
import { readAllTables, readTable } from '../support/database-rows.ts';
import { formatRequest, openConnection, sendRaw } from '../support/raw-http.ts';
import { makeDataDir, spawnServe, untilPrinted } from '../support/serve-process.ts';
import { type FirstRun, startServer, type TestServer } from '../support/server.ts';
import { openTenant } from '../support/tenant.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';
import { waitFor } from '../support/wait-for.ts';

const secretKey = 'ab'.repeat(32);
const wrongKey = 'cd'.repeat(32);
const operatorToken = deriveOperatorToken(Buffer.from(secretKey, 'hex'));
/** For what neither a shop nor its search have a part in. */
const bare = ['--no-demo', '--no-search'];

/** Fails unless everything that a first run prints works, but for the search. */
async function assertUsable(url: string, firstRun: FirstRun | undefined): Promise<void> {
	assert.ok(firstRun, 'the first run was printed');
	const { key, user_code: userCode, hashid, widget_id: widgetId } = firstRun;
	const items = `/api/v2/search_engines/${hashid}/indices/product/items`;
	const api = createApi(url, key);
	assert.ok((await api.call(`${items}/_count`)).json.count > 100);
	const authorization = `Bearer ${makeToken({ claims: makeClaims(userCode), secret: key })}`;
	assert.equal((await createApi(url).call(items, { headers: { authorization } })).status, 200);
	assert.equal((await createApi(url).call(`/api/widget/${widgetId}/cart`, { method: 'POST', body: {} })).status, 400);
	const counts = { stores: 1, widgets: widgetKinds.length, users: 1 };
	for (const [kind, count] of Object.entries(counts)) {
		assert.equal((await api.call(`/api/admin/v1/${kind}`)).json.length, count, kind);
	}
}

async function assertSearchable(url: string, firstRun: FirstRun | undefined): Promise<void> {
	await assertUsable(url, firstRun);
	const { json } = await createApi(url).call(`/6/${firstRun?.hashid}/_search?query=shoes`);
	assert.ok(json.count > 5, 'searches find the catalogue at once');
}

describe('the first start', () => {
	it('creates a working demo shop and prints its key once, and again only if it cannot have been read', async () => {
		const dataDir = await makeDataDir();
		const first = await startServer({ dataDir });
		await assertSearchable(first.url, first.firstRun);
		assert.equal(await first.stop(), 0);
		const second = await startServer({ dataDir, arguments: ['--no-search'] });
		assert.equal(second.firstRun, undefined);
		await assertUsable(second.url, first.firstRun);
		assert.equal((await createApi(second.url, first.firstRun?.key).call('/api/admin/v1/keys')).json.length, 1);
		assert.equal(await second.stop(), 0);
		// As if the process had been killed before the key was shown: it must be shown now.
		await createFirstRunMarker(dataDir).set();
		await using third = await startServer({ dataDir, arguments: ['--no-search'] });
		assert.equal(third.firstRun?.hashid, first.firstRun?.hashid);
		await assertUsable(third.url, third.firstRun);
		assert.ok(!(await readdir(dataDir)).includes('first-run'));
	});

	it('loses no key when the port is taken', async () => {
		const other = createServer().listen(0, '127.0.0.1');
		await once(other, 'listening');
		const { port } = other.address() as { port: number };
		const dataDir = await makeDataDir();
		const refused = spawnServe({ dataDir, arguments: ['--no-search', '--port', String(port)] });
		assert.notEqual(await refused.ended, 0);
		assert.match(refused.stderr(), new RegExp(`in use.*${port}.*another port with --port`));
		assert.doesNotMatch(refused.stderr(), /\n\s+at /);
		assert.doesNotMatch(refused.stdout(), /first-run/);
		other.close();
		await using server = await startServer({ dataDir, arguments: ['--no-search'] });
		await assertUsable(server.url, server.firstRun);
	});

	it('may be killed at any moment: the next one makes exactly one shop that can be used', async () => {
		const dataDir = await makeDataDir();
		const delaysMs = [200 + Math.random() * 600, 300 + Math.random() * 600, 400 + Math.random() * 800];
		const label = `killed after ${delaysMs.join(', ')} ms`;
		let printed: FirstRun | undefined;
		for (const delayMs of delaysMs) {
			const killed = spawnServe({ dataDir });
			await wait(delayMs);
			killed.child.kill('SIGKILL');
			await killed.ended;
			const line = killed
				.stdout()
				.split('\n')
				.find((text) => text.includes('"first-run"'));
			if (line === undefined) continue;
			// A process that was killed right after it printed the key may not have recorded that.
			printed = JSON.parse(line);
		}
		await using server = await startServer({ dataDir });
		assert.equal((await readTable(dataDir, 'account')).length, 1, label);
		await assertSearchable(server.url, server.firstRun ?? printed);
		if (printed !== undefined) await assertUsable(server.url, printed);
	});
});

describe('a restart', () => {
	it('keeps everything', async () => {
		const environment = { VITRINE_SECRET_KEY: secretKey };
		const first = await startServer({ arguments: bare, environment });
		const { dataDir } = first;
		const tenant = await openTenant(first.url, operatorToken);
		assert.equal(await first.stop(), 0);
		const before = await readAllTables(dataDir);
		await using second = await startServer({ arguments: bare, environment, dataDir });
		// The row of the health check is not data.
		assert.deepEqual({ ...(await readAllTables(dataDir)), health: [] }, { ...before, health: [] });
		const api = createApi(second.url, tenant.key);
		const item = `/api/v2/search_engines/${tenant.hashid}/indices/product/items/${tenant.itemId}`;
		assert.equal((await api.call(item)).json.id, tenant.itemId);
		assert.equal((await api.call(item.replace(tenant.hashid, tenant.lockedHashid), { method: 'DELETE' })).status, 409);
		assert.equal((await createApi(second.url, tenant.revokedKey).call(item)).status, 401);
		assert.equal((await createApi(second.url, tenant.memberKey).call(item)).status, 403);
	});

	it('lets the request that is being sent finish first', async () => {
		const server = await startServer({ arguments: bare, environment: { VITRINE_SECRET_KEY: secretKey } });
		const { key, hashid } = await openTenant(server.url, operatorToken);
		const path = `/api/v2/search_engines/${hashid}/indices/product/items`;
		const headers = { Authorization: `Token ${key}`, 'Content-Length': '18' };
		const connection = await openConnection(server.url);
		await connection.send(formatRequest({ method: 'POST', path, headers, body: '{"id":"in-' }));
		// There is an answer on another connection, so the server has seen this one.
		await sendRaw(server.url, formatRequest({ method: 'GET', path: '/health/live' }));
		const stopped = server.stop();
		await waitFor('the word that it stops', server.log, (log) => log.includes('"stopping"'));
		await connection.send('flight"}');
		const answer = await connection.answer();
		assert.deepEqual([answer.status, answer.json.id], [201, 'in-flight']);
		await connection.closed();
		assert.equal(await stopped, 0);
		assert.equal(
			(await readTable(server.dataDir, 'item')).some(({ id }) => id === 'in-flight'),
			true,
		);
		await rm(server.dataDir, { recursive: true });
	});
});

async function assertRefused(options: Parameters<typeof spawnServe>[0], message: RegExp): Promise<void> {
	const refused = spawnServe(options);
	const code = await refused.ended;
	assert.ok(code !== null && code > 0, `exit code ${code}, signal ${refused.child.signalCode}: ${refused.stderr()}`);
	assert.match(refused.stderr(), message);
	assert.doesNotMatch(refused.stderr(), /\n\s+at /, 'no stack: this is for an operator');
	assert.equal(refused.stdout(), '');
}

describe('a data directory', () => {
	let server: TestServer;
	before(async () => {
		server = await startServer({ arguments: bare });
	});
	after(() => server?.[Symbol.asyncDispose]());

	it('belongs to its owner alone, and so does its key file', async () => {
		assert.equal((await stat(join(server.dataDir, 'secret.key'))).mode & 0o777, 0o600);
		assert.equal((await stat(join(server.dataDir, 'eu1'))).mode & 0o077, 0);
		assert.equal(server.firstRun, undefined);
	});

	it('has one process: another one is refused, and the first goes on', async () => {
		const holder = new RegExp(`${server.dataDir} is in use by process ${server.process.pid}\\b`);
		await assertRefused({ dataDir: server.dataDir }, holder);
		assert.equal((await createApi(server.url).call('/health/ready')).status, 200);
	});

	it('is still in use when its lock file was deleted', { skip: process.platform !== 'linux' }, async () => {
		for (const name of ['vitrine.lock', 'vitrine.pid']) await rm(join(server.dataDir, name));
		await assertRefused({ dataDir: server.dataDir }, new RegExp(`in use by process ${server.process.pid}\\b`));
		assert.equal((await createApi(server.url).call('/health/ready')).status, 200);
	});
});

describe('what keeps the server from starting', () => {
	async function assertListed(url: string, authorization: string): Promise<void> {
		const { status } = await createApi(url).call('/api/v2/search_engines', { headers: { authorization } });
		assert.equal(status, 200);
	}

	it('is another server key than the one its data were made under', async () => {
		const dataDir = await makeDataDir();
		const rightKey = { arguments: bare, environment: { VITRINE_SECRET_KEY: secretKey } };
		const first = await startServer({ ...rightKey, dataDir });
		const { key, ownerCode } = await openTenant(first.url, operatorToken);
		await first.stop();
		await assertRefused({ dataDir, environment: { VITRINE_SECRET_KEY: wrongKey } }, /server key/i);
		await using again = await startServer({ ...rightKey, dataDir });
		const token = makeToken({ claims: makeClaims(ownerCode), secret: key });
		for (const authorization of [`Token ${key}`, `Bearer ${token}`]) await assertListed(again.url, authorization);
	});

	it('does not create a server key where there are data: a new one would be wrong', async () => {
		const dataDir = await makeDataDir();
		const first = await startServer({ dataDir, arguments: bare, environment: { VITRINE_SECRET_KEY: secretKey } });
		await openTenant(first.url, operatorToken);
		await first.stop();
		await assertRefused({ dataDir }, /secret\.key.*--new-server-key/i);
		assert.deepEqual((await readdir(dataDir)).includes('secret.key'), false);
		await rm(dataDir, { recursive: true });
	});

	const lostKeys = {
		'is not a lost key file, if the operator says so: keys work on, and new ones can be made': {
			before: {},
			after: {},
		},
		'is not a lost server key of the settings, if the operator says so': {
			before: { VITRINE_SECRET_KEY: secretKey },
			after: { VITRINE_SECRET_KEY: wrongKey },
		},
	};
	for (const [name, { before, after }] of Object.entries(lostKeys)) {
		it(name, async () => {
			const dataDir = await makeDataDir();
			const knownToken = { VITRINE_OPERATOR_TOKEN: operatorToken };
			const first = await startServer({ dataDir, environment: { ...before, ...knownToken }, arguments: bare });
			const { accountId, key, ownerCode } = await openTenant(first.url, operatorToken);
			await first.stop();
			await rm(join(dataDir, 'secret.key'), { force: true });
			const environment = { ...after, ...knownToken };
			const second = await startServer({ dataDir, environment, arguments: [...bare, '--new-server-key'] });
			await assertListed(second.url, `Token ${key}`);
			const operator = createApi(second.url, operatorToken);
			const issued = await operator.call(`/api/admin/v1/accounts/${accountId}/keys`, {
				method: 'POST',
				body: { name: 'New' },
			});
			assert.equal(issued.status, 201);
			await second.stop();
			await using third = await startServer({ dataDir, environment: after, arguments: bare });
			const token = makeToken({ claims: makeClaims(ownerCode), secret: issued.json.key });
			await assertListed(third.url, `Bearer ${token}`);
		});
	}

	it('is a setting that makes no sense', async () => {
		const dataDir = await makeDataDir();
		const environment = { VITRINE_ZONES: 'eu1,mars', VITRINE_PORT: '99999', VITRINE_SECRET_KEY: 'short' };
		await assertRefused({ dataDir, environment }, /VITRINE_PORT.*VITRINE_ZONES.*VITRINE_SECRET_KEY/);
		await rm(dataDir, { recursive: true });
	});
});

it('prints no secret but the first key, and that once, whatever happens', async () => {
	const dataDir = await makeDataDir();
	const environment = { VITRINE_SECRET_KEY: secretKey, VITRINE_LOG_LEVEL: 'trace', VITRINE_RATE_LIMIT_PER_SECOND: '0' };
	const server = spawnServe({ dataDir, environment });
	await untilPrinted(server, /"event":"listening"/);
	const [firstRun, listening] = server
		.stdout()
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	const { url } = listening;
	const tenant = await openTenant(url, operatorToken);
	const token = makeToken({ claims: makeClaims(tenant.ownerCode), secret: tenant.key });
	const expired = makeToken({ claims: { ...makeClaims(tenant.ownerCode), exp: 1 }, secret: tenant.key });
	const credentials = [tenant.key, tenant.memberKey, tenant.revokedKey, operatorToken, firstRun.key, token, expired];
	const path = `/api/v2/search_engines/${tenant.hashid}/indices/product/items`;
	const ids: string[] = [];
	for (const secret of credentials) {
		for (const authorization of [`Token ${secret}`, `Bearer ${secret}`, secret, `Token eu1-${secret}`]) {
			const headers = { Authorization: authorization };
			for (const target of [path, '/api/admin/v1/accounts', `/api/v2/search_engines/${tenant.lockedHashid}`]) {
				const answer = await sendRaw(url, formatRequest({ method: 'PATCH', path: target, headers, body: '{"broken' }));
				ids.push(answer.headers['x-request-id'] ?? '');
			}
			await sendRaw(url, formatRequest({ method: 'GET', path: `${path}?api_key=${secret}`, headers }));
			// An operator token of one's own choice has no form to know it by.
			const misplaced = secret === operatorToken ? '' : secret;
			await sendRaw(url, formatRequest({ method: 'GET', path: `${path}/eu1-${misplaced}`, headers }));
			await sendRaw(
				url,
				Buffer.concat([formatRequest({ method: 'GET', path, headers: { ...headers, 'Content-Length': 'x' } })]),
			);
		}
	}
	server.child.kill('SIGTERM');
	assert.equal(await server.ended, 0);
	const printed = server.stdout() + server.stderr();
	const withoutFirstRun = printed.replace(JSON.stringify(firstRun), '');
	for (const secret of [...credentials, secretKey])
		assert.ok(!withoutFirstRun.includes(secret), `${secret} was printed`);
	for (const id of ids) assert.ok(printed.includes(`"requestId":"${id}"`), `the log does not have request ${id}`);
	await rm(dataDir, { recursive: true });
});
