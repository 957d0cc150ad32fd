/** Nodes of two versions on one database: a column that the later one adds is in the way of no prepared statement. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openPostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import { defineQuery } from '../../src/adapters/sql/query.ts';
import type { SqlConnection } from '../../src/adapters/sql/sql-connection.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';

const bounds = {
	connectionsMax: 3,
	waitersMax: 100,
	connectTimeoutMs: 10_000,
	statementTimeoutMs: 60_000,
	lockTimeoutMs: 60_000,
	idleInTransactionTimeoutMs: 60_000,
};
const readAll = defineQuery((db) => db.selectFrom('health').selectAll().orderBy('id'));
const touchAll = defineQuery((db) =>
	db
		.updateTable('health')
		.set(({ eb }) => ({ check_count: eb('check_count', '+', 1) }))
		.returningAll(),
);

it('statements are prepared again when a later version adds a column to what they read, in transactions too', async (t) => {
	const url = await (await sharedPostgresServer()).createDatabase();
	await queryPostgres(url, 'create table health (id integer primary key, check_count bigint not null)');
	await queryPostgres(url, 'insert into health values (1, 0), (2, 0)');
	const pool = openPostgresPool({ url, reads: bounds, writes: bounds, random: () => 1, onLost: () => undefined });
	t.after(() => pool.close());
	const readCounts = async () => (await pool.reads.all(readAll, {})).map((row) => row.check_count);
	const touchAndRead = async (connection: SqlConnection) => {
		const touched = await connection.all(touchAll, {});
		return [touched.length, (await connection.all(readAll, {})).length];
	};
	const useAll = () =>
		Promise.all([
			...[1, 2, 3].map(() => pool.reads.all(readAll, {})),
			...[1, 2, 3].map(() => pool.autocommit.all(touchAll, {})),
			...[1, 2, 3].map(() => pool.runInTransaction(touchAndRead)),
			...[1, 2, 3].map((lane) => pool.runAtOnce((connection) => connection.all(touchAll, {}), `lane ${lane % 2}`)),
		]);
	await useAll();
	for (const column of ['later', 'still_later']) {
		const counts = await readCounts();
		await queryPostgres(url, `alter table health add column ${column} text not null default ''`);
		const answers = await useAll();
		assert.deepEqual(
			answers.slice(6, 9),
			[1, 2, 3].map(() => [2, 2]),
		);
		for (const rows of [...answers.slice(0, 6), ...answers.slice(9)]) assert.equal(rows.length, 2);
		// Nothing was done twice.
		assert.deepEqual(
			await readCounts(),
			counts.map((count) => count + 9),
		);
	}
});
