/** A connection that is never made again by itself: once it is lost, so is all that waits for it. */
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisAddress } from './redis-url.ts';

export interface RedisConnection {
	/** Resolves to the reason when the connection is lost, or was destroyed. */
	readonly lost: Promise<Error>;
	/** Runs a script, which is sent as a whole each time: servers forget scripts. */
	run(script: string, keys: string[], values: string[]): Promise<unknown>;
	destroy(): void;
}

export interface RedisConnectionOptions {
	/** Until the server has accepted user and password. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

/**
 * Commands that wait for an answer. Far more than are sent at the same time.
 */
const waitingCommandsMax = 100;
const keepAliveDelayMs = 10_000;

/**
 * The package is loaded with the first connection: it has 1,000 modules, which servers without Redis do not need.
 * @throws {Error} also when the signal is aborted
 */
export async function connectToRedis(
	address: RedisAddress,
	{ timeoutMs, signal }: RedisConnectionOptions,
): Promise<RedisConnection> {
	const { createClient } = await import('@redis/client');
	const lost = Promise.withResolvers<Error>();
	const client = createClient({
		socket: { ...toSocket(address), connectTimeout: timeoutMs, reconnectStrategy: false },
		...(address.username === undefined ? {} : { username: address.username }),
		...(address.password === undefined ? {} : { password: address.password }),
		database: address.database,
		commandsQueueMaxLength: waitingCommandsMax,
		disableOfflineQueue: true,
		// What not every server has, or what a user with few rights may not say.
		RESP: 2,
		disableClientInfo: true,
		maintNotifications: 'disabled',
	});
	client.on('error', lost.resolve);
	try {
		await Promise.race([client.connect(), lost.promise.then(fail), failLate(timeoutMs, signal)]);
	} catch (error) {
		client.destroy();
		throw error;
	}
	return {
		lost: lost.promise,
		run: (script, keys, values) => client.eval(script, { keys, arguments: values }),
		destroy() {
			client.destroy();
			lost.resolve(new Error('the connection was closed'));
		},
	};
}

function toSocket({ host, port, isTls }: RedisAddress) {
	const socket = { host, port, keepAlive: true, keepAliveInitialDelay: keepAliveDelayMs };
	if (!isTls) return { ...socket, tls: false as const };
	// Servers with several certificates choose one by this name.
	return { ...socket, tls: true as const, ...(isIP(host) === 0 ? { servername: host } : {}) };
}

function fail(error: Error): never {
	throw error;
}

async function failLate(timeoutMs: number, signal: AbortSignal): Promise<never> {
	await pause(timeoutMs, undefined, { signal, ref: false });
	throw new Error(`it has not answered within ${timeoutMs} ms`);
}
