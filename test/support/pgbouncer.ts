/**
 * A real PgBouncer in transaction mode in front of a PostgreSQL server, set up as docs/operations.md says. It is the
 * program that `VITRINE_TEST_PGBOUNCER` names, which must be there then, or the one of the system.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { killAtExit } from './last-resort.ts';
import { giveToServer, owner } from './postgres-binaries.ts';
import { findFreePort } from './postgres-server.ts';
import { queryPostgres } from './query-postgres.ts';
import { waitFor } from './wait-for.ts';

export interface PgBouncer {
	/** The URL of the same database through the pooler. */
	toPooled(url: string): string;
	/** Of its console: `show clients`, `show servers` and so on. */
	show(what: string): Promise<readonly Record<string, unknown>[]>;
	close(): Promise<void>;
}

/** For `skip` of a test: false, or why there is no PgBouncer to test with. */
export function whyNoPgBouncer(): string | false {
	return findProgram() === undefined && 'PgBouncer is not installed';
}

function findProgram(): string | undefined {
	const { VITRINE_TEST_PGBOUNCER: chosen = '', PATH: path = '' } = process.env;
	if (chosen !== '') return chosen;
	// Debian has it among the programs of the system, which are not on everybody's path.
	return [...path.split(delimiter), '/usr/sbin'].map((folder) => join(folder, 'pgbouncer')).find(existsSync);
}

/** @param url of the server, as a user that may connect to all databases. */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
	const program = findProgram();
	assert(program, 'PgBouncer is not installed');
	const server = new URL(url);
	const home = await mkdtemp(join(tmpdir(), 'vitrine-pgbouncer-'));
	const port = await findFreePort();
	const users = join(home, 'users.txt');
	const settings = join(home, 'pgbouncer.ini');
	const user = decodeURIComponent(server.username);
	await writeFile(users, `"${user}" "${decodeURIComponent(server.password)}"\n`);
	await writeFile(
		settings,
		[
			...['[databases]', `* = host=${server.hostname} port=${server.port || 5432}`],
			...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
			...['auth_type = scram-sha-256', `auth_file = ${users}`, `admin_users = ${user}`],
			// Fewer than the program has: each of its transactions is on another one than the one before.
			...['pool_mode = transaction', 'default_pool_size = 4', 'max_client_conn = 500', ''],
		].join('\n'),
	);
	await chmod(home, 0o755);
	await giveToServer(home);
	const child = spawn(program, ['--quiet', settings], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
	killAtExit(child);
	const pooled = new URL(url);
	pooled.host = `127.0.0.1:${port}`;
	const toPooled = (database: string) => Object.assign(new URL(database), { host: pooled.host }).href;
	const show = (what: string) => queryConsole(toPooled(url), what);
	await waitUntilReady(child, show);
	return {
		toPooled,
		show,
		async close() {
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
			await rm(home, { recursive: true, force: true });
		},
	};
}

function queryConsole(pooledUrl: string, what: string): Promise<readonly Record<string, unknown>[]> {
	return queryPostgres(Object.assign(new URL(pooledUrl), { pathname: '/pgbouncer' }).href, `show ${what}`);
}

async function waitUntilReady(child: ChildProcess, show: PgBouncer['show']): Promise<void> {
	let log = '';
	child.stderr?.on('data', (chunk) => {
		log += chunk;
	});
	await waitFor('PgBouncer', async () => {
		assert(child.exitCode === null && child.signalCode === null, `PgBouncer ended: ${log}`);
		return show('version').catch(() => false);
	});
}
