/**
 * How many connections there may be: in all, as each is a file descriptor, and of one client's address, so that nobody
 * takes all of them. At a cap the oldest connection that nothing was promised on makes room for the new one, first those
 * that never brought a request. So whoever holds connections and says nothing keeps nobody out, themselves included; a
 * new one is refused only where all others are being answered.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Connection, type Connections, stateOf } from './connections.ts';

export interface ConnectionCaps {
	readonly countMax: number;
	/** Of one IPv4 address, or of one /64 of IPv6. */
	readonly perClientCountMax: number;
}

/** How many are looked at to find one that makes room: this is done for each new connection of a flood. */
const inspectedMax = 500;
/** Refusals that are on their way out; beyond that a connection is closed without a word. */
const refusalsMax = 50;

/** Must be called before the server listens. `refuse` says why, and ends the connection soon. */
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
 * Connections are in the order in which they were accepted; the first of these goes, of each the oldest: one that never
 * brought a request, an idle one, one whose request does not come to its end.
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
