/**
 * PostgreSQL on two machines, behind one address: a primary, and a synchronous standby that can take its place.
 *
 *     address ──► primary ══ every commit waits ══► standby
 *       │            ✗ crashed                         │ promoted
 *       └──────────────────────────────────────────────┘ … and the crashed one becomes a copy of it
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { killAtExit } from '../support/last-resort.ts';
import {
	chosenVersion,
	copyTemplate,
	findPostgresBinaries,
	giveToServer,
	owner,
	type PostgresBinaries,
	superuser,
	superuserPassword,
} from '../support/postgres-binaries.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { waitFor } from '../support/wait-for.ts';
import type { Machine, TestNetwork } from './network.ts';

export interface DatabasePair extends AsyncDisposable {
	/** Of an empty database on the primary, whichever that is. */
	readonly url: string;
	readonly primary: Machine;
	readonly standby: Machine;
	/** Crashes the primary. */
	crash(): Promise<void>;
	/** Starts the primary again after a crash. */
	restart(): Promise<void>;
	/** After a crash: the standby takes the address, and becomes the primary, without a standby of its own. */
	promote(): Promise<void>;
	/** The standby crashes, and commits do not wait for it any more. */
	loseStandby(): Promise<void>;
	/** After a promotion: the other machine gets a copy, and is a synchronous standby from then on. */
	addStandby(): Promise<void>;
}

const run = promisify(execFile);
const port = 5432;
const isInSync = `select count(*)::integer as count from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`;
/** What notices a peer that went silent, in seconds instead of a minute. */
const settings = {
	...{ unix_socket_directories: '', timezone: 'UTC', listen_addresses: '*', port, max_connections: '200' },
	...{
		wal_keep_size: '1GB',
		wal_receiver_timeout: '2s',
		wal_sender_timeout: '2s',
		wal_retrieve_retry_interval: '200ms',
	},
};

export interface DatabasePairOptions {
	readonly network: TestNetwork;
	/** The first is the primary. */
	readonly machines: readonly [Machine, Machine];
	/** Of whichever is the primary. */
	readonly address: string;
}

export async function startDatabasePair({ network, machines, address }: DatabasePairOptions): Promise<DatabasePair> {
	const binaries = await findPostgresBinaries(chosenVersion());
	const home = await mkdtemp(join(tmpdir(), 'vitrine-pair-'));
	await chmod(home, 0o755);
	let [primary, standby] = machines.map((machine) => createServer(binaries, machine, join(home, machine.name)));
	assert(primary !== undefined && standby !== undefined);
	await copyTemplate(binaries, primary.data);
	const anybody = 'host all all 10.91.0.0/24 scram-sha-256\nhost replication all 10.91.0.0/24 scram-sha-256\n';
	await appendFile(join(primary.data, 'pg_hba.conf'), anybody);
	await primary.start();
	await network.moveAddress(address, primary.machine);
	await queryPostgres(toUrl(address, 'postgres'), 'create database vitrine template template0');

	async function setStandbys(names: string): Promise<void> {
		const url = toUrl(address, 'postgres');
		await queryPostgres(url, `alter system set synchronous_standby_names = '${names}'`);
		await queryPostgres(url, 'select pg_reload_conf()');
	}

	async function addStandby(): Promise<void> {
		assert(primary !== undefined && standby !== undefined);
		await standby.copyOf(primary);
		await standby.start();
		await setStandbys('*');
		const count = async () => (await queryPostgres(toUrl(address, 'postgres'), isInSync))[0]?.count;
		await waitFor('a synchronous standby', count, (found) => found === 1);
	}

	await addStandby();
	return {
		url: toUrl(address, 'vitrine'),
		get primary() {
			return primary?.machine ?? assert.fail();
		},
		get standby() {
			return standby?.machine ?? assert.fail();
		},
		crash: () => primary?.crash() ?? assert.fail(),
		restart: () => primary?.start() ?? assert.fail(),
		async promote() {
			[primary, standby] = [standby, primary];
			assert(primary !== undefined);
			await network.moveAddress(address, primary.machine);
			await queryPostgres(toUrl(primary.machine.address, 'postgres'), 'select pg_promote()');
			await setStandbys('');
		},
		async loseStandby() {
			await standby?.crash();
			await setStandbys('');
		},
		addStandby,
		async [Symbol.asyncDispose]() {
			await primary?.crash();
			await standby?.crash();
			await rm(home, { recursive: true, force: true });
		},
	};
}

function toUrl(host: string, name: string): string {
	return `postgres://${superuser}:${encodeURIComponent(superuserPassword)}@${host}:${port}/${name}`;
}

interface Server {
	readonly machine: Machine;
	readonly data: string;
	start(): Promise<void>;
	crash(): Promise<void>;
	/** Makes this one, which must have ended, a standby of another. */
	copyOf(primary: Server): Promise<void>;
}

function createServer({ programs }: PostgresBinaries, machine: Machine, data: string): Server {
	let child: ChildProcess | undefined;
	const logFile = `${data}.log`;
	const identity = Object.entries(owner).map(([name, id]) => `--re${name}=${id}`);
	const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const command = [...machine.launcher, 'setpriv', ...identity, '--clear-groups', join(programs, 'postgres')];

	return {
		machine,
		data,
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
				return queryPostgres(toUrl(machine.address, 'postgres'), 'select 1').catch(() => false);
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
			const label = await duringBackup(toUrl(primary.machine.address, 'postgres'), async () => {
				// What a server writes while it is copied comes with its log; for `tar` that is a failure of the first degree.
				const script = 'tar -C "$0" --exclude=./pg_wal/* --exclude=./postmaster.* -cf - . | tar -C "$1" -xf -';
				await run('sh', ['-c', script, primary.data, data]);
			});
			await writeFile(join(data, 'backup_label'), label);
			await writeFile(join(data, 'standby.signal'), '');
			const { username, password } = new URL(toUrl(primary.machine.address, 'postgres'));
			const source = `host=${primary.machine.address} port=${port} user=${username} password='${decodeURIComponent(password)}'`;
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
