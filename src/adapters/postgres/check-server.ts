/** The requirements for a server and its database, with advice if they are not met. */
import { sql } from 'kysely';
import { defineSql } from './define-sql.ts';

/** As in PostgreSQL's `server_version_num`. */
const versionMin = 140_000;

/**
 * Looked up in the catalog, not by `to_regclass`: that may answer from what the session remembers, which waiting for an
 * advisory lock does not bring up to date.
 */
const hasTable = (name: string) =>
	sql<boolean>`exists (
		select from pg_class where relname = ${sql.lit(name)} and relnamespace = current_schema()::regnamespace)`;

export const readServer = defineSql<ServerRow>(
	() => sql`
		select current_setting('server_version_num')::integer as version_number, current_setting('server_version') as version,
			pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
			current_setting('server_encoding') as encoding, current_schema() as schema,
			has_schema_privilege(current_schema(), 'create') as may_create,
			${hasTable('vitrine_schema')} as is_ours, ${hasTable('store_filling')} as is_filling`,
);

export interface ServerRow {
	readonly version_number: number;
	readonly version: string;
	readonly is_standby: number;
	readonly is_read_only: number;
	readonly encoding: string;
	/** Null if no schema of the search path exists. */
	readonly schema: string | null;
	readonly may_create: number;
	readonly is_ours: number;
	/** Whether `vitrine migrate-store` has begun to fill it, and is not done. */
	readonly is_filling: number;
}

/** @returns why the database cannot be used and what to do, to be appended to its name; undefined if it can be used. */
export function findObstacle(server: ServerRow | undefined): string | undefined {
	if (server === undefined) return 'does not answer';
	if (server.version_number < versionMin) return `is of version ${server.version}: this program needs 14 or later`;
	if (server.is_standby === 1) return 'is a standby, which takes no writes: name the primary in the URL';
	if (server.is_read_only === 1) return 'is read-only: see to default_transaction_read_only';
	if (server.encoding !== 'UTF8') return `has the encoding ${server.encoding}: create it with encoding 'UTF8'`;
	if (server.schema === null) return 'has none of the schemas in the search_path: create one of them';
	if (server.is_filling === 1) {
		return 'has only a part of another store: run "vitrine migrate-store" again to complete it, or name another database';
	}
	if (server.is_ours === 1 || server.may_create === 1) return undefined;
	const advice = `grant it "create on schema ${server.schema}", or name another schema by search_path`;
	return `does not let the user of the URL create tables: ${advice}`;
}
