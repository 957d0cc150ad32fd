/**
 * A real Redis for tests, on the loopback interface: one of our own by the program that `VITRINE_TEST_REDIS` names, which must
 * be there then, or by the one of the system; or the one at `VITRINE_TEST_REDIS_URL`, which is not stopped.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createClient } from '@redis/client';
import { gather } from './child-output.ts';
import { killAtExit } from './last-resort.ts';
import { findFreePort } from './postgres-server.ts';
import { thisHost } from './test-host.ts';
import { waitFor } from './wait-for.ts';

export interface RedisServer {
	readonly url: string;
	/** Sends commands to it, as the user of the URL. */
	send(...command: string[]): Promise<unknown>;
	/** Sends a signal, and waits for the end after one that ends it. What it had is lost. */
	signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
	/** At the same address as before. */
	start(): Promise<void>;
	[Symbol.asyncDispose](): Promise<void>;
}

const { VITRINE_TEST_REDIS_URL: givenUrl = '', VITRINE_TEST_REDIS: chosen = '', PATH: path = '' } = process.env;

/** For `skip` of a test: false, or why there is no Redis to test with. */
export function whyNoRedis(): string | false {
	return givenUrl === '' && findProgram() === undefined && 'Redis is not installed';
}

/** For `skip` of a test that stops the server, or starts it in a way of its own. */
export function whyNoOwnRedis(): string | false {
	return findProgram() === undefined && 'Redis is not installed';
}

function findProgram(): string | undefined {
	if (chosen !== '') return chosen;
	return path
		.split(delimiter)
		.flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
		.find(existsSync);
}

/** The server that was given, or one of our own. */
export function startRedis(): Promise<RedisServer> {
	return givenUrl === '' ? startOwnRedis() : Promise.resolve(useGivenRedis(givenUrl));
}

function useGivenRedis(url: string): RedisServer {
	const refuse = () => assert.fail('a given server is not ours to stop');
	return {
		url,
		send: (...command) => sendTo(url, command),
		signal: refuse,
		start: refuse,
		[Symbol.asyncDispose]: async () => undefined,
	};
}

/** @param settings as for `redis.conf` */
export async function startOwnRedis(
	settings: Readonly<Record<string, string>> = {},
	{ address, launcher } = thisHost,
): Promise<RedisServer> {
	const home = await mkdtemp(join(tmpdir(), 'vitrine-redis-'));
	const port = await findFreePort();
	const { requirepass = '' } = settings;
	const isTls = settings['tls-port'] !== undefined;
	const url = `${isTls ? 'rediss' : 'redis'}://${requirepass === '' ? '' : `:${requirepass}@`}${address}:${port}`;
	const all = { port: String(isTls ? 0 : port), bind: address, save: '', dir: home, ...settings };
	const words = Object.entries(isTls ? { ...all, 'tls-port': String(port) } : all).flatMap(([name, value]) => [
		`--${name}`,
		value,
	]);
	let child: ChildProcess | undefined;

	async function start(): Promise<void> {
		const program = findProgram();
		assert(program, 'Redis is not installed');
		const [command = '', ...rest] = [...launcher, program, ...words];
		const started = spawn(command, rest, { stdio: ['ignore', 'pipe', 'ignore'] });
		child = started;
		killAtExit(started);
		const log = gather(started.stdout);
		await waitFor('Redis', () => {
			assert(started.exitCode === null && started.signalCode === null, `Redis ended: ${log()}`);
			return /Ready to accept connections/.test(log());
		});
	}

	async function signal(name: NodeJS.Signals): Promise<void> {
		assert(child);
		const ended = name === 'SIGKILL' && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : [];
		child.kill(name);
		await ended;
	}

	await start();
	return {
		...{ url, signal, start },
		send: (...command) => sendTo(url, command),
		async [Symbol.asyncDispose]() {
			await signal('SIGKILL');
			await rm(home, { recursive: true, force: true });
		},
	};
}

async function sendTo(url: string, command: readonly string[]): Promise<unknown> {
	const client = createClient({ url, socket: { reconnectStrategy: false } });
	// The command fails, too.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return await client.sendCommand(command);
	} finally {
		client.destroy();
	}
}
