/** `vitrine server-key rotate`: another server key under load, for two nodes on PostgreSQL and for a data directory, without a failed call. */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { createDashboardClient, signInWithKey } from '../support/dashboard-client.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { runProgram } from '../support/run-program.ts';
import { spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sqliteStore } from '../support/store/sqlite-store.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { makeClaims, makeToken } from '../support/tokens.ts';
import { waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-rotation-tests-0001';
const common = { VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_HTTP_THREADS: '1' };
const [oldKey, newKey] = ['5e'.repeat(32), 'c3'.repeat(32)];

let folder: string;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'vitrine-rotation-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A server whose data stay when it ends. */
async function serve(name: string, environment: Readonly<Record<string, string>>): Promise<TestServer> {
	const dataDir = join(folder, name);
	const server = await startServer({ dataDir, arguments: ['--no-demo'], environment: { ...common, ...environment } });
	return { ...server, [Symbol.asyncDispose]: server.kill };
}

interface Load {
	/** How often each kind of call was answered. */
	readonly count: number;
	/** Resolves once further calls of each kind were answered. */
	pass(): Promise<void>;
	stop(): Promise<void>;
}

/** Calls servers in turn with what needs the server key: a JWT, a session, a key that was just made. Fails with the first failure. */
function startLoad(listServers: () => readonly TestServer[], tenant: Tenant, cookie: string): Load {
	let isOver = false;
	let count = 0;
	let failure: unknown;
	async function call(server: TestServer): Promise<void> {
		const token = makeToken({ claims: makeClaims(tenant.ownerCode), secret: tenant.key });
		const byToken = await createApi(server.url).call('/api/v2/search_engines', {
			headers: { authorization: `Bearer ${token}` },
		});
		assert.equal(byToken.status, 200, byToken.text);
		const client = createDashboardClient(server.url);
		client.setCookie(cookie);
		const session = await client.call('/session');
		assert.equal(session.status, 200, session.text);
		const made = await createApi(server.url, tenant.key).call(`/api/admin/v1/users/${tenant.memberCode}/keys`, {
			method: 'POST',
			body: { name: 'made under load' },
		});
		assert.equal(made.status, 201, made.text);
		for (const other of listServers()) {
			const signed = makeToken({ claims: makeClaims(tenant.memberCode), secret: made.json.key });
			const answer = await createApi(other.url).call('/api/v2/search_engines', {
				headers: { authorization: `Bearer ${signed}` },
			});
			// A member may not list them, but is known.
			assert.equal(answer.status, 403, answer.text);
		}
		const { status } = await createApi(server.url, tenant.key).call(`/api/admin/v1/keys/${made.json.id}`, {
			method: 'DELETE',
		});
		assert.equal(status, 204);
	}
	const running = (async () => {
		for (let at = 0; !isOver; at += 1) {
			const servers = listServers();
			const server = servers[at % servers.length];
			assert(server, 'one of them serves');
			await call(server);
			count += 1;
		}
	})().catch((error) => {
		failure = error;
	});
	const check = () => {
		if (failure !== undefined) throw failure;
	};
	return {
		get count() {
			return count;
		},
		async pass() {
			const wanted = count + 4;
			await waitFor(
				'further calls',
				() => {
					check();
					return count;
				},
				(found) => found >= wanted,
			);
		},
		async stop() {
			isOver = true;
			await running;
			check();
		},
	};
}

describe('the server key of nodes', () => {
	it('is exchanged while they are restarted one by one, under load', async () => {
		const databaseUrl = await (await sharedPostgresServer()).createDatabase();
		const old = { VITRINE_DATABASE_URL: databaseUrl, VITRINE_SECRET_KEY: oldKey };
		const both = { ...old, VITRINE_SECRET_KEY: newKey, VITRINE_SECRET_KEY_PREVIOUS: oldKey };
		const alone = { ...old, VITRINE_SECRET_KEY: newKey };
		const nodes = new Map([['one', await serve('one', old)]]);
		nodes.set('two', await serve('two', old));
		try {
			const [first] = nodes.values();
			assert(first !== undefined);
			const tenant = await openTenant(first.url, operatorToken);
			const cookie = (await signInWithKey(first.url, tenant.key)).cookie();
			const load = startLoad(() => [...nodes.values()], tenant, cookie);
			/** As a load balancer does: no calls go to a node that is about to stop. */
			const restart = async (name: string, environment: Readonly<Record<string, string>>) => {
				const node = nodes.get(name);
				nodes.delete(name);
				await load.pass();
				await node?.stop();
				nodes.set(name, await serve(name, environment));
				await load.pass();
			};
			await restart('one', both);
			const early = await rotate('one', both);
			assert.equal(early.code, 1);
			assert.match(early.stderr, /the node .*two\S* does not know the new key: restart it with/);
			await restart('two', both);
			const { code, stdout, stderr } = await rotate('one', both);
			assert.equal(code, 0, stderr);
			assert(JSON.parse(stdout).resealed_secrets >= 3);
			await load.pass();
			const sealed = await queryPostgres(databaseUrl, `select distinct split_part(sealed, '.', 2) as id from api_key`);
			assert.equal(sealed.length, 1, 'one key has sealed all');
			assert.equal(JSON.parse((await rotate('one', both)).stdout).resealed_secrets, 0, 'it can be run again');
			await load.stop();

			const late = spawnServe({ dataDir: join(folder, 'late'), environment: { ...common, ...old } });
			assert.equal(await late.ended, 1);
			assert.match(late.stderr(), /was sealed with a server key other than VITRINE_SECRET_KEY/);
			const fresh = (await signInWithKey(nodes.get('one')?.url ?? '', tenant.key)).cookie();
			const last = startLoad(() => [...nodes.values()], tenant, fresh);
			for (const name of ['one', 'two']) {
				const node = nodes.get(name);
				nodes.delete(name);
				await last.pass();
				await node?.stop();
				nodes.set(name, await serve(name, alone));
				await last.pass();
			}
			await last.stop();
			const client = createDashboardClient(nodes.get('two')?.url ?? '');
			client.setCookie(cookie);
			assert.equal((await client.call('/session')).status, 401, 'a session of the old key has ended');
		} finally {
			for (const node of nodes.values()) await node.kill();
		}
	});

	it('is not exchanged for a key that is missing, equal or of another database', async () => {
		const databaseUrl = await (await sharedPostgresServer()).createDatabase();
		const node = await serve('three', { VITRINE_DATABASE_URL: databaseUrl, VITRINE_SECRET_KEY: oldKey });
		await node.stop();
		const call = (keys: Readonly<Record<string, string>>) =>
			rotate('three', { VITRINE_DATABASE_URL: databaseUrl, ...keys });
		assert.match((await call({ VITRINE_SECRET_KEY: newKey })).stderr, /VITRINE_SECRET_KEY_PREVIOUS is missing/);
		const equal = await call({ VITRINE_SECRET_KEY: newKey, VITRINE_SECRET_KEY_PREVIOUS: newKey });
		assert.match(equal.stderr, /is the same key as VITRINE_SECRET_KEY/);
		const other = await call({ VITRINE_SECRET_KEY: newKey, VITRINE_SECRET_KEY_PREVIOUS: 'ab'.repeat(32) });
		assert.match(
			other.stderr,
			/neither VITRINE_SECRET_KEY nor VITRINE_SECRET_KEY_PREVIOUS is the key of this database/,
		);
		for (const { stderr } of [equal, other]) assert.doesNotMatch(stderr, /(?:c3|5e|ab){8}/);
	});
});

function rotate(name: string, environment: Readonly<Record<string, string>>) {
	return runProgram(['server-key', 'rotate', '--json'], join(folder, name), environment);
}

describe('the server key of a data directory', () => {
	const readKey = (name: string) => readFile(join(folder, name, 'secret.key'), 'utf8');
	const listSealing = async (name: string) => {
		const [rows] = await sqliteStore.readRows(join(folder, name, 'eu1'), [
			`select distinct substr(sealed, 4, 16) as id from api_key`,
		]);
		return rows?.map(({ id }) => id);
	};

	it('is exchanged while its server runs, under load', async () => {
		await using server = await serve('embedded', { VITRINE_HTTP_THREADS: '2' });
		const tenant = await openTenant(server.url, operatorToken);
		const cookie = (await signInWithKey(server.url, tenant.key)).cookie();
		const [keyBefore, sealingBefore] = [await readKey('embedded'), await listSealing('embedded')];
		const load = startLoad(() => [server], tenant, cookie);
		await load.pass();
		const { code, stderr } = await rotate('embedded', {});
		assert.equal(code, 0, stderr);
		await load.pass();
		await load.stop();
		assert.notEqual(await readKey('embedded'), keyBefore);
		assert.notDeepEqual(await listSealing('embedded'), sealingBefore);
		assert.equal((await listSealing('embedded'))?.length, 1);
		await server.stop();
		await using again = await serve('embedded', { VITRINE_HTTP_THREADS: '2' });
		const fresh = (await signInWithKey(again.url, tenant.key)).cookie();
		const last = startLoad(() => [again], tenant, fresh);
		await last.pass();
		await last.stop();
		await again.stop();
	});

	it('is exchanged without a server, and after a kill by the next start', async () => {
		const [keyBefore, sealingBefore] = [await readKey('embedded'), await listSealing('embedded')];
		const { code, stdout, stderr } = await rotate('embedded', {});
		assert.equal(code, 0, stderr);
		assert(JSON.parse(stdout).resealed_secrets >= 3);
		assert.notEqual(await readKey('embedded'), keyBefore);
		assert.notDeepEqual(await listSealing('embedded'), sealingBefore);
		// What a kill leaves: all is sealed with the next key, and secret.key is the one before.
		await copyFile(join(folder, 'embedded', 'secret.key'), join(folder, 'embedded', 'secret.key.next'));
		await writeFile(join(folder, 'embedded', 'secret.key'), keyBefore);
		const next = await readFile(join(folder, 'embedded', 'secret.key.next'), 'utf8');
		await using server = await serve('embedded', { VITRINE_HTTP_THREADS: '2' });
		await waitFor(
			'the next key to be the key',
			() => readKey('embedded'),
			(key) => key === next,
		);
		await server.stop();
	});

	it('is exchanged by the start with both, where the key is a variable', async () => {
		await using before = await serve('variable', { VITRINE_SECRET_KEY: oldKey });
		const tenant = await openTenant(before.url, operatorToken);
		const cookie = (await signInWithKey(before.url, tenant.key)).cookie();
		await before.stop();
		const both = { VITRINE_SECRET_KEY: newKey, VITRINE_SECRET_KEY_PREVIOUS: oldKey };
		await using server = await serve('variable', both);
		const load = startLoad(() => [server], tenant, cookie);
		await waitFor('the secrets to be sealed again', server.log, (log) =>
			log.includes('all secrets are sealed with the new'),
		);
		await load.pass();
		await load.stop();
		assert.match((await rotate('variable', both)).stderr, /start the server with the new key as VITRINE_SECRET_KEY/);
		await server.stop();
		await using alone = await serve('variable', { VITRINE_SECRET_KEY: newKey });
		const token = makeToken({ claims: makeClaims(tenant.ownerCode), secret: tenant.key });
		const answer = await createApi(alone.url).call('/api/v2/search_engines', {
			headers: { authorization: `Bearer ${token}` },
		});
		assert.equal(answer.status, 200, answer.text);
		await alone.stop();
	});
});
