/**
 * The fingerprint of the server key that the secrets of a database are sealed with. Another key could open none of them,
 * and a process with it would answer every JWT with 401.
 *
 * While it is exchanged, nodes know two keys, and the fingerprint says which of them seals:
 *
 *     all nodes know both ─► the fingerprint is of the new key ─► all nodes seal with it ─► all secrets are sealed again
 */
import { sql } from 'kysely';
import type { SqlReader } from '../sql/sql-connection.ts';
import { PostgresUnusableError } from './database-unusable.ts';
import { defineSql } from './define-sql.ts';
import { isAlive } from './node-registry.ts';
import type { PostgresPool } from './postgres-pool.ts';

type FingerprintArguments = { readonly fingerprint: string };

export const insertFingerprint = defineSql(
	(args: FingerprintArguments) => sql`
		insert into server_key (id, fingerprint) values (1, ${args.fingerprint}) on conflict (id) do nothing`,
);
const putFingerprint = defineSql(
	(args: FingerprintArguments) => sql`
		insert into server_key (id, fingerprint) values (1, ${args.fingerprint})
		on conflict (id) do update set fingerprint = excluded.fingerprint`,
);
const replaceFingerprint = defineSql(
	(args: { from: string; to: string }) => sql`
		update server_key set fingerprint = ${args.to} where id = 1 and fingerprint = ${args.from}`,
);
export const readFingerprint = defineSql<FingerprintArguments>(
	() => sql`select fingerprint from server_key where id = 1`,
);
const listNodeKeys = defineSql<{ id: string; home: string; server_keys: string }>(
	() => sql`select id, home, server_keys from node where ${isAlive} order by id`,
);

export interface ServerKeyClaim {
	/** Of the keys that the process knows, which they do not reveal. The first one seals in a new database. */
	readonly fingerprints: readonly string[];
	/** The previous key is lost: the first one replaces it, and secrets sealed with the other stay sealed. */
	readonly isNew: boolean;
}

/** @returns the fingerprint of the key that seals. @throws {PostgresUnusableError} when the database belongs to another key. */
export async function claimServerKey(
	pool: Pick<PostgresPool, 'autocommit'>,
	url: string,
	{ fingerprints, isNew }: ServerKeyClaim,
): Promise<string> {
	const [fingerprint = ''] = fingerprints;
	await pool.autocommit.run(isNew ? putFingerprint : insertFingerprint, { fingerprint });
	const stored = await pool.autocommit.first(readFingerprint, {});
	if (stored !== undefined && fingerprints.includes(stored.fingerprint)) return stored.fingerprint;
	throw new PostgresUnusableError(
		url,
		'was sealed with a server key other than VITRINE_SECRET_KEY: set that key, or, if it is lost, start once with --new-server-key',
	);
}

export async function readKeyFingerprint(connection: SqlReader): Promise<string | undefined> {
	return (await connection.first(readFingerprint, {}))?.fingerprint;
}

/** Nothing happens if it was replaced already. */
export async function replaceServerKey(
	pool: Pick<PostgresPool, 'autocommit'>,
	keys: { readonly from: string; readonly to: string },
): Promise<void> {
	await pool.autocommit.run(replaceFingerprint, keys);
}

export interface NodeKeys {
	/** The machine and the data directory. */
	readonly home: string;
	/** Fingerprints; none of a node of an older version. The first one seals. */
	readonly fingerprints: readonly string[];
}

/** Of the nodes that are alive. */
export async function readNodeKeys(connection: SqlReader): Promise<readonly NodeKeys[]> {
	const rows = await connection.all(listNodeKeys, {});
	return rows.map((row) => ({
		home: row.home,
		fingerprints: row.server_keys.split(' ').filter((text) => text !== ''),
	}));
}
