import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findObstacle, type ServerRow } from '../../src/adapters/postgres/check-server.ts';
import { PostgresUnusableError } from '../../src/adapters/postgres/database-unusable.ts';
import { migrations, tableNames } from '../../src/adapters/postgres/migrations.ts';
import { preparePostgresDatabase } from '../../src/adapters/postgres/prepare-database.ts';
import { type PostgresServer, sharedPostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { preparedAtMs, preparePostgres } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

let server: PostgresServer;
before(async () => {
	server = await sharedPostgresServer();
});

async function refusal(url: string): Promise<string> {
	const error: unknown = await preparePostgres(url).then(
		() => assert.fail('it was prepared'),
		(reason) => reason,
	);
	assert(error instanceof PostgresUnusableError, String(error));
	assert.doesNotMatch(error.message, /a%20password|a password/);
	return error.message;
}

function change(url: string, edit: (target: URL) => void): string {
	const target = new URL(url);
	edit(target);
	return target.href;
}

/** The URL for a user with only the rights that the statements grant. */
async function createUser(url: string, ...statements: readonly string[]): Promise<string> {
	const [{ name } = { name: '' }] = await queryPostgres(url, `select 'tester_' || md5(random()::text) as name`);
	await queryPostgres(url, `create role ${name} login password 'known to all'`);
	for (const statement of statements) await queryPostgres(url, statement.replaceAll('USER', String(name)));
	return change(url, (target) => {
		target.username = String(name);
		target.password = 'known to all';
	});
}

const listTables = `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`;

describe('a PostgreSQL database that is prepared', () => {
	it('has the tables, and knows its version, however many processes start at once', async () => {
		const url = await server.createDatabase();
		await Promise.all([1, 2, 3, 4].map(() => preparePostgres(url)));
		const names = (await queryPostgres(url, listTables)).map(({ name }) => String(name));
		for (const name of [...tableNames, 'vitrine_schema', 'event_2026_11']) assert(names.includes(name), name);
		assert.deepEqual(
			await queryPostgres(url, 'select * from vitrine_schema order by version'),
			migrations.map((_, index) => ({ version: index + 1, applied_at_ms: String(preparedAtMs) })),
		);
	});

	it('is taken for ours when another process has created the first tables in the meantime', async () => {
		const url = await server.createDatabase();
		const other = queryPostgres(
			url,
			`begin; select pg_advisory_xact_lock(1449751666);
			create table vitrine_schema (version integer primary key, applied_at_ms bigint not null);
			do $$ begin
				while not exists (select from pg_locks where locktype = 'advisory' and objid = 1449751666 and not granted) loop end loop;
			end $$;
			commit`,
		);
		const held = `select from pg_locks where locktype = 'advisory' and objid = 1449751666 and granted`;
		while ((await queryPostgres(url, held)).length === 0);
		await Promise.all([other, preparePostgres(url)]);
		assert.equal((await queryPostgres(url, 'select from vitrine_schema')).length, migrations.length);
	});

	it('can be prepared by a user who is not a superuser, in the schema that the URL names', async () => {
		const url = await server.createDatabase();
		const ofUser = await createUser(url, 'create schema shop authorization USER');
		const inShop = change(ofUser, (target) => target.searchParams.set('options', '-c search_path=shop'));
		await preparePostgres(inShop);
		await preparePostgres(inShop);
		assert.deepEqual(await queryPostgres(inShop, 'select count(*) from shop.store_incarnation'), [{ count: '1' }]);
	});

	it('sorts texts as SQLite does, whatever its language is', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		const columns = await queryPostgres(
			url,
			`select attrelid::regclass::text || '.' || attname as name from pg_attribute
			join pg_class on pg_class.oid = attrelid
			where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0
				and atttypid = 'text'::regtype and attcollation <> 'pg_catalog."C"'::regcollation`,
		);
		assert.deepEqual(columns, []);
	});

	it('has an index for every foreign key', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		const keys = await queryPostgres(
			url,
			`select conrelid::regclass::text as "table", conkey from pg_constraint where contype = 'f' and not exists (
				select from pg_index where indrelid = conrelid and indpred is null and indkey[0] = conkey[1]
			)`,
		);
		assert.deepEqual(keys, []);
	});
});

describe('a PostgreSQL database is refused with a word on what to do', () => {
	it('when a newer program has written it', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		await queryPostgres(url, 'insert into vitrine_schema values (99, 0)');
		assert.match(await refusal(url), /has schema version 99, this program knows versions up to \d+: start the newer/);
	});

	it('when it has tables of another program by our names, which stay as they are', async () => {
		const url = await server.createDatabase();
		await queryPostgres(url, 'create table account (number integer)');
		await queryPostgres(url, 'create table store (number integer)');
		assert.match(await refusal(url), /has tables of another program \(account, store\): name another database/);
		assert.equal((await queryPostgres(url, listTables)).length, 2);
	});

	it('when its user may not create tables', async () => {
		const url = await server.createDatabase();
		await queryPostgres(url, 'revoke create on schema public from public');
		assert.match(
			await refusal(await createUser(url)),
			/does not let the user of the URL create tables: grant it "create on/,
		);
	});

	it('when it belongs to another user', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		assert.match(await refusal(await createUser(url)), /refuses the user of the URL a right that it needs/);
	});

	it('when its schema is not there', async () => {
		const url = await server.createDatabase();
		const elsewhere = change(url, (target) => target.searchParams.set('options', '-c search_path=nowhere'));
		assert.match(await refusal(elsewhere), /has none of the schemas in the search_path/);
	});

	it('when it is read-only', async () => {
		const url = await server.createDatabase();
		const readOnly = change(url, (target) => target.searchParams.set('options', '-c default_transaction_read_only=on'));
		assert.match(await refusal(readOnly), /is read-only: see to default_transaction_read_only/);
	});

	it('when it has another encoding', async () => {
		const name = new URL(await server.createDatabase()).pathname.slice(1);
		await queryPostgres(
			server.url,
			`create database ${name}_latin template template0 encoding latin1 lc_collate 'C' lc_ctype 'C'`,
		);
		const url = change(server.url, (target) => {
			target.pathname = `/${name}_latin`;
		});
		assert.match(await refusal(url), /has the encoding LATIN1: create it with encoding 'UTF8'/);
	});

	it('when it is not there, or its server, its user or its password is another', async () => {
		const wrong = (edit: (target: URL) => void) => refusal(change(server.url, edit));
		assert.match(
			await wrong((target) => Object.assign(target, { pathname: '/nothing' })),
			/nothing at .* is not there: create it/,
		);
		assert.match(
			await wrong((target) => Object.assign(target, { password: 'guess' })),
			/refuses the user or the password/,
		);
		assert.match(await wrong((target) => Object.assign(target, { port: '1' })), /cannot be reached \(.*ECONNREFUSED/);
		assert.match(await wrong((target) => Object.assign(target, { hostname: 'db.invalid' })), /cannot be reached/);
		assert.match(
			await wrong((target) => target.searchParams.set('sslmode', 'require')),
			/cannot be trusted or has no TLS/,
		);
	});

	it('when another process prepares it for too long', async () => {
		const url = await server.createDatabase();
		const holding = queryPostgres(url, 'select pg_advisory_xact_lock(1449751666), pg_sleep(1000)').catch(
			() => undefined,
		);
		const held = `select from pg_locks where locktype = 'advisory' and objid = 1449751666 and granted`;
		while ((await queryPostgres(url, held)).length === 0);
		const waiting = preparePostgresDatabase({ url, nowMs: 0, connectTimeoutMs: 10_000, lockTimeoutMs: 20 });
		await assert.rejects(waiting, /is being prepared by another process/);
		await queryPostgres(url, `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
		await holding;
	});

	const usable: ServerRow = {
		version_number: 140_000,
		version: '14.0',
		is_standby: 0,
		is_read_only: 0,
		encoding: 'UTF8',
		schema: 'public',
		may_create: 1,
		is_ours: 0,
		is_filling: 0,
	};

	it('when its server is older than 14', () => {
		assert.equal(findObstacle(usable), undefined);
		const old = { ...usable, version_number: 130_023, version: '13.23' };
		assert.match(findObstacle(old) ?? '', /is of version 13\.23: this program needs 14 or later/);
	});

	it('when its server is a standby', async (t) => {
		assert.match(findObstacle({ ...usable, is_standby: 1 }) ?? '', /is a standby/);
		const primary = await startPostgresServer();
		t.after(() => primary.close());
		if (!primary.isOwned) return t.skip('a given server is not ours to stop');
		const url = await primary.createDatabase();
		await primary.stop('fast');
		await primary.start({ standby: true });
		assert.match(await refusal(url), /is a standby, which takes no writes: name the primary/);
	});
});

describe('a schema version of PostgreSQL', () => {
	const base = { connectTimeoutMs: 10_000, lockTimeoutMs: 60_000, nowMs: preparedAtMs };

	it('is reached from the one before, and once', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		const steps = [...migrations, ['create table later (number integer)', 'insert into later values (1)']];
		await preparePostgresDatabase({ ...base, url, steps });
		await preparePostgresDatabase({ ...base, url, steps });
		assert.deepEqual(await queryPostgres(url, 'select number from later'), [{ number: 1 }]);
	});

	it('is reached beside a writer that waits for it as it does for the writer', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		await queryPostgres(
			url,
			"do $$ begin execute format('alter database %I set deadlock_timeout = 3000', current_database()); end $$",
		);
		const writer = queryPostgres(
			url,
			`set deadlock_timeout = '10min'; begin; lock table widget_day in row exclusive mode;
			do $$ begin
				while not exists (select from pg_locks where relation = 'widget_day'::regclass and not granted) loop end loop;
			end $$;
			lock table account in row exclusive mode;
			commit`,
		);
		const held = `select from pg_locks where relation = 'widget_day'::regclass and granted and mode = 'RowExclusiveLock'`;
		while ((await queryPostgres(url, held)).length === 0);
		const tables = ['account', 'widget_day'];
		const steps = [...migrations, tables.map((table) => `alter table ${table} add column later integer`)];
		// It asks once whether it waits for ever, after three seconds, and the writer asks much later.
		await Promise.all([writer, preparePostgresDatabase({ ...base, url, steps })]);
		for (const table of tables) assert.deepEqual(await queryPostgres(url, `select later from ${table}`), []);
	});

	it('is given up with a word on what to do when writers end it again and again', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		const steps = [...migrations, ["do $$ begin raise 'deadlock detected' using errcode = '40P01'; end $$"]];
		await assert.rejects(preparePostgresDatabase({ ...base, url, steps }), {
			name: 'PostgresUnusableError',
			message: /is written to so much that its tables cannot be prepared: try again, or stop those who write/,
		});
		await preparePostgres(url);
	});

	it('changes nothing when one of its statements fails', async () => {
		const url = await server.createDatabase();
		await preparePostgres(url);
		const steps = [...migrations, ['create table later (number integer)', 'insert into nothing values (1)']];
		await assert.rejects(preparePostgresDatabase({ ...base, url, steps }), { code: '42P01' });
		assert.equal(
			(await queryPostgres(url, listTables)).some(({ name }) => name === 'later'),
			false,
		);
		await preparePostgres(url);
	});
});
