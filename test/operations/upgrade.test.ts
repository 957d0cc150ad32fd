/** Data that an earlier program has written, and nodes of two versions on one database. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migrations } from '../../src/adapters/postgres/migrations.ts';
import { preparePostgresDatabase } from '../../src/adapters/postgres/prepare-database.ts';
import { createApi } from '../support/api.ts';
import { checkOut, countPurchases, type FullShop, listItems, readEverything } from '../support/full-shop.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { runProgram } from '../support/run-program.ts';
import { spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

const secretKey = '5e'.repeat(32);
const operatorToken = 'operator-token-of-the-upgrade-tests-0001';
const fixtures = fileURLToPath(new URL('../fixtures/before-nodes', import.meta.url));

interface Fixture {
	readonly directory: string;
	readonly shop: Omit<FullShop, 'api'>;
	/** What the program of that time answered. */
	readonly seen: Readonly<Record<string, unknown>>;
	readonly madeAtMs: number;
}

let folder: string;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'vitrine-upgrade-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function unpack(store: 'sqlite' | 'postgres'): Promise<Fixture> {
	execFileSync('tar', ['-xzf', join(fixtures, `${store}.tar.gz`), '-C', folder]);
	const directory = join(folder, store);
	return { directory, ...JSON.parse(await readFile(join(directory, 'seen.json'), 'utf8')) };
}

/** A server whose data stay when it ends. */
async function serve(name: string, environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
	const server = await startServer({
		dataDir: join(folder, name),
		arguments: ['--no-demo'],
		environment: {
			VITRINE_SECRET_KEY: secretKey,
			VITRINE_OPERATOR_TOKEN: operatorToken,
			VITRINE_HTTP_THREADS: '1',
			// The fixture's days pass.
			VITRINE_EVENT_RETENTION_DAYS: '0',
			...environment,
		},
	});
	return { ...server, [Symbol.asyncDispose]: server.kill };
}

/** What is kept for a day after its end, so that the fixture has it on every day. */
const renewReindex = `update reindex_task set finished_at_ms = ${Date.now()} where finished_at_ms is not null`;

/** All is there, also what followers make of it, and it goes on. */
async function checkUpgraded({ url }: TestServer, { shop, seen, madeAtMs }: Fixture): Promise<void> {
	const found = await readEverything(url, shop, madeAtMs);
	for (const [path, answer] of Object.entries(seen)) assert.deepEqual(found[path], answer, path);
	await waitFor(
		'the items to be found, by a synonym',
		async () => (await createApi(url).call(`/6/${shop.hashid}/_search?query=seat&rpp=1`)).json.total_found,
		(count) => count > 50,
	);
	const api = createApi(url, shop.key);
	const index = `/api/v2/search_engines/${shop.hashid}/indices/product`;
	const before = await listItems(api, index);
	const made = await api.call(`${index}/items`, { method: 'POST', body: { id: 'later', title: 'chair later' } });
	assert.equal(made.status, 201, made.text);
	assert.equal((await listItems(api, index)).length, before.length + 1);
	await checkOut(url, shop, shop.cartSession);
	// What was in the cart before the upgrade is bought, and counted today.
	await waitFor(
		'the purchase to be counted',
		() => countPurchases(url, shop),
		(count) => count >= 1,
	);
}

describe('data of the program before there were nodes', () => {
	it('in a data directory are opened, and nothing is missing', async () => {
		const fixture = await unpack('sqlite');
		const home = join(folder, 'embedded', 'eu1');
		await cp(join(fixture.directory, 'eu1'), home, { recursive: true });
		const file = new DatabaseSync(join(home, 'vitrine.db'));
		file.exec(renewReindex);
		file.close();
		await using server = await serve('embedded');
		await checkUpgraded(server, fixture);
		await server.stop();
	});

	it('in PostgreSQL are migrated by the start, and nothing is missing', async () => {
		const fixture = await unpack('postgres');
		const url = await (await sharedPostgresServer()).createDatabase();
		const environment = { VITRINE_DATABASE_URL: url, VITRINE_SECRET_KEY: secretKey };
		const { code, stderr } = await runProgram(['restore', fixture.directory], join(folder, 'node'), environment);
		assert.equal(code, 0, stderr);
		await queryPostgres(url, renewReindex);
		const readVersion = async () => (await queryPostgres(url, 'select max(version) as v from vitrine_schema'))[0]?.v;
		assert.equal(await readVersion(), 12);
		await using server = await serve('node', environment);
		assert.equal(await readVersion(), migrations.length);
		await checkUpgraded(server, fixture);
		await server.stop();
	});
});

describe('nodes of two versions on one database', () => {
	it('work side by side: a migration changes nothing under a running node, which is written to all the time', async () => {
		const url = await (await sharedPostgresServer()).createDatabase();
		const environment = { VITRINE_DATABASE_URL: url };
		await using server = await serve('old', environment);
		const operator = createApi(server.url, operatorToken);
		let isOver = false;
		let count = 0;
		const writing = (async () => {
			while (!isOver) {
				const body = { name: `a ${count}`, owner: { name: 'Ana' } };
				const { status, text } = await operator.call('/api/admin/v1/accounts', { method: 'POST', body });
				assert.equal(status, 201, text);
				count += 1;
			}
		})();
		await waitFor(
			'accounts to be written',
			() => count,
			(made) => made >= 3,
		);
		// What the next version may do: more columns with defaults, more tables.
		const next = [
			`alter table account add column later text not null default ''`,
			`alter table node add column later bigint`,
			'create table later (id integer primary key)',
		];
		await preparePostgresDatabase({
			...{ url, nowMs: Date.now(), connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 },
			steps: [...migrations, next],
		});
		const countThen = count;
		await Promise.race([
			writing,
			waitFor(
				'further accounts',
				() => count,
				(made) => made >= countThen + 3,
			),
		]);
		isOver = true;
		await writing;
		const [row] = await queryPostgres(url, 'select count(*)::integer as count from account');
		assert.equal(row?.count, count);
		// It can only not be started again.
		const late = spawnServe({
			dataDir: join(folder, 'late'),
			environment: { ...environment, VITRINE_SECRET_KEY: secretKey, VITRINE_OPERATOR_TOKEN: operatorToken },
		});
		assert.equal(await late.ended, 1);
		assert.match(late.stderr(), /this program knows versions up to \d+: start the newer version/);
		await server.stop();
	});

	it('need steps after the first with nodes that leave the statements of the version before as they are', () => {
		const isAdditive = (statement: string) => {
			const column = /^alter table \w+ add column (.*)/s.exec(statement)?.[1];
			if (column !== undefined) return !/not null/.test(column) || /default/.test(column);
			return /^(?:create (?:unique )?(?:table|index|function|trigger|sequence)|insert into)/.test(statement);
		};
		const bad = [
			'alter table account drop column name',
			'alter table account rename to accounts',
			'alter table account add column later text not null',
			'drop table item',
		];
		assert.deepEqual(bad.filter(isAdditive), []);
		assert.deepEqual(
			migrations
				.slice(13)
				.flat()
				.filter((statement) => !isAdditive(statement)),
			[],
		);
	});

	it('take the statements of the first version with nodes', async () => {
		const url = await (await sharedPostgresServer()).createDatabase();
		await preparePostgresDatabase({ url, nowMs: Date.now(), connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 });
		const [row] = await queryPostgres(
			url,
			`insert into node (id, instance, home, version, state, followers, started_at, seen_at)
				values ('a', 'i', 'h', '0.1.0', 'serving', '[]', clock_timestamp(), clock_timestamp())
				on conflict (id) do update set
					instance = excluded.instance, home = excluded.home, version = excluded.version, state = excluded.state,
					followers = excluded.followers, started_at = excluded.started_at, seen_at = excluded.seen_at;
			update node set seen_at = clock_timestamp(), state = 'draining', followers = '[]' where id = 'a' and instance = 'i';
			insert into lease (name, holder, fence, expires_at) values ('sweep', 'i', 1, clock_timestamp());
			insert into server_key (id, fingerprint) values (1, 'f') on conflict (id) do nothing;
			insert into account (id, name, created_at_ms) values ('x', 'y', 1);
			insert into app_user (code, account_id, name, email, email_key, role, rights, created_at_ms)
				values ('u', 'x', 'n', null, null, 'owner', '{}', 1);
			insert into api_key (id, user_code, name, created_at_ms, revoked_at_ms, digest, sealed)
				values ('k', 'u', 'n', 1, null, 'd', 's');
			insert into store (id, account_id, name, created_at_ms, allowed_domains, is_cors_enforced, blocked_ips, attribution_hours)
				values ('s', 'x', 'n', 1, '[]', 1, '[]', 24);
			insert into generation (state, seq, item_count) values ('live', 0, 0);
			insert into event (kind, occurred_at_ms, id, store_id, hashid, index_name, session_id, payload)
				values ('search', 1, 'e', '', 'h', '', '', '{}');
			select state, server_keys from node where id = 'a'`,
		);
		assert.deepEqual(row, { state: 'draining', server_keys: '' });
	});
});
