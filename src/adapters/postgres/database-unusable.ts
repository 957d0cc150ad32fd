/** Why a PostgreSQL database cannot be used, worded for the operator who set its URL. */
import { toError } from '../../lib/thrown.ts';
import { readSqlState } from './postgres-failure.ts';

/** The message says what to do; it never contains a password. */
export class PostgresUnusableError extends Error {
	constructor(url: string, reason: string, options?: ErrorOptions) {
		super(`${describeDatabase(url)} ${reason}`, options);
		this.name = 'PostgresUnusableError';
	}
}

const adviceByState: Readonly<Record<string, string>> = {
	'28000': 'refuses the user of the URL: check the user and pg_hba.conf, and add sslmode=require if it wants TLS',
	'28P01': 'refuses the user or the password of the URL',
	'3D000': 'is not there: create it with "create database", or correct the URL',
	'42501':
		'refuses the user of the URL a right that it needs: let the user own the database, or a schema in its search_path',
	'40P01':
		'is written to so much that its tables cannot be prepared: try again, or stop those who write until that is done',
	'53300': 'has no connection left: raise max_connections, or let other programs have fewer',
	'55P03': 'is being prepared by another process, or locked by one: try again when that is done',
	'57014': 'takes too long to prepare: see what keeps it busy',
	'57P03': 'is starting or stopping: try again in a moment',
};

const tlsPattern = /certificate|altnames|self-signed|SSL|TLS/i;

/** Converts an error from opening a database; returns the same error if it does not concern the database. */
export function toUnusable(url: string, error: unknown): unknown {
	const advice = adviceByState[readSqlState(error) ?? ''];
	const cause = toError(error);
	if (advice !== undefined) return new PostgresUnusableError(url, `${advice} (${cause.message})`, { cause });
	if (readSqlState(error) !== undefined) return error;
	if (tlsPattern.test(cause.message)) {
		const text = `cannot be trusted or has no TLS (${cause.message}): check sslmode and sslrootcert in the URL`;
		return new PostgresUnusableError(url, text, { cause });
	}
	const message = cause instanceof AggregateError ? toError(cause.errors[0]).message : cause.message;
	return new PostgresUnusableError(url, `cannot be reached (${message}): start it, or correct the URL`, { cause });
}

function describeDatabase(url: string): string {
	if (!URL.canParse(url)) return 'the database';
	const { host, pathname } = new URL(url);
	return `the PostgreSQL database ${pathname.slice(1)} at ${host}`;
}
