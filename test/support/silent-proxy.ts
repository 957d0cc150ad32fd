/** Stands between a client and PostgreSQL until it falls silent: then connections stay open, and nothing passes any more. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
	readonly url: string;
	fallSilent(): void;
	close(): Promise<void>;
}

export async function startSilentProxy(url: string): Promise<SilentProxy> {
	const target = new URL(url);
	const sockets: Socket[] = [];
	const server = createServer({ allowHalfOpen: true }, (client) => {
		const upstream = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true });
		client.pipe(upstream).pipe(client);
		for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
		sockets.push(client, upstream);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const own = new URL(url);
	own.hostname = '127.0.0.1';
	own.port = String((server.address() as AddressInfo).port);
	return {
		url: own.href,
		fallSilent() {
			for (const socket of sockets) {
				socket.unpipe();
				socket.pause();
			}
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
