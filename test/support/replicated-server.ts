/**
 * PostgreSQL that has a standby: a server of its own files, which may become a copy of another one. Whether it is a machine or an
 * address of this one is up to the launcher.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { killAtExit } from './last-resort.ts';
import { giveToServer, owner, type PostgresBinaries, superuser, superuserPassword } from './postgres-binaries.ts';
import { queryPostgres } from './query-postgres.ts';
import type { TestHost } from './test-host.ts';
import { waitFor } from './wait-for.ts';

export interface Host extends TestHost {
	readonly port: number;
}

export interface ReplicatedServer<On extends Host> {
	readonly host: On;
	readonly data: string;
	/** Of a database of this server. */
	toUrl(name: string): string;
	start(): Promise<void>;
	crash(): Promise<void>;
	/** Makes this one, which must have ended, a standby of another. */
	copyOf(primary: ReplicatedServer<On>): Promise<void>;
}

const run = promisify(execFile);

/** What notices a peer that went silent, in seconds instead of a minute. */
const settings = {
	...{ unix_socket_directories: '', timezone: 'UTC', listen_addresses: '*', max_connections: '200' },
	...{
		wal_keep_size: '1GB',
		wal_receiver_timeout: '2s',
		wal_sender_timeout: '2s',
		wal_retrieve_retry_interval: '200ms',
	},
};

export function toServerUrl({ address, port }: Pick<Host, 'address' | 'port'>, name: string): string {
	return `postgres://${superuser}:${encodeURIComponent(superuserPassword)}@${address}:${port}/${name}`;
}

/** Does not start it, nor make its files. @param data its directory */
export function createReplicatedServer<On extends Host>(
	{ programs }: PostgresBinaries,
	host: On,
	data: string,
): ReplicatedServer<On> {
	let child: ChildProcess | undefined;
	const logFile = `${data}.log`;
	const identity = Object.entries(owner).map(([name, id]) => `--re${name}=${id}`);
	const words = Object.entries({ ...settings, port: host.port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const asOwner = identity.length === 0 ? [] : ['setpriv', ...identity, '--clear-groups'];
	const command = [...host.launcher, ...asOwner, join(programs, 'postgres')];

	return {
		host,
		data,
		toUrl: (name) => toServerUrl(host, name),
		async start() {
			await using log = await open(logFile, 'a');
			const started = spawn(command[0] ?? '', [...command.slice(1), '-D', data, ...words], {
				stdio: ['ignore', log.fd, log.fd],
			});
			child = started;
			killAtExit(started);
			await waitFor('PostgreSQL', async () => {
				const isRunning = started.exitCode === null && started.signalCode === null;
				assert(isRunning, `PostgreSQL ended: ${isRunning || (await readFile(logFile, 'utf8'))}`);
				return queryPostgres(toServerUrl(host, 'postgres'), 'select 1').catch(() => false);
			});
		},
		async crash() {
			if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, 'exit');
			child.kill('SIGQUIT');
			await ended;
		},
		async copyOf(primary) {
			await rm(data, { recursive: true, force: true });
			// Nobody else may enter it, as the server demands.
			await run('mkdir', ['--mode=700', data]);
			const label = await duringBackup(primary.toUrl('postgres'), async () => {
				// What a server writes while it is copied comes with its log; for `tar` that is a failure of the first degree.
				const script = 'tar -C "$0" --exclude=./pg_wal/* --exclude=./postmaster.* -cf - . | tar -C "$1" -xf -';
				await run('sh', ['-c', script, primary.data, data]);
			});
			await writeFile(join(data, 'backup_label'), label);
			await writeFile(join(data, 'standby.signal'), '');
			const { username, password } = new URL(primary.toUrl('postgres'));
			const { address, port } = primary.host;
			const source = `host=${address} port=${port} user=${username} password='${decodeURIComponent(password)}'`;
			await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source.replaceAll("'", "''")}'\n`);
			await giveToServer(data);
		},
	};
}

/** @returns what has to be beside the copied files. */
async function duringBackup(url: string, copy: () => Promise<void>): Promise<string> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(`select pg_backup_start('standby', true)`);
		await copy();
		const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)');
		return rows[0].labelfile;
	} finally {
		await client.end();
	}
}
