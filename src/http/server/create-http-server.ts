/** Node's server below Fastify: its timeouts, the number of its connections, and the order in which requests begin. */
import type { RequestListener, Server } from 'node:http';
import { Socket } from 'node:net';
import { type ConnectionCaps, capConnections } from './connection-caps.ts';
import { type Connections, watchConnections } from './connections.ts';
import { hangUp } from './hang-up.ts';
import { createRequestGate, type RequestGate } from './request-gate.ts';

const { createServer } = process.getBuiltinModule('node:http');

export interface HttpServerOptions {
	/** A complete request must have arrived within this time. */
	readonly requestTimeoutMs: number;
	readonly caps: ConnectionCaps;
	/** From an address to the client that the connection is counted for; undefined for a trusted proxy. */
	readonly toClient: (address: string) => string | undefined;
	/** Answers why a connection is refused, and ends it soon. */
	readonly refuse: (socket: Socket) => void;
}

export interface HttpServer {
	readonly server: Server;
	readonly connections: Connections;
	readonly gate: RequestGate;
}

/** A browser may connect ahead of time. If it sends no request head in this time, it can connect again. */
const headTimeoutMsMax = 10_000;
/** Longer than common proxies keep idle connections: the side that sends requests should be the one that closes. */
const keepAliveTimeoutMs = 72_000;

export function createHttpServer(begin: RequestListener, options: HttpServerOptions): HttpServer {
	const { requestTimeoutMs, toClient } = options;
	const server = createServer({
		connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
		requireHostHeader: false,
		headersTimeout: Math.min(headTimeoutMsMax, requestTimeoutMs),
		requestTimeout: requestTimeoutMs,
		keepAliveTimeout: keepAliveTimeoutMs,
	});
	const connections = watchConnections(server, toClient);
	capConnections(server, connections, options);
	const gate = createRequestGate(server, connections, begin);
	server.on('request', gate.admit);
	server.on('connection', (socket: Socket) => {
		// Node calls this after the last answer of a connection.
		socket.destroySoon = () => endSoon(socket, connections);
	});
	return { server, connections, gate };
}

/** If the connection were closed at once, a peer that is still sending would not see its answer. */
function endSoon(socket: Socket, connections: Connections): void {
	const connection = connections.find(socket);
	const isQuiet = connection?.request?.complete !== false && connection?.isHeld !== true;
	if (isQuiet) Socket.prototype.destroySoon.call(socket);
	else hangUp(socket);
}
