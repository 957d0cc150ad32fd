import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DatabaseFacts, dumpDatabase } from '../../src/adapters/postgres/dump-database.ts';
import { createPostgresEventLog } from '../../src/adapters/postgres/event-log.ts';
import { loadDatabase } from '../../src/adapters/postgres/load-database.ts';
import { migrations } from '../../src/adapters/postgres/migrations.ts';
import { preparePostgresDatabase } from '../../src/adapters/postgres/prepare-database.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import { writeEvent } from '../support/postgres-events.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { createPreparedDatabase, openTestPool, preparedAtMs, preparePostgres } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

const timeouts = { connectTimeoutMs: 10_000, lockTimeoutMs: 60_000 };

interface Dump {
	readonly facts: DatabaseFacts;
	readonly tables: ReadonlyMap<string, readonly string[]>;
}

async function dump(url: string): Promise<Dump> {
	const tables = new Map<string, string[]>();
	const facts = await dumpDatabase({
		...{ url, ...timeouts },
		async write(table, rows) {
			const all: string[] = [];
			for await (const lines of rows) all.push(...lines);
			tables.set(table, all);
		},
	});
	return { facts, tables };
}

async function load(url: string, { facts, tables }: Dump): Promise<void> {
	async function* read(table: string) {
		yield tables.get(table) ?? [];
	}
	await loadDatabase({ ...{ url, facts, read, ...timeouts }, nowMs: preparedAtMs });
}

const toEmpty = async () => (await sharedPostgresServer()).createDatabase();
const insertAccount = `insert into account (id, name, created_at_ms) values ('a', E'odd \\u2028 \\x01\\x02 "\\\\', 9007199254740991)`;

describe('a dump of a database on PostgreSQL', () => {
	it('is loaded with every value, whatever its type, and sequences go on behind those of its rows', async () => {
		const from = await createPreparedDatabase();
		await queryPostgres(from, insertAccount);
		await queryPostgres(
			from,
			`insert into generation (state, seq, item_count) values ('live', 1, 1);
			insert into item (generation_id, seq, first_seq, item_key, id, body)
			values (1, 1, 1, '\\x00ff5c22'::bytea, 'i', '{"price":0.1,"title":"é 😀"}');
			delete from account; ${insertAccount}`,
		);
		const to = await toEmpty();
		await load(to, await dump(from));
		for (const query of ['select * from account', 'select * from item', 'select * from generation']) {
			assert.deepEqual(await queryPostgres(to, query), await queryPostgres(from, query));
		}
		const [next] = await queryPostgres(
			to,
			`insert into account (id, name, created_at_ms) values ('b', '', 0) returning serial`,
		);
		assert.equal(Number(next?.serial), 3);
	});

	it('has events in the tables of their months, and all of them come before new ones', async (t) => {
		const from = await createPreparedDatabase();
		await preparePostgresDatabase({ ...{ url: from, ...timeouts }, nowMs: Date.UTC(2025, 4, 9) });
		const session = await writeEvent(openTestPool(t, from).autocommit);
		await queryPostgres(from, `update event set occurred_at_ms = ${Date.UTC(2025, 4, 10)}`);
		// That cluster had seen more transactions.
		await queryPostgres(from, 'update event set xid = (xid::text::numeric + 1e15)::text::xid8');
		const to = await toEmpty();
		await load(to, await dump(from));
		const [where] = await queryPostgres(to, 'select tableoid::regclass::text as name from event');
		assert.equal(where?.name, 'event_2025_05');
		await preparePostgres(to);
		const pool = openTestPool(t, to);
		const late = await writeEvent(pool.autocommit);
		const { changes } = await createPostgresEventLog(pool.reads)().read(startPosition, 100);
		assert.deepEqual(
			changes.map(({ sessionId }) => sessionId),
			[session, late],
		);
	});

	it('of an older schema version is loaded as it is, and brought to the present one by a start', async () => {
		const from = await toEmpty();
		const steps = migrations.slice(0, -1);
		await preparePostgresDatabase({ ...{ url: from, ...timeouts, steps }, nowMs: preparedAtMs });
		await queryPostgres(from, insertAccount);
		const older = await dump(from);
		assert.equal(older.facts.schemaVersion, steps.length);
		const to = await toEmpty();
		await load(to, older);
		await preparePostgres(to);
		const [row] = await queryPostgres(
			to,
			'select max(version) as version, (select id from account) as id from vitrine_schema',
		);
		assert.deepEqual(row, { version: migrations.length, id: 'a' });
	});

	it('is not loaded where there are data, tables of another version or of another program', async () => {
		const from = await createPreparedDatabase();
		await queryPostgres(from, insertAccount);
		const whole = await dump(from);
		await assert.rejects(load(from, whole), /is not empty: name another database/);
		const older = await toEmpty();
		await preparePostgresDatabase({
			...{ url: older, ...timeouts, steps: migrations.slice(0, 3) },
			nowMs: preparedAtMs,
		});
		await assert.rejects(load(older, whole), /has tables of schema version 3, and the backup is of version/);
		const foreign = await toEmpty();
		await queryPostgres(foreign, 'create table account (id integer)');
		await assert.rejects(load(foreign, whole), /has tables of another program \(account\)/);
		await assert.rejects(dump(foreign), /has no tables of this program/);
	});

	it('ends with what its writer or reader fails with, which is no failure of the database', async () => {
		const from = await createPreparedDatabase();
		await queryPostgres(from, insertAccount);
		const full = new Error('no space left on device');
		const write = () => Promise.reject(full);
		await assert.rejects(dumpDatabase({ url: from, ...timeouts, write }), full);
		const whole = await dump(from);
		const to = await toEmpty();
		const stopped = new Error('stopped by SIGTERM');
		const read = (): AsyncIterable<readonly string[]> => {
			throw stopped;
		};
		await assert.rejects(
			loadDatabase({ ...{ url: to, facts: whole.facts, read, ...timeouts }, nowMs: preparedAtMs }),
			stopped,
		);
		assert.deepEqual(await queryPostgres(to, 'select * from account'), []);
	});

	it('that breaks off, or lacks a row, leaves no rows', async () => {
		const from = await createPreparedDatabase();
		await queryPostgres(from, insertAccount);
		const whole = await dump(from);
		const to = await toEmpty();
		const fewer = { ...whole.facts.rows, account: 2 };
		await assert.rejects(load(to, { ...whole, facts: { ...whole.facts, rows: fewer } }), /account has 1 rows/);
		assert.deepEqual(await queryPostgres(to, 'select * from account'), []);
		await load(to, whole);
		assert.equal((await queryPostgres(to, 'select * from account')).length, 1);
	});
});
