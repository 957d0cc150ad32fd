/**
 * The fingerprint of the server key that the secrets of a database are sealed with. Another key could open none of them,
 * and a process with it would answer every JWT with 401.
 */
import { sql } from 'kysely';
import { PostgresUnusableError } from './database-unusable.ts';
import { defineSql } from './define-sql.ts';
import type { PostgresPool } from './postgres-pool.ts';

type FingerprintArguments = { readonly fingerprint: string };

export const insertFingerprint = defineSql(
	(args: FingerprintArguments) => sql`
		insert into server_key (id, fingerprint) values (1, ${args.fingerprint}) on conflict (id) do nothing`,
);
const replaceFingerprint = defineSql(
	(args: FingerprintArguments) => sql`
		insert into server_key (id, fingerprint) values (1, ${args.fingerprint})
		on conflict (id) do update set fingerprint = excluded.fingerprint`,
);
export const readFingerprint = defineSql<FingerprintArguments>(
	() => sql`select fingerprint from server_key where id = 1`,
);

export interface ServerKeyClaim {
	/** Of the key, which it does not reveal. */
	readonly fingerprint: string;
	/** The previous key is lost: this one replaces it, and secrets sealed with the other stay sealed. */
	readonly isNew: boolean;
}

/** @throws {PostgresUnusableError} when the database belongs to another key. */
export async function claimServerKey(
	pool: Pick<PostgresPool, 'autocommit'>,
	url: string,
	{ fingerprint, isNew }: ServerKeyClaim,
): Promise<void> {
	await pool.autocommit.run(isNew ? replaceFingerprint : insertFingerprint, { fingerprint });
	const stored = await pool.autocommit.first(readFingerprint, {});
	if (stored?.fingerprint === fingerprint) return;
	throw new PostgresUnusableError(
		url,
		'was sealed with a server key other than VITRINE_SECRET_KEY: set that key, or, if it is lost, start once with --new-server-key',
	);
}
