/** Node's server below Fastify: how long it waits, how many connections it keeps, in which order their requests are begun. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import { type ConnectionCaps, capConnections } from './connection-caps.ts';
import { type Connections, watchConnections } from './connections.ts';
import { hangUp } from './hang-up.ts';
import { createRequestGate, type RequestGate } from './request-gate.ts';

export interface HttpServerOptions {
	/** A whole request must have arrived within this time. */
	readonly requestTimeoutMs: number;
	readonly caps: ConnectionCaps;
	/** From an address to whose connection it is; undefined for a trusted proxy's. */
	readonly toClient: (address: string) => string | undefined;
	/** Says why a connection is one too many, and ends it soon. */
	readonly refuse: (socket: Socket) => void;
}

export interface HttpServer {
	readonly server: Server;
	readonly connections: Connections;
	readonly gate: RequestGate;
}

/** A browser may connect ahead of time; whoever has said nothing by then, or not even who they are, connects again. */
const headTimeoutMsMax = 10_000;
/** Longer than the proxies that are usual keep theirs: the side that closes must be the one that sends. */
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
		// What Node calls after an answer that is a connection's last.
		socket.destroySoon = () => endSoon(socket, connections);
	});
	return { server, connections, gate };
}

/** A peer that is still sending would not see its answer, were the connection closed at once. */
function endSoon(socket: Socket, connections: Connections): void {
	const connection = connections.find(socket);
	const isQuiet = connection?.request?.complete !== false && connection?.isHeld !== true;
	if (isQuiet) Socket.prototype.destroySoon.call(socket);
	else hangUp(socket);
}
