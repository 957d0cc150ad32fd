import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SqlReader } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';

interface IncarnationRow {
	readonly number: number;
	readonly system_identifier: string;
	readonly database_oid: number;
	readonly timeline: number;
	readonly began_at_ms: number;
}

const findNewest = defineSql<IncarnationRow>(
	() => sql`
		select number, system_identifier, database_oid, timeline, began_at_ms
		from store_incarnation order by number desc limit 1`,
);

const identityLength = 24;

/** That of its newest incarnation: a restored, copied or promoted database has another one. Hex digits. */
export async function readStoreIdentity(connection: SqlReader): Promise<string> {
	const newest = await connection.first(findNewest, {});
	if (newest === undefined) throw new Error('the database has no incarnation');
	const { number, system_identifier, database_oid, timeline, began_at_ms } = newest;
	const text = [number, system_identifier, database_oid, timeline, began_at_ms].join(' ');
	return createHash('sha256').update(text).digest('hex').slice(0, identityLength);
}
