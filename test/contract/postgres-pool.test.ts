import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import type { PoolBounds } from '../../src/adapters/postgres/bounded-pool.ts';
import { openPostgresPool, type PostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import { defineQuery, type QueryArguments } from '../../src/adapters/sql/query.ts';
import { type FailureCode, FailureError, fail } from '../../src/lib/failure.ts';
import { startFakePooler } from '../support/fake-pooler.ts';
import { giveToServer } from '../support/postgres-binaries.ts';
import { type PostgresServer, sharedPostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { testCertificate, testCertificateKey } from '../support/test-certificate.ts';

const relaxed: PoolBounds = {
	connectionsMax: 4,
	waitersMax: 100,
	connectTimeoutMs: 10_000,
	statementTimeoutMs: 60_000,
	lockTimeoutMs: 60_000,
	idleInTransactionTimeoutMs: 60_000,
};

const touch = defineQuery((db, args: { id: number }) =>
	db
		.updateTable('health')
		.set(({ eb }) => ({ check_count: eb('check_count', '+', 1) }))
		.where('id', '=', args.id),
);
const addRow = defineQuery((db, args: { id: number }) =>
	db.insertInto('health').values({ id: args.id, check_count: 0 }),
);
const readCounts = defineQuery((db) => db.selectFrom('health').select('check_count').orderBy('id'));
const lockTable = defineText('lock table health in access exclusive mode');
const sleep = defineText('select pg_sleep(1000)');
const endConnection = defineText('select pg_terminate_backend(pg_backend_pid())');

/** A statement that is not part of the schema. */
function defineText<Row>(text: string) {
	return defineQuery<Row>((db) => ({ compile: () => sql.raw<Row>(text).compile(db) as never }));
}

let server: PostgresServer;
let emptyUrl: string;

before(async () => {
	server = await sharedPostgresServer();
	emptyUrl = await server.createDatabase();
	await queryPostgres(emptyUrl, 'create table health (id integer primary key, check_count bigint not null)');
	await queryPostgres(emptyUrl, 'insert into health values (1, 0), (2, 0)');
});

async function openPool(t: TestContext, bounds: Partial<PoolBounds> = {}, url?: string) {
	const own = url ?? (await server.createDatabase(new URL(emptyUrl).pathname.slice(1)));
	const lost: Error[] = [];
	const each = { ...relaxed, ...bounds };
	const pool = openPostgresPool({
		url: own,
		reads: each,
		writes: each,
		random: () => 1,
		onLost: (error) => lost.push(error),
	});
	t.after(() => pool.close());
	return { pool, url: own, lost };
}

async function refusal(work: Promise<unknown>): Promise<FailureCode> {
	const error = await work.then(
		() => assert.fail('it was done'),
		(reason: unknown) => reason,
	);
	assert(error instanceof FailureError, String(error));
	return error.failure.code;
}

async function countsOf(pool: PostgresPool): Promise<readonly number[]> {
	return (await pool.reads.all(readCounts, {})).map((row) => row.check_count);
}

describe('a transaction on PostgreSQL', () => {
	it('is seen by others once it is committed, and as a whole', async (t) => {
		const { pool } = await openPool(t);
		const seen = await pool.runInTransaction(async (connection) => {
			assert.equal(await connection.run(touch, { id: 1 }), 1);
			assert.equal(await connection.run(touch, { id: 3 }), 0);
			return countsOf(pool);
		});
		assert.deepEqual(seen, [0, 0]);
		assert.deepEqual(await countsOf(pool), [1, 0]);
	});

	it('leaves no trace when its work rejects, and its connection can be used again', async (t) => {
		const { pool } = await openPool(t, { connectionsMax: 1 });
		const work = pool.runInTransaction(async (connection) => {
			await connection.run(touch, { id: 1 });
			throw new FailureError(fail('locked').failure);
		});
		assert.equal(await refusal(work), 'locked');
		assert.equal(await pool.autocommit.run(touch, { id: 2 }), 1);
		assert.deepEqual(await countsOf(pool), [0, 1]);
	});

	it('fails with the error of a statement, even if the work continues after it', async (t) => {
		const { pool } = await openPool(t);
		await assert.rejects(
			pool.runInTransaction((connection) => connection.run(addRow, { id: 1 })),
			{ code: '23505' },
		);
		const careless = pool.runInTransaction(async (connection) => {
			await connection.run(touch, { id: 1 });
			await connection.run(addRow, { id: 1 }).catch(() => undefined);
		});
		await assert.rejects(careless, /a statement had failed/);
		assert.deepEqual(await countsOf(pool), [0, 0]);
	});

	it('is run again when it was in a deadlock', async (t) => {
		const { pool } = await openPool(t);
		let attemptCount = 0;
		let lockCount = 0;
		const bothLocked = Promise.withResolvers<void>();
		async function touchBoth(first: number, second: number): Promise<void> {
			await pool.runInTransaction(async (connection) => {
				attemptCount += 1;
				await connection.run(touch, { id: first });
				lockCount += 1;
				if (lockCount === 2) bothLocked.resolve();
				await bothLocked.promise;
				await connection.run(touch, { id: second });
			});
		}
		await Promise.all([touchBoth(1, 2), touchBoth(2, 1)]);
		// The one that is run again may take its first lock before the other wakes up, and they meet in another deadlock.
		assert.ok(attemptCount >= 3, `${attemptCount} attempts`);
		assert.deepEqual(await countsOf(pool), [2, 2]);
	});

	it('is given up when it fails every time', async (t) => {
		const { pool, url } = await openPool(t);
		await queryPostgres(
			url,
			`create function conflict() returns trigger language plpgsql as
				$$ begin raise exception 'no' using errcode = 'serialization_failure'; end $$`,
		);
		await queryPostgres(
			url,
			'create trigger conflict before update on health for each row execute function conflict()',
		);
		let attemptCount = 0;
		const work = pool.runInTransaction((connection) => {
			attemptCount += 1;
			return connection.run(touch, { id: 1 });
		});
		assert.equal(await refusal(work), 'overloaded');
		assert.equal(attemptCount, 6);
		assert.equal(await refusal(pool.autocommit.run(touch, { id: 1 })), 'overloaded');
	});
});

describe('values of PostgreSQL', () => {
	it('are those of SQLite', async (t) => {
		const { pool } = await openPool(t);
		const query = defineText<Record<string, unknown>>(
			`select 9007199254740991::bigint as whole, sum(x) as sum, true as yes, false as no, 0.1::float8 as part,
				'\\x00ff'::bytea as bytes, 'é' as text, null as nothing from (values (2::bigint), (3)) as t (x)`,
		);
		assert.deepEqual(await pool.reads.first(query, {}), {
			whole: Number.MAX_SAFE_INTEGER,
			sum: 5,
			yes: 1,
			no: 0,
			part: 0.1,
			bytes: Buffer.from([0, 255]),
			text: 'é',
			nothing: null,
		});
		await assert.rejects(pool.reads.first(defineText('select 9007199254740993::bigint'), {}), /too large for a number/);
	});

	it('are returned as they were given', async (t) => {
		const { pool } = await openPool(t);
		const args = {
			whole: -Number.MAX_SAFE_INTEGER,
			part: 1e-300,
			bytes: new Uint8Array([1, 0]),
			text: "'\\ü",
			none: null,
		};
		const query = defineQuery((_db, given: QueryArguments) => ({
			compile: () =>
				sql`select ${given.whole}::bigint as whole, ${given.part}::float8 as part, ${given.bytes}::bytea as bytes,
					${given.text}::text as text, ${given.none}::text as none`.compile(_db) as never,
		}));
		assert.deepEqual(await pool.reads.first(query, args), { ...args, bytes: Buffer.from(args.bytes) });
	});
});

describe('a statement on PostgreSQL that takes too long', () => {
	it('times out', async (t) => {
		const { pool } = await openPool(t, { statementTimeoutMs: 20 });
		assert.equal(await refusal(pool.reads.all(sleep, {})), 'timed_out');
		assert.equal(await refusal(pool.autocommit.all(sleep, {})), 'timed_out');
		assert.equal(await refusal(pool.runInTransaction((connection) => connection.all(sleep, {}))), 'timed_out');
	});

	it('times out when it waits for a lock', async (t) => {
		const { pool } = await openPool(t, { lockTimeoutMs: 20 });
		await pool.runInTransaction(async (connection) => {
			await connection.all(lockTable, {});
			assert.equal(await refusal(pool.reads.all(readCounts, {})), 'timed_out');
		});
	});
});

describe('callers that find every connection in use', () => {
	it('are refused when too many wait already', async (t) => {
		const { pool } = await openPool(t, { connectionsMax: 1, waitersMax: 1 });
		await pool
			.runInTransaction(async () => {
				const waiting = pool.autocommit.run(touch, { id: 1 });
				assert.equal(await refusal(pool.autocommit.run(touch, { id: 1 })), 'overloaded');
				return { waiting };
			})
			.then(({ waiting }) => waiting);
		assert.deepEqual(await countsOf(pool), [1, 0]);
	});

	it('are refused when they have waited too long', async (t) => {
		const { pool } = await openPool(t, { connectionsMax: 1, connectTimeoutMs: 200 });
		await pool.runInTransaction(async () => {
			assert.equal(await refusal(pool.autocommit.run(touch, { id: 1 })), 'overloaded');
		});
	});
});

describe('a connection to PostgreSQL that is lost', () => {
	it('makes a read unavailable, and leaves open whether a write was done', async (t) => {
		const { pool } = await openPool(t);
		assert.equal(await refusal(pool.reads.all(endConnection, {})), 'unavailable');
		assert.equal(await refusal(pool.autocommit.all(endConnection, {})), 'timed_out');
		assert.equal(
			await refusal(pool.runInTransaction((connection) => connection.all(endConnection, {}))),
			'unavailable',
		);
	});

	it('leaves open whether a transaction was committed when the connection was lost during the commit', async (t) => {
		const { pool, url } = await openPool(t);
		await queryPostgres(
			url,
			`create function leave() returns trigger language plpgsql as
				$$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
		);
		await queryPostgres(
			url,
			`create constraint trigger leave after update on health initially deferred for each row execute function leave()`,
		);
		assert.equal(await refusal(pool.runInTransaction((connection) => connection.run(touch, { id: 1 }))), 'timed_out');
	});

	it('is replaced for the next caller', async (t) => {
		const { pool, url, lost } = await openPool(t);
		await Promise.all([countsOf(pool), countsOf(pool), pool.autocommit.run(touch, { id: 1 })]);
		const { pathname } = new URL(url);
		await queryPostgres(server.url, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
			pathname.slice(1),
		]);
		while (lost.length < 3) await new Promise((resolve) => setImmediate(resolve));
		assert.deepEqual(await countsOf(pool), [1, 0]);
		assert.equal(await pool.autocommit.run(touch, { id: 1 }), 1);
	});

	it('takes nothing with it of a transaction that waited for too long', async (t) => {
		const { pool } = await openPool(t, { idleInTransactionTimeoutMs: 20 });
		const work = pool.runInTransaction(async (connection) => {
			await connection.run(touch, { id: 1 });
			const activity = defineText<{
				state: string;
			}>(`select state from pg_stat_activity where state = 'idle in transaction'
				and datname = current_database()`);
			while ((await pool.reads.first(activity, {})) !== undefined);
			await connection.run(touch, { id: 2 });
		});
		assert.equal(await refusal(work), 'unavailable');
		assert.deepEqual(await countsOf(pool), [0, 0]);
	});
});

describe('a PostgreSQL server that is away', () => {
	it('makes calls unavailable at once, until it is back', { skip: isGiven() }, async (t) => {
		const own = await startPostgresServer();
		t.after(() => own.close());
		const url = await own.createDatabase();
		await queryPostgres(url, 'create table health (id integer primary key, check_count bigint not null)');
		const { pool } = await openPool(t, {}, url);
		await pool.autocommit.run(addRow, { id: 1 });
		await own.stop('immediate');
		assert.equal(await refusal(pool.reads.all(readCounts, {})), 'unavailable');
		assert.equal(await refusal(pool.autocommit.run(touch, { id: 1 })), 'unavailable');
		assert.equal(await refusal(pool.runInTransaction((connection) => connection.run(touch, { id: 1 }))), 'unavailable');
		await own.start();
		assert.equal(await pool.autocommit.run(touch, { id: 1 }), 1);
		assert.deepEqual(await countsOf(pool), [1]);
	});

	it('that has no connection left makes calls unavailable', { skip: isGiven() }, async (t) => {
		const own = await startPostgresServer({ max_connections: '5', superuser_reserved_connections: '0' });
		t.after(() => own.close());
		const { pool } = await openPool(t, { connectionsMax: 20 }, own.url);
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, () => pool.reads.all(defineText('select pg_sleep(0.2)'), {}).catch((error) => error)),
		);
		const failed = outcomes.filter((outcome) => outcome instanceof FailureError);
		assert(failed.length > 0 && failed.length < 20, `${failed.length} failed`);
		for (const { failure } of failed) assert.equal(failure.code, 'unavailable');
	});
});

describe('TLS to PostgreSQL', { skip: isGiven() }, () => {
	let own: PostgresServer;
	let folder: string;
	const one = defineText<{ ssl: number }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'vitrine-certificate-'));
		const files = { ssl_cert_file: join(folder, 'cert.pem'), ssl_key_file: join(folder, 'key.pem') };
		await writeFile(files.ssl_cert_file, testCertificate);
		await writeFile(files.ssl_key_file, testCertificateKey, { mode: 0o600 });
		await giveToServer(folder);
		own = await startPostgresServer({ ssl: 'on', ...files });
	});
	after(async () => {
		await own.close();
		await rm(folder, { recursive: true });
	});

	async function ask(t: TestContext, parameters: string, url = own.url) {
		const { pool } = await openPool(t, {}, `${url}?${parameters}`);
		return pool.reads.first(one, {});
	}

	it('trusts whom it need not know', async (t) => {
		assert.deepEqual(await ask(t, 'sslmode=require'), { ssl: 1 });
		assert.deepEqual(await ask(t, 'sslmode=disable'), { ssl: 0 });
	});

	it('takes a certificate of the authority that is named', async (t) => {
		const authority = `sslrootcert=${join(folder, 'cert.pem')}`;
		for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
			assert.deepEqual(await ask(t, `sslmode=${mode}&${authority}`), { ssl: 1 });
		}
	});

	it('refuses a self-signed certificate', async (t) => {
		const error: unknown = await ask(t, 'sslmode=verify-full').catch((reason) => reason);
		assert(error instanceof FailureError && error.cause instanceof Error);
		assert.equal(error.failure.code, 'unavailable');
		assert.match(error.cause.message, /self-signed certificate/);
	});

	it('is not skipped if it is requested', async (t) => {
		assert.equal(await refusal(ask(t, 'sslmode=require', server.url)), 'unavailable');
	});
});

describe('statements on PostgreSQL', () => {
	const prepared = defineText<{ count: number }>(
		`select count(*) as count from pg_prepared_statements where statement like 'select "check_count"%'`,
	);
	const timeout = defineText<{ lock_timeout: string }>('show lock_timeout');

	it('are prepared once, where a connection is one of the server', async (t) => {
		const { pool } = await openPool(t, { connectionsMax: 1 });
		await countsOf(pool);
		await countsOf(pool);
		assert.deepEqual(await pool.reads.first(prepared, {}), { count: 1 });
	});

	it('are not prepared behind a pooler, where each transaction has its timeouts with it', async (t) => {
		const pooler = await startFakePooler(await server.createDatabase(new URL(emptyUrl).pathname.slice(1)));
		const { pool } = await openPool(t, { connectionsMax: 1, lockTimeoutMs: 1234 }, pooler.url);
		t.after(() => pooler.close());
		assert.deepEqual(await countsOf(pool), [0, 0]);
		assert.deepEqual(await pool.reads.first(prepared, {}), { count: 0 });
		assert.deepEqual(await pool.reads.first(timeout, {}), { lock_timeout: '0' });
		const set = await pool.runInTransaction((connection) => connection.first(timeout, {}));
		assert.deepEqual(set, { lock_timeout: '1234ms' });
		assert.deepEqual(await pool.autocommit.first(timeout, {}), { lock_timeout: '0' });
	});
});

function isGiven(): string | false {
	return (process.env.VITRINE_TEST_POSTGRES_URL ?? '') === '' ? false : 'a given server is not ours to stop';
}
