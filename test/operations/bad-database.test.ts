/** A database that a server cannot use: one clear word at its start, and nothing is changed there. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fakeTimeLibrary } from '../cluster/network.ts';
import { createApi } from '../support/api.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openTenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const secretKey = '5e'.repeat(32);
const operatorToken = 'operator-token-of-the-refusal-tests-00001';
const common = { VITRINE_SECRET_KEY: secretKey, VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_HTTP_THREADS: '1' };
const hourMs = 3_600_000;

let folder: string;
let postgres: PostgresServer;
let nodeCount = 0;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'vitrine-refusals-'));
	postgres = await startPostgresServer();
});
after(async () => {
	await postgres.close();
	await rm(folder, { recursive: true, force: true });
});

function makeName(): string {
	nodeCount += 1;
	return join(folder, `node-${nodeCount}`);
}

async function serve(environment: Readonly<Record<string, string>>): Promise<TestServer> {
	return startServer({ dataDir: makeName(), arguments: ['--no-demo'], environment: { ...common, ...environment } });
}

/** What a start says that fails. A password is never in it. */
async function refusal(environment: Readonly<Record<string, string>>): Promise<string> {
	const refused = spawnServe({ dataDir: makeName(), environment: { ...common, ...environment } });
	assert.notEqual(await refused.ended, 0);
	assert.doesNotMatch(refused.stderr(), /secret-password/);
	const { error } = JSON.parse(refused.stderr().trim().split('\n').at(-1) ?? '');
	return error.message;
}

function change(url: string, parts: Readonly<Partial<URL>>): string {
	return Object.assign(new URL(url), parts).href;
}

describe('a start is refused with a word', () => {
	it('where the URL is wrong: no URL, no server, no database, no such user, no TLS', async () => {
		const url = change(await postgres.createDatabase(), {});
		for (const [databaseUrl, word] of [
			['mysql://user:secret-password@127.0.0.1/shop', /VITRINE_DATABASE_URL has a bad value/],
			['postgres://user:secret-password@127.0.0.1:1/shop', /cannot be reached .*start it, or correct the URL/],
			[change(url, { pathname: '/none' }), /is not there: create it with "create database", or correct the URL/],
			[change(url, { password: 'secret-password' }), /refuses the user or the password of the URL/],
			[
				change(url, { search: '?sslmode=verify-full' }),
				/cannot be trusted or has no TLS .*check sslmode and sslrootcert/,
			],
		] as const) {
			assert.match(await refusal({ VITRINE_DATABASE_URL: databaseUrl }), word);
		}
	});

	it('where a right is missing, and no table is made', async () => {
		const url = await postgres.createDatabase();
		const name = new URL(url).pathname.slice(1);
		await queryPostgres(
			url,
			`create role poor_${name} login password 'secret-password'; revoke create on schema public from public`,
		);
		const poor = change(url, { username: `poor_${name}`, password: 'secret-password' });
		assert.match(
			await refusal({ VITRINE_DATABASE_URL: poor }),
			/does not let the user of the URL create tables: grant it/,
		);
		const tables = await queryPostgres(url, `select 1 from pg_class where relnamespace = 'public'::regnamespace`);
		assert.deepEqual(tables, []);
	});

	it("where the database is another installation's, or another program's", async () => {
		const url = await postgres.createDatabase();
		await using server = await serve({ VITRINE_DATABASE_URL: url });
		const tenant = await openTenant(server.url, operatorToken);
		const other = { VITRINE_DATABASE_URL: url, VITRINE_SECRET_KEY: 'ab'.repeat(32) };
		assert.match(await refusal(other), /was sealed with a server key other than VITRINE_SECRET_KEY: set that key/);
		// The installation that it belongs to did not notice.
		assert.equal((await tenant.api.call('/api/v2/search_engines')).json.length, 2);
		const nodes = await queryPostgres(url, `select id from node where instance <> ''`);
		assert.equal(nodes.length, 1);

		const foreign = await postgres.createDatabase();
		await queryPostgres(foreign, 'create table item (their_column integer); insert into item values (7)');
		const word = await refusal({ VITRINE_DATABASE_URL: foreign });
		assert.match(word, /has tables of another program \(item\): name another database in the URL/);
		assert.deepEqual(await queryPostgres(foreign, 'select * from item'), [{ their_column: 7 }]);
	});
});

describe('two installations', () => {
	it('share a database, each in a schema of its own, and know nothing of each other', async () => {
		const url = await postgres.createDatabase();
		await queryPostgres(url, 'create schema one; create schema two');
		const inSchema = (name: string) => change(url, { search: `?options=-c%20search_path%3D${name}` });
		await using one = await serve({ VITRINE_DATABASE_URL: inSchema('one') });
		await using two = await serve({ VITRINE_DATABASE_URL: inSchema('two'), VITRINE_SECRET_KEY: 'ab'.repeat(32) });
		const tenants = [await openTenant(one.url, operatorToken), await openTenant(two.url, operatorToken)];
		for (const [at, { url: own }] of [one, two].entries()) {
			const [mine, theirs] = at === 0 ? tenants : tenants.toReversed();
			assert.equal((await createApi(own, mine?.key).call('/api/v2/search_engines')).status, 200);
			assert.equal((await createApi(own, theirs?.key).call('/api/v2/search_engines')).status, 401);
			const schema = at === 0 ? 'one' : 'two';
			const nodes = await queryPostgres(url, `select id from ${schema}.node where instance <> ''`);
			assert.equal(nodes.length, 1, schema);
		}
	});
});

describe('nodes whose clocks are an hour apart', () => {
	const skip =
		fakeTimeLibrary === '' && process.env.VITRINE_TEST_CLUSTER !== 'required' && 'libfaketime is not installed';

	it('work as one, and the log of the wrong one says so', { skip }, async () => {
		const url = await postgres.createDatabase();
		await using right = await serve({ VITRINE_DATABASE_URL: url });
		await using wrong = await serve({
			...{ VITRINE_DATABASE_URL: url, LD_PRELOAD: fakeTimeLibrary, FAKETIME: '+3600s' },
			FAKETIME_DONT_FAKE_MONOTONIC: '1',
		});
		await waitFor('a word on the clock', wrong.log, (log) => /clock of this machine is 3[56]\d\d s ahead/.test(log));
		assert.doesNotMatch(right.log(), /clock of this machine/);
		const tenant = await openTenant(wrong.url, operatorToken);
		const path = `/api/v2/search_engines/${tenant.hashid}/indices/product/items`;
		for (const [at, { url: node }] of [right, wrong].entries()) {
			const api = createApi(node, tenant.key);
			assert.equal((await api.call(path, { method: 'POST', body: { id: `i-${at}` } })).status, 201);
		}
		for (const { url: node } of [right, wrong]) {
			const items = (await createApi(node, tenant.key).call(`${path}?rpp=100`)).json.items;
			assert.equal(items.length, 3);
		}
		// Both are alive by the database's clock, and no job is done twice.
		const rows = await queryPostgres(
			url,
			`select count(*)::integer as alive, (select count(*)::integer from lease where holder = '') as free from node
			where instance <> '' and state = 'serving' and seen_at > clock_timestamp() - interval '10 seconds'`,
		);
		assert.equal(rows[0]?.alive, 2);
		const [{ ahead } = {}] = await queryPostgres(
			url,
			`select max(extract(epoch from started_at) * 1000)::float8 - ${Date.now()} as ahead from node`,
		);
		assert(Number(ahead) < hourMs / 2, 'times of nodes are those of the database');
	});
});
