/** Listening on the one port of the process, with one thread or with several. */
import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';
import type { FastifyListenOptions } from 'fastify';
import type { Logger } from 'pino';
import type { App } from '../http/server/app.ts';
import { readErrorCode } from '../lib/thrown.ts';
import type { Settings } from './settings.ts';

export interface ListenTarget {
	readonly host: string;
	/** 0: any free one. */
	readonly port: number;
	/** Whether other threads of this process listen on the same port. */
	readonly isShared: boolean;
}

/** @returns the address as a URL. Rejects with the system's error when it cannot listen there. */
export async function listen(app: App, { host, port, isShared }: ListenTarget): Promise<string> {
	const options: FastifyListenOptions & Pick<ListenOptions, 'reusePort'> = { host, port, reusePort: isShared };
	return app.listen(options);
}

/**
 * As many HTTP threads as the settings say, where the system lets them share a port; where it does not, one, and the log
 * says so. Rejects when several are wanted and the port is taken.
 */
export async function chooseThreadCount(
	{ httpThreads, host, port }: Pick<Settings, 'httpThreads' | 'host' | 'port'>,
	logger: Pick<Logger, 'warn'>,
	canShare: (host: string) => Promise<boolean> = canSharePort,
): Promise<number> {
	if (httpThreads === 1) return 1;
	await checkPortIsFree({ host, port });
	if (await canShare(host)) return httpThreads;
	logger.warn({ httpThreads }, 'this system does not let several sockets share a port: one HTTP thread is used');
	return 1;
}

/**
 * Fails, as listening would, when anybody else listens on the port: sockets that share a port share it with every
 * process of the same user, so a second server would otherwise start without a word and take half of the connections.
 */
async function checkPortIsFree({ host, port }: Pick<ListenTarget, 'host' | 'port'>): Promise<void> {
	if (port !== 0) await tryListening({ host, port });
}

/** Whether the system spreads the connections of one port over several sockets (Linux, FreeBSD and others; not macOS or Windows). */
async function canSharePort(host: string): Promise<boolean> {
	try {
		await tryListening({ host, port: 0, reusePort: true });
		return true;
	} catch (error) {
		const code = readErrorCode(error);
		if (code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'EINVAL' || code === 'ENOPROTOOPT') return false;
		throw error;
	}
}

async function tryListening(options: ListenOptions): Promise<void> {
	const server = createServer().listen(options);
	await once(server, 'listening');
	server.close();
	await once(server, 'close');
}
