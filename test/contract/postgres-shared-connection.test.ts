/** Transactions that are sent behind one another on one connection of PostgreSQL. */
import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { openPostgresPool, type PostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import { defineQuery } from '../../src/adapters/sql/query.ts';
import { FailureError } from '../../src/lib/failure.ts';
import { startFakePooler } from '../support/fake-pooler.ts';
import { type PostgresServer, sharedPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';

const write = defineQuery<{ process: number }, { text: string }>((db, { text }) => ({
	compile: () =>
		sql<{ process: number }>`insert into note (text) values (${text}) returning pg_backend_pid() as process`.compile(
			db as never,
		) as never,
}));
const endConnection = defineText('select pg_terminate_backend(pg_backend_pid())');

/** A statement that is not part of the schema. */
function defineText<Row>(text: string) {
	return defineQuery<Row>((db) => ({ compile: () => sql.raw<Row>(text).compile(db) as never }));
}

let server: PostgresServer;

before(async () => {
	server = await sharedPostgresServer();
});

interface OpenedPool {
	readonly pool: PostgresPool;
	readonly url: string;
	/** Writes a note at once. @returns the server's process. */
	readonly note: (lane: string, text: string) => Promise<number | undefined>;
	/** Resolves when that many were sent. */
	readonly untilSent: (count: number) => Promise<void>;
}

async function openPool(t: TestContext, { connectionsMax = 4, isPooled = false } = {}): Promise<OpenedPool> {
	const url = await server.createDatabase();
	await queryPostgres(url, 'create table note (id serial primary key, text text not null unique)');
	const pooler = isPooled ? await startFakePooler(url) : undefined;
	const timeoutMs = 60_000;
	const bounds = {
		...{ connectionsMax, waitersMax: 100, connectTimeoutMs: timeoutMs, statementTimeoutMs: timeoutMs },
		...{ lockTimeoutMs: timeoutMs, idleInTransactionTimeoutMs: timeoutMs },
	};
	const pool = openPostgresPool({
		...{ url: pooler?.url ?? url, reads: bounds, writes: bounds },
		...{ random: () => 1, onLost: () => undefined },
	});
	t.after(async () => {
		await pool.close();
		await pooler?.close();
	});
	let sentCount = 0;
	return {
		pool,
		url,
		note: (lane, text) =>
			pool.runAtOnce(async (connection) => {
				sentCount += 1;
				return (await connection.first(write, { text }))?.process;
			}, lane),
		async untilSent(count) {
			while (sentCount < count) await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

const readNotes = async (url: string) =>
	(await queryPostgres(url, 'select text from note order by id')).map(({ text }) => text);

describe('a transaction that is sent while another of its lane runs', () => {
	it('follows it on its connection, and those of other lanes do not', async (t) => {
		const { note, untilSent, url } = await openPool(t);
		const first = note('a', 'one');
		await untilSent(1);
		const [one, two, three] = await Promise.all([first, note('a', 'two'), note('b', 'three')]);
		assert.equal(one, two);
		assert.notEqual(one, three);
		assert.deepEqual((await readNotes(url)).toSorted(), ['one', 'three', 'two']);
	});

	it('is committed when the other one fails, and fails alone', async (t) => {
		const { note, untilSent, url } = await openPool(t);
		await note('a', 'one');
		const failing = assert.rejects(note('a', 'one'), { code: '23505' });
		await untilSent(2);
		const second = note('a', 'two');
		await Promise.all([failing, second]);
		const running = note('a', 'three');
		await untilSent(4);
		await Promise.all([assert.rejects(note('a', 'two'), { code: '23505' }), running]);
		assert.deepEqual(await readNotes(url), ['one', 'two', 'three']);
	});

	it('waits its turn when a caller waits for a connection', async (t) => {
		const { pool, note, untilSent, url } = await openPool(t, { connectionsMax: 1 });
		const first = note('a', 'one');
		await untilSent(1);
		const waiting = pool.autocommit.first(write, { text: 'two' });
		await Promise.all([first, waiting, note('a', 'three')]);
		assert.deepEqual(await readNotes(url), ['one', 'two', 'three']);
	});

	it('may have happened when the connection is lost', async (t) => {
		const { pool, note, url } = await openPool(t);
		const started = Promise.withResolvers<void>();
		const losing = pool.runAtOnce(async (connection) => {
			started.resolve();
			return connection.all(endConnection, {});
		}, 'a');
		await started.promise;
		for (const work of [losing, note('a', 'one')]) await assert.rejects(work, isTimedOut);
		assert.deepEqual(await readNotes(url), []);
		await note('a', 'two');
		assert.deepEqual(await readNotes(url), ['two']);
	});

	it('has another connection behind a pooler', async (t) => {
		const { note, untilSent, url } = await openPool(t, { isPooled: true });
		const first = note('a', 'one');
		await untilSent(1);
		const [one, two] = await Promise.all([first, note('a', 'two')]);
		assert.notEqual(one, two);
		assert.deepEqual((await readNotes(url)).toSorted(), ['one', 'two']);
	});
});

function isTimedOut(error: unknown): boolean {
	return error instanceof FailureError && error.failure.code === 'timed_out';
}
