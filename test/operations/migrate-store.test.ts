/** `vitrine migrate-store`: a whole installation from SQLite to PostgreSQL and back, also when it is killed, and what is refused. */
import assert from 'node:assert/strict';
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { carriedTables } from '../../src/adapters/sql/carried-tables.ts';
import { createApi, type Json } from '../support/api.ts';
import { showCode } from '../support/authenticator-app.ts';
import { createDashboardClient } from '../support/dashboard-client.ts';
import {
	addToCart,
	checkOut,
	countPurchases,
	countSessions,
	type FullShop,
	fillShop,
	listItems,
	password,
	readEverything,
} from '../support/full-shop.ts';
import { type PostgresServer, sharedPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { startCommand } from '../support/run-program.ts';
import { spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sqliteStore } from '../support/store/sqlite-store.ts';
import { waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-migration-tests-0001';
const common = { VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_HTTP_THREADS: '1' };

let folder: string;
let original: string;
let postgres: PostgresServer;
let shop: FullShop;
let secretKey: string;
/** What the owner saw on SQLite. */
let seen: Readonly<Record<string, unknown>>;
let databaseUrl: string;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'vitrine-move-'));
	original = join(folder, 'original');
	postgres = await sharedPostgresServer();
	await using server = await serve(original);
	shop = await fillShop(server.url, operatorToken);
	await waitUntilCounted(server, 1);
	await waitForRows(original, ['widget_day', 'call_day', 'reindex_task']);
	seen = await readEverything(server.url, shop);
	await server.stop();
	secretKey = (await readFile(join(original, 'secret.key'), 'utf8')).trim();
});
after(() => rm(folder, { recursive: true, force: true }));

/** A server whose data stay when it ends. */
async function serve(dataDir: string, environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
	const server = await startServer({ dataDir, arguments: ['--no-demo'], environment: { ...common, ...environment } });
	return { ...server, [Symbol.asyncDispose]: server.kill };
}

const onPostgres = (url: string) => ({ VITRINE_DATABASE_URL: url, VITRINE_SECRET_KEY: secretKey });

async function waitUntilCounted({ url }: TestServer, purchases: number): Promise<void> {
	await waitFor(
		`${purchases} purchases in the reports`,
		() => countPurchases(url, shop),
		(count) => count === purchases,
	);
}

async function waitForRows(dataDir: string, tables: readonly string[]): Promise<void> {
	for (const table of tables) {
		await waitFor(
			`rows of ${table}`,
			() => sqliteStore.readRows(join(dataDir, 'eu1'), [`select * from ${table} limit 1`]),
			([rows]) => rows?.length === 1,
		);
	}
}

function startMove(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
	return startCommand(['migrate-store', ...words], environment);
}

async function move(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
	const { code, stdout, stderr } = await startMove([...words, '--json'], environment).outcome;
	assert.equal(code, 0, stderr);
	return JSON.parse(stdout);
}

async function refuse(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
	const { code, stdout, stderr } = await startMove(words, environment).outcome;
	assert.deepEqual([code, stdout], [1, ''], stderr);
	return stderr;
}

/** Everything works, and what was in a cart can be bought. */
async function checkShop({ url }: TestServer, expected: Readonly<Record<string, unknown>>): Promise<void> {
	const found = await readEverything(url, shop);
	for (const [path, answer] of Object.entries(expected)) assert.deepEqual(found[path], answer, path);
	const client = createDashboardClient(url);
	const { email, totpSecret } = shop;
	const asked = await client.call('/sign_in', { method: 'POST', body: { email, password } });
	assert.equal(asked.json.error.code, 'second_factor_required', asked.text);
	// A code is good for one use; the next one is for a clock that is early.
	const code = showCode(totpSecret, Date.now() + 30_000);
	const body = { email, password, code };
	assert([204, 401].includes((await client.call('/sign_in', { method: 'POST', body })).status));
	await waitFor(
		'the items to be found',
		async () => (await createApi(url).call(`/6/${shop.hashid}/_search?query=seat&rpp=1`)).json.total_found,
		(count) => count > 50,
	);
}

describe('a move', () => {
	it('has rows of every kind to carry', async () => {
		const rows = await sqliteStore.readRows(
			join(original, 'eu1'),
			carriedTables.map(({ name }) => `select count(*) as count from ${name}`),
		);
		const empty = carriedTables.map(({ name }) => name).filter((_, at) => rows[at]?.[0]?.count === 0);
		// Each lasts until the next run of garbage collection.
		assert.deepEqual(
			empty.filter((name) => !['removed_store', 'erasure'].includes(name)),
			[],
		);
	});

	it('to PostgreSQL brings all that was there, and the shop goes on', async () => {
		databaseUrl = await postgres.createDatabase();
		const said = await move(['--from', original, '--to', databaseUrl]);
		const stored = await queryPostgres(
			databaseUrl,
			'select generation_id as id, count(*)::integer as rows from item group by generation_id',
		);
		assert(stored.length >= 3);
		for (const { id, rows } of stored) assert.equal(said.generations[String(id)].rows, rows);
		for (const { sha256 } of Object.values<Json>(said.generations)) assert.match(sha256, /^[0-9a-f]{64}$/);
		await using server = await serve(join(folder, 'node'), onPostgres(databaseUrl));
		await checkShop(server, seen);
		await checkOut(server.url, shop, shop.cartSession);
		await waitUntilCounted(server, 2);
		const api = createApi(server.url, shop.key);
		const path = `/api/v2/search_engines/${shop.hashid}/indices/product/items`;
		assert.equal((await api.call(path, { method: 'POST', body: { id: 'later', title: 'chair later' } })).status, 201);
		const sessionsBefore = await countSessions(server.url, shop);
		await addToCart(server.url, shop, 'cart-2', 'i-3');
		await waitFor(
			'the session of the cart in the reports',
			() => countSessions(server.url, shop),
			(count) => count === sessionsBefore + 1,
		);
		const created = await api.call('/api/v2/search_engines', { method: 'POST', body: { name: 'created later' } });
		assert.equal(created.status, 201, created.text);
		seen = await readEverything(server.url, shop);
		await server.stop();
	});

	it('back brings what was written since, too', async () => {
		const dataDir = join(folder, 'back');
		const there = await move(['--to', dataDir], onPostgres(databaseUrl));
		await copyFile(join(original, 'secret.key'), join(dataDir, 'secret.key'));
		await sqliteStore.checkIntegrity(join(dataDir, 'eu1'));
		await using server = await serve(dataDir);
		await checkShop(server, seen);
		await checkOut(server.url, shop, 'cart-2');
		await waitUntilCounted(server, 3);
		await server.stop();
		assert(there.tables.event.rows > 10);
	});

	it('that is killed leaves nothing that a server starts with, and goes on where it was', async () => {
		const dataDir = join(folder, 'large');
		await cp(original, dataDir, { recursive: true });
		await multiplyItems(dataDir, 6_000);
		const url = await postgres.createDatabase();
		const words = ['--from', dataDir, '--to', url];
		const killed = startMove(words);
		const readProgress = () => queryPostgres(url, 'select progress from store_filling').catch(() => []);
		await waitFor(
			'the items to be under way',
			async () => JSON.stringify(await readProgress()),
			(text) => /item\\",\\"after\\":\[/.test(text) || killed.hasEnded(),
		);
		killed.kill();
		assert.equal((await killed.outcome).code, null, 'it was not done');
		const half = spawnServe({ dataDir: join(folder, 'node-2'), environment: { ...common, ...onPostgres(url) } });
		assert.equal(await half.ended, 1);
		assert.match(half.stderr(), /has only a part of another store: run .*vitrine migrate-store.* again/);

		const there = await move(words);
		await using server = await serve(join(folder, 'node-2'), onPostgres(url));
		const items = await listItems(createApi(server.url, shop.key), toIndex());
		await server.stop();

		const backDir = join(folder, 'large-back');
		const back = startMove(['--from', url, '--to', backDir], onPostgres(url));
		const readFilling = () => {
			try {
				using file = new DatabaseSync(join(backDir, 'eu1', 'vitrine.db.filling'), { readOnly: true, timeout: 1000 });
				return JSON.stringify(file.prepare('select progress from store_filling').all());
			} catch {
				return '';
			}
		};
		await waitFor('the items to be under way', readFilling, (text) => /item\\",\\"after/.test(text) || back.hasEnded());
		back.kill();
		assert.equal((await back.outcome).code, null, 'it was not done');
		const none = spawnServe({ dataDir: backDir, environment: { ...common, VITRINE_SECRET_KEY: secretKey } });
		assert.equal(await none.ended, 1);
		assert.match(none.stderr(), /has only a part of another store: run .*vitrine migrate-store.* again/);
		const again = await move(['--from', url, '--to', backDir], onPostgres(url));
		for (const [id, digest] of Object.entries(there.generations)) assert.deepEqual(again.generations[id], digest);
		await using embedded = await serve(backDir, { VITRINE_SECRET_KEY: secretKey });
		assert.deepEqual(await listItems(createApi(embedded.url, shop.key), toIndex()), items);
		assert.equal(items.length > 6_000, true);
		await embedded.stop();
	});
});

const toIndex = () => `/api/v2/search_engines/${shop.hashid}/indices/product`;

async function multiplyItems(dataDir: string, count: number): Promise<void> {
	const server = await serve(dataDir);
	const api = createApi(server.url, shop.key);
	for (let at = 0; at < count; at += 100) {
		const body = Array.from({ length: 100 }, (_, index) => ({ id: `m-${at + index}`, title: `chair ${at + index}` }));
		const { status, text } = await api.call(`${toIndex()}/items/_bulk`, { method: 'POST', body });
		assert.equal(status, 200, text);
	}
	await server.stop();
}

describe('a move is refused with a word, and changes nothing,', () => {
	it('where the target has data, or the key is another one', async () => {
		assert.match(await refuse(['--from', original, '--to', databaseUrl]), /is not empty: name another database/);
		assert.match(
			await refuse(['--from', databaseUrl, '--to', original], { VITRINE_SECRET_KEY: secretKey }),
			/is not empty, it has/,
		);
		const url = await postgres.createDatabase();
		const other = { VITRINE_SECRET_KEY: 'ab'.repeat(32) };
		assert.match(await refuse(['--from', original, '--to', url], other), /is another key than .*secret\.key/);
		assert.match(await refuse(['--from', databaseUrl, '--to', join(folder, 'x')], other), /is not that of the source/);
		const noKey = await refuse(['--from', databaseUrl, '--to', join(folder, 'x')]);
		assert.match(noKey, /the server key is missing: set VITRINE_SECRET_KEY/);
		const wrong = join(folder, 'wrong-key');
		await cp(original, wrong, { recursive: true });
		await writeFile(join(wrong, 'secret.key'), `${'ab'.repeat(32)}\n`);
		assert.match(
			await refuse(['--from', wrong, '--to', url]),
			/start it with the server key that belongs to this database/,
		);
		assert.deepEqual(await listTables(url), [], 'nothing was made there');
	});

	it('where an empty target belongs to another key', async () => {
		const url = await postgres.createDatabase();
		const key = { VITRINE_SECRET_KEY: 'ab'.repeat(32), VITRINE_DATABASE_URL: url };
		await using server = await serve(join(folder, 'other-node'), key);
		assert.match(await refuse(['--from', original, '--to', url]), /belongs to another server key/);
		await server.stop();
		assert.match(await refuse(['--from', original, '--to', url]), /belongs to another server key/);
	});

	it('while a server runs at either end', async () => {
		const url = await postgres.createDatabase();
		await using server = await serve(join(folder, 'running'), onPostgres(url));
		assert.match(await refuse(['--from', original, '--to', url]), /has 1 running server: stop them first/);
		const back = await refuse(['--from', url, '--to', join(folder, 'y')], onPostgres(url));
		assert.match(back, /has 1 running server/);
		await server.stop();
		await using embedded = await serve(join(folder, 'running-2'));
		assert.match(await refuse(['--from', join(folder, 'running-2'), '--to', url]), /is in use by process/);
		await embedded.stop();
	});

	it('where the URL is wrong, the version is another one, or a right is missing', async () => {
		assert.match(await refuse(['--from', original, '--to', 'postgres://127.0.0.1:1/none']), /cannot be reached/);
		assert.match(await refuse(['--from', join(folder, 'nothing'), '--to', databaseUrl]), /is missing|has no database/);
		assert.match(await refuse(['--from', original, '--to', join(folder, 'z')]), /both ends are of one kind/);
		assert.match(await refuse(['--from', original]), /--to is missing/);
		assert.match(await refuse(['--from', original, '--to', databaseUrl, '--zone', 'us1']), /has no database of us1/);

		const old = join(folder, 'old');
		await cp(original, old, { recursive: true });
		new DatabaseSync(join(old, 'eu1', 'vitrine.db')).exec('pragma user_version = 20');
		const url = await postgres.createDatabase();
		assert.match(
			await refuse(['--from', old, '--to', url]),
			/schema version 20, and this program has \d+: start the server/,
		);

		const name = new URL(url).pathname.slice(1);
		await queryPostgres(
			url,
			`create role mover_${name} login password 'mover'; revoke create on schema public from public`,
		);
		const poor = new URL(url);
		poor.username = `mover_${name}`;
		poor.password = 'mover';
		assert.match(
			await refuse(['--from', original, '--to', poor.href]),
			/does not let the user of the URL create tables/,
		);
		assert.deepEqual(await listTables(url), []);
	});

	it('when the source was written to since it was killed', async () => {
		const dataDir = join(folder, 'written');
		await cp(original, dataDir, { recursive: true });
		const url = await postgres.createDatabase();
		const killed = startMove(['--from', dataDir, '--to', url]);
		await waitFor(
			'the copy to have begun',
			() => queryPostgres(url, 'select progress from store_filling').catch(() => []),
			(rows) => rows.length > 0 || killed.hasEnded(),
		);
		killed.kill();
		if ((await killed.outcome).code === 0) return;
		await using server = await serve(dataDir);
		const { status } = await createApi(server.url, shop.key).call(`${toIndex()}/items`, {
			method: 'POST',
			body: { id: 'since' },
		});
		assert.equal(status, 201);
		await server.stop();
		assert.match(
			await refuse(['--from', dataDir, '--to', url]),
			/as it was before something was written to it: empty the target/,
		);
	});
});

async function listTables(url: string): Promise<readonly unknown[]> {
	return queryPostgres(
		url,
		`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
	);
}
