/** One address in front of a server that may be replaced by another, as by a virtual address or a load balancer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface MovingAddress extends AsyncDisposable {
	readonly port: number;
	/** Cuts all connections; further ones lead to another port. */
	moveTo(port: number): void;
	/** Leaves all connections open, and nothing passes any more. */
	fallSilent(): void;
}

export async function openMovingAddress(firstPort: number): Promise<MovingAddress> {
	let target = firstPort;
	const sockets = new Set<Socket>();
	const server = createServer((client) => {
		const upstream = connect(target, '127.0.0.1');
		for (const [socket, other] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			sockets.add(socket);
			socket.on('error', () => other.destroy());
			socket.on('close', () => {
				sockets.delete(socket);
				other.destroy();
			});
			socket.pipe(other);
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const cut = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		port: (server.address() as AddressInfo).port,
		moveTo(port) {
			target = port;
			cut();
		},
		fallSilent() {
			for (const socket of sockets) socket.unpipe().pause();
		},
		async [Symbol.asyncDispose]() {
			server.close();
			cut();
			await once(server, 'close');
		},
	};
}
