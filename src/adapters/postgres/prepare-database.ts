/**
 * Prepares a database at the start of each process: its version, its tables, its incarnation, its partitions.
 *
 * All of it is one transaction under one lock that ends with it. So processes that start together wait for each other,
 * also through a pooler, and a crash leaves the previous state. Nodes that serve may wait for what it has locked while it waits
 * for what they have: then it is begun again, at most six times. Tables are created in the first schema of the search
 * path, which a URL may select: `?options=-c%20search_path%3Dshop`. If a table of another program has one of our names,
 * nothing is touched.
 */
import { sql } from 'kysely';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { findObstacle, readServer } from './check-server.ts';
import { PostgresUnusableError } from './database-unusable.ts';
import { defineSql, runSql } from './define-sql.ts';
import { ensureEventPartitions } from './event-partitions.ts';
import { beginIncarnation, lockSchema } from './incarnation.ts';
import { type Migration, migrations, tableNames } from './migrations.ts';
import { repeatConflicting, transact } from './repeat-transaction.ts';
import { withSingleConnection } from './single-connection.ts';

export interface PreparationOptions {
	readonly url: string;
	readonly nowMs: number;
	readonly connectTimeoutMs: number;
	/** For other processes that are doing the same. */
	readonly lockTimeoutMs: number;
	/** For `vitrine migrate-store`, which may find what it has begun. */
	readonly isFilling?: boolean;
	/** By default those of the program. */
	readonly steps?: readonly Migration[];
}

const listForeignTables = defineSql<{ name: string }>(
	() => sql`
		select relname as name from pg_class
		where relnamespace = current_schema()::regnamespace and relname in (${sql.join(tableNames.map((name) => sql.lit(name)))})
		order by relname`,
);

const createVersions = defineSql(
	() => sql`create table vitrine_schema (version integer primary key, applied_at_ms bigint not null)`,
);
export const readVersion = defineSql<{ version: number | null }>(
	() => sql`select max(version) as version from vitrine_schema`,
);
const insertVersion = defineSql(
	(args: { version: number; nowMs: number }) => sql`
		insert into vitrine_schema (version, applied_at_ms) values (${args.version}, ${args.nowMs})`,
);

/** @throws {PostgresUnusableError} @throws {PostgresUrlError} */
export async function preparePostgresDatabase(options: PreparationOptions): Promise<void> {
	const transactionSettings = `set local lock_timeout = ${options.lockTimeoutMs};`;
	await withSingleConnection({ ...options, transactionSettings }, async (connection) => {
		const server = await connection.first(readServer, {});
		const obstacle = findObstacle(server && options.isFilling === true ? { ...server, is_filling: 0 } : server);
		if (obstacle !== undefined) throw new PostgresUnusableError(options.url, obstacle);
		await repeatConflicting(() => transact(connection, () => prepare(connection, options)), withoutSpread);
	});
}

/** Those who prepare wait for each other, so one is in conflict with writers only, whose pauses are spread. */
const withoutSpread = () => 1;

async function prepare(connection: SqlConnection, options: PreparationOptions): Promise<void> {
	await connection.all(lockSchema, {});
	await migrate(connection, options);
	await beginIncarnation(connection, options.nowMs);
	await ensureEventPartitions(connection, options.nowMs);
}

/** Under the lock: another process may have created the tables since the server was checked. */
async function migrate(
	connection: SqlConnection,
	{ url, nowMs, steps = migrations }: PreparationOptions,
): Promise<void> {
	if ((await connection.first(readServer, {}))?.is_ours === 0) {
		const foreign = (await connection.all(listForeignTables, {})).map(({ name }) => name);
		if (foreign.length > 0) {
			const names = foreign.join(', ');
			const advice = 'name another database in the URL, or another schema by search_path';
			throw new PostgresUnusableError(url, `has tables of another program (${names}): ${advice}`);
		}
		await connection.run(createVersions, {});
	}
	const version = (await connection.first(readVersion, {}))?.version ?? 0;
	if (version > steps.length) {
		throw new PostgresUnusableError(
			url,
			`has schema version ${version}, this program knows versions up to ${steps.length}: ` +
				'start the newer version of the program again, or restore the backup that was made before the upgrade',
		);
	}
	for (const [index, step] of steps.entries()) {
		if (index < version) continue;
		for (const statement of step) await runSql(connection, sql.raw(statement));
		await connection.run(insertVersion, { version: index + 1, nowMs });
	}
}
