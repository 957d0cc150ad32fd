/**
 * A real PostgreSQL server for tests, on the loopback interface: our own, from `postgres-binaries.ts`, or the one that
 * `VITRINE_TEST_POSTGRES_URL` names, whose user must be allowed to create databases.
 *
 * Acknowledged writes are on disk, as in production: tests kill the server and check.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
	chosenVersion,
	copyTemplate,
	findPostgresBinaries,
	giveToServer,
	owner,
	superuser,
	superuserPassword,
} from './postgres-binaries.ts';
import { queryPostgres } from './query-postgres.ts';

export interface PostgresServer {
	/** As a superuser, for a database that tests do not change. */
	readonly url: string;
	/** False for a server that was given: the methods that stop and start it must not be used then. */
	readonly isOwned: boolean;
	/**
	 * @returns the URL of an empty database, or of a copy of the template database, to which nothing may be connected.
	 */
	createDatabase(template?: string): Promise<string>;
	/**
	 * `fast` ends transactions and writes everything to disk; `immediate` is a crash, after which the log is replayed.
	 */
	stop(mode: 'fast' | 'immediate'): Promise<void>;
	/** At the same address as before; if requested as a standby, which waits for a primary that never comes. */
	start(options?: { readonly standby: boolean }): Promise<void>;
	/** Stops an owned server and removes its files. */
	close(): Promise<void>;
}

const startDeadlineMs = 60_000;

let shared: Promise<PostgresServer> | undefined;

/**
 * One server for all tests of a process. It must not be stopped, and ends with the process, so it need not sync its disk.
 * Only the tests run in it: an automatic vacuum would hold up readers of the log of events for a moment.
 */
export function sharedPostgresServer(): Promise<PostgresServer> {
	shared ??= startPostgresServer({ autovacuum: 'off', fsync: 'off', full_page_writes: 'off', max_connections: '300' });
	return shared;
}

/** @param settings of `postgresql.conf`, for an owned server. */
export async function startPostgresServer(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
	const { VITRINE_TEST_POSTGRES_URL: givenUrl = '' } = process.env;
	return givenUrl === '' ? startOwnServer(settings) : useGivenServer(givenUrl);
}

function useGivenServer(url: string): PostgresServer {
	const refuse = () => assert.fail('a given server is not ours to stop');
	return {
		url,
		isOwned: false,
		createDatabase: toCreateDatabase(url),
		stop: refuse,
		start: refuse,
		close: async () => undefined,
	};
}

async function startOwnServer(settings: Readonly<Record<string, string>>): Promise<PostgresServer> {
	const binaries = await findPostgresBinaries(chosenVersion());
	const home = await mkdtemp(join(tmpdir(), 'vitrine-postgres-'));
	const data = join(home, 'data');
	// The user of the server needs access to its directory in it.
	await chmod(home, 0o755);
	await copyTemplate(binaries, data);
	const guard = startGuard(home);
	const logFile = join(home, 'log');
	let port = await findFreePort();
	let child: ChildProcess | undefined;

	async function launch(): Promise<void> {
		const all = { unix_socket_directories: '', timezone: 'UTC', ...settings, listen_addresses: '127.0.0.1', port };
		const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
		await using log = await open(logFile, 'a');
		child = spawn(join(binaries.programs, 'postgres'), ['-D', data, ...options], {
			...owner,
			stdio: ['ignore', log.fd, log.fd],
		});
		child.unref();
		await waitUntilReady(child, toUrl(port), logFile);
	}

	async function stop(mode: 'fast' | 'immediate'): Promise<void> {
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, 'exit');
		child.ref();
		child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
		await ended;
	}

	await launch().catch(async () => {
		// Another program may have taken the port since it was found to be free.
		port = await findFreePort();
		await launch();
	});
	const url = toUrl(port);
	return {
		url,
		isOwned: true,
		createDatabase: toCreateDatabase(url),
		stop,
		async start({ standby } = { standby: false }) {
			const signal = join(data, 'standby.signal');
			if (standby) await writeFile(signal, '').then(() => giveToServer(signal));
			await launch();
		},
		async close() {
			await stop('immediate');
			guard.stdin?.end();
			await rm(home, { recursive: true, force: true });
		},
	};
}

function toUrl(port: number): string {
	return `postgres://${superuser}:${encodeURIComponent(superuserPassword)}@127.0.0.1:${port}/postgres`;
}

/** Outlives this process, however it ends, until it has stopped the server and removed its files. */
function startGuard(home: string): ChildProcess {
	const script =
		'cat >/dev/null; kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")"; ' +
		'for i in 1 2 3 4 5 6 7 8 9; do [ -e "$1/data/postmaster.pid" ] && sleep 0.1; done; rm -rf "$1"';
	const guard = spawn('sh', ['-c', script, 'guard', home], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
	guard.unref();
	// An open pipe of a child keeps the process alive.
	(guard.stdin as unknown as { unref(): void }).unref();
	return guard;
}

export async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	assert(address !== null && typeof address === 'object');
	return address.port;
}

async function waitUntilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
	const startMs = performance.now();
	for (;;) {
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new Error(`PostgreSQL ended: ${await readFile(logFile, 'utf8')}`);
		}
		try {
			await queryPostgres(url, 'select 1');
			return;
		} catch (error) {
			if (performance.now() - startMs > startDeadlineMs) throw error;
			await pause(10);
		}
	}
}

function toCreateDatabase(url: string): PostgresServer['createDatabase'] {
	return async (template = 'template0') => {
		const name = `vitrine_test_${randomBytes(6).toString('hex')}`;
		await queryPostgres(url, `create database ${name} template ${template}`);
		const target = new URL(url);
		target.pathname = `/${name}`;
		return target.href;
	};
}
