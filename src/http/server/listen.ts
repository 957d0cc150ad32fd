/** Listens on the one port of the process, with one thread or with several. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type ListenOptions, type Server } from 'node:net';
import type { FastifyListenOptions } from 'fastify';
import type { Logger } from 'pino';
import { readErrorCode } from '../../lib/thrown.ts';
import type { App } from './app.ts';

export interface ListenTarget {
	readonly host: string;
	/** 0: any free port. */
	readonly port: number;
	/** Whether other threads of this process listen on the same port. */
	readonly isShared: boolean;
}

/** Rejects with the system's error when it cannot listen there. */
export async function listen(app: App, { host, port, isShared }: ListenTarget): Promise<void> {
	const options: FastifyListenOptions & Pick<ListenOptions, 'reusePort'> = { host, port, reusePort: isShared };
	const others: Server[] = [];
	app.addHook('preClose', async () => {
		await Promise.all(others.map(close));
	});
	await app.listen(options);
	if (host === 'localhost') others.push(...(await listenBeside(app, isShared)));
}

/** The address by which this machine reaches the server; `localhost` if it listens on all addresses of the machine. */
export function toUrl(app: App, host: string): string {
	const { port } = app.server.address() as AddressInfo;
	const isAny = host === '0.0.0.0' || host === '::';
	const name = isAny ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host;
	return `http://${name}:${port}`;
}

/** `localhost` may be two addresses, and a server listens on one: connections to the other are handed over to it. */
async function listenBeside(app: App, isShared: boolean): Promise<Server[]> {
	const { address: own, port } = app.server.address() as AddressInfo;
	const addresses = await lookup('localhost', { all: true });
	const others = addresses.filter(({ address }) => address !== own);
	const servers = others.map(async ({ address }) => {
		const options = { allowHalfOpen: true, noDelay: true };
		const server = createServer(options, (socket) => app.server.emit('connection', socket));
		try {
			await once(server.listen({ host: address, port, reusePort: isShared }), 'listening');
			return [server];
		} catch {
			// The first address works; the other may be of a family that this machine does not have, or taken.
			return [];
		}
	});
	return (await Promise.all(servers)).flat();
}

async function close(server: Server): Promise<void> {
	const closed = once(server, 'close');
	server.close();
	await closed;
}

/**
 * The number of HTTP threads in the settings if the system lets them share a port; otherwise 1, and the log says so.
 * Rejects when several are wanted and the port is taken.
 */
export async function chooseThreadCount(
	{ httpThreads, host, port }: Pick<ListenTarget, 'host' | 'port'> & { readonly httpThreads: number },
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
 * Fails, as listening would, when another process listens on the port. Sockets that share a port share it with every
 * process of the same user, so otherwise a second server would start silently and get half of the connections.
 */
async function checkPortIsFree({ host, port }: Pick<ListenTarget, 'host' | 'port'>): Promise<void> {
	if (port !== 0) await tryListening({ host, port });
}

/**
 * Whether the system distributes the connections of one port over several sockets (Linux, FreeBSD and others; not macOS
 * or Windows).
 */
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
	await close(server);
}
