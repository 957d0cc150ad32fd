/**
 * Limits the number of connections: in total, because each is a file descriptor, and for each client's address, so that
 * no client takes all of them. At a cap the oldest connection that is waiting for a request makes room for the new one,
 * first those that never sent a request. So idle connections never keep others out, not even others of the same client. A
 * new connection is refused only when all others are being answered.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Connection, type Connections, stateOf } from './connections.ts';

export interface ConnectionCaps {
	readonly countMax: number;
	/** Per IPv4 address, or per /64 of IPv6. */
	readonly perClientCountMax: number;
}

/** How many connections are inspected to find one that makes room: in a flood, each new connection costs this. */
const inspectedMax = 500;
/** Refusals being sent at the same time; beyond that, connections are closed without an answer. */
const refusalsMax = 50;

/** Must be called before the server listens. `refuse` answers with the reason, and ends the connection soon. */
export function capConnections(
	server: Server,
	connections: Connections,
	{ caps, refuse }: { readonly caps: ConnectionCaps; readonly refuse: (socket: Socket) => void },
): void {
	const byClient = new Map<string, Set<Connection>>();
	let refusalCount = 0;

	server.on('connection', (socket: Socket) => {
		const connection = connections.find(socket);
		if (connection === undefined) return;
		const ofClient = enrol(connection);
		const isOverOwn = ofClient !== undefined && ofClient.size > caps.perClientCountMax;
		if (isOverOwn && !makeRoom(ofClient, connection)) refuseSocket(socket);
		else if (connections.count() > caps.countMax && !makeRoom(connections.all(), connection)) refuseSocket(socket);
	});

	function enrol(connection: Connection): ReadonlySet<Connection> | undefined {
		const { client, socket } = connection;
		if (client === undefined) return undefined;
		const known = byClient.get(client) ?? new Set<Connection>();
		byClient.set(client, known.add(connection));
		socket.once('close', () => {
			known.delete(connection);
			if (known.size === 0) byClient.delete(client);
		});
		return known;
	}

	function refuseSocket(socket: Socket): void {
		if (refusalCount >= refusalsMax) {
			socket.destroy();
			return;
		}
		refusalCount += 1;
		socket.once('close', () => {
			refusalCount -= 1;
		});
		refuse(socket);
	}
}

/**
 * Connections are in the order in which they were accepted. Closes the oldest one of the first kind that there is: never
 * sent a request, idle, or sending a request that is not complete.
 * @returns whether a connection was closed.
 */
function makeRoom(connections: Iterable<Connection>, newest: Connection): boolean {
	let inspectedCount = 0;
	let idle: Connection | undefined;
	let asking: Connection | undefined;
	for (const connection of connections) {
		if (connection === newest || connection.socket.destroyed) continue;
		if (connection.request === undefined) {
			connection.socket.destroy();
			return true;
		}
		const state = stateOf(connection);
		if (state === 'idle') idle ??= connection;
		else if (state === 'asking') asking ??= connection;
		inspectedCount += 1;
		if (inspectedCount === inspectedMax) break;
	}
	const chosen = idle ?? asking;
	chosen?.socket.destroy();
	return chosen !== undefined;
}
