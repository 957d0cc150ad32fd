/**
 * A store in a database of the test server. Each test file has a server of its own; otherwise a transaction of one test
 * would hold up the readers of another test's log.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { openPostgresDatabase } from '../../../src/adapters/postgres/open-postgres-database.ts';
import { valueParsers } from '../../../src/adapters/postgres/value-parsers.ts';
import { createDatabaseChanges } from '../../../src/adapters/sql/sql-database.ts';
import { sharedPostgresServer } from '../postgres-server.ts';
import { preparePostgres } from '../prepared-postgres.ts';
import { queryPostgres } from '../query-postgres.ts';
import { neverMs, waitFor } from '../wait-for.ts';
import type { TestStore } from './test-store.ts';

/** Tells our own connections from those of started processes. */
const ownName = `vitrine_test_${process.pid}`;
const secretKey = '5e'.repeat(32);
const duplicateDatabase = '42P04';

export const postgresStore: TestStore = {
	async create(home) {
		// Processes that are started from now on use the same server.
		process.env.VITRINE_TEST_POSTGRES_URL = (await sharedPostgresServer()).url;
		await queryPostgres(serverUrl(), `create database ${toName(home)} template template0`).catch((error) => {
			if (error.code !== duplicateDatabase) throw error;
		});
	},
	environment: (home) => ({ VITRINE_DATABASE_URL: toUrl(home), VITRINE_SECRET_KEY: secretKey }),
	address: (home) => ({ kind: 'postgres', url: toTestUrl(home), deadlineMs: neverMs, connectionsMax: 2 }),
	async open(home) {
		await postgresStore.create(home);
		await postgresStore.settle(home);
		const url = toTestUrl(home);
		await preparePostgres(url, Date.now());
		return openPostgresDatabase({
			...{ url, deadlineMs: neverMs, connectionsMax: 8 },
			random: Math.random,
			nowMs: Date.now,
			changes: createDatabaseChanges(),
			onConnectionLost: () => undefined,
		});
	},
	async settle(home) {
		// A connection whose process was killed finishes the commands that it was sent, and ends then.
		const countLeft = async () => {
			const [row] = await queryPostgres(
				serverUrl(),
				`select count(*)::integer as count from pg_stat_activity
				where datname = $1 and backend_type = 'client backend' and application_name <> $2`,
				[toName(home), ownName],
			);
			return Number(row?.count);
		};
		await waitFor('the connections of a server that has ended', countLeft, (count) => count === 0);
	},
	async catchUp(home) {
		const [row] = await queryPostgres(toTestUrl(home), 'select pg_current_xact_id()::text as xid');
		const isBelowHorizon = async () => {
			const [{ reached } = {}] = await queryPostgres(
				toTestUrl(home),
				'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as reached',
				[row?.xid],
			);
			return reached === true;
		};
		await waitFor('the end of older transactions', isBelowHorizon);
	},
	async readRows(home, queries) {
		const results = await toPool(home).query(queries.join(';\n'));
		return (Array.isArray(results) ? results : [results]).map(({ rows }) => rows);
	},
	async listTables(home) {
		const { rows } = await toPool(home).query(`
			select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
				and not relispartition and relname not in ('vitrine_schema', 'store_incarnation', 'server_key', 'node', 'lease', 'settings_change')`);
		return rows.map(({ relname }) => String(relname));
	},
	orderOf: (table) => (table === 'event' ? 'incarnation, xid, serial' : `"${table}"::text`),
	isSummed: `(incarnation, xid, serial) <= (
		select split_part(whole, '.', 1)::integer, split_part(whole, '.', 2)::xid8, split_part(whole, '.', 3)::bigint
		from (select position || '.0.0' as whole from widget_day_watermark) as watermark)`,
	checkIntegrity: async () => undefined,
	async remove(home) {
		await queryPostgres(serverUrl(), `drop database if exists ${toName(home)} with (force)`);
	},
};

function serverUrl(): string {
	const { VITRINE_TEST_POSTGRES_URL: url = '' } = process.env;
	assert(url !== '', 'the database of a home is created before it is used');
	return url;
}

function toName(home: string): string {
	return `vitrine_test_${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
}

function toUrl(home: string): string {
	const url = new URL(serverUrl());
	url.pathname = `/${toName(home)}`;
	return url.href;
}

function toTestUrl(home: string): string {
	const url = new URL(toUrl(home));
	url.searchParams.set('application_name', ownName);
	return url.href;
}

const pools = new Map<string, pg.Pool>();

/** With one connection, which does not keep the process alive. */
function toPool(home: string): pg.Pool {
	const existing = pools.get(home);
	if (existing !== undefined) return existing;
	const pool = new pg.Pool({
		connectionString: toTestUrl(home),
		max: 1,
		allowExitOnIdle: true,
		types: valueParsers,
	});
	pool.on('error', () => undefined);
	pools.set(home, pool);
	return pool;
}
