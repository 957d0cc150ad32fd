/**
 * The connections of a server, and what each of them is doing:
 *
 *     answering: a complete request has arrived, its answer has not been sent completely
 *     asking: a part of a request has arrived
 *     idle: nothing has arrived, or nothing since the last answer
 *
 * A stopping server waits for connections that are answering, gives those that are asking `requestGraceMs` to complete
 * their request, and closes idle ones at once. Node is not enough: it closes idle connections only once, at the beginning
 * of the stop, and treats a connection on which nothing was ever sent as busy. So a browser that connects ahead of time, or
 * an answer that is completed a moment later, would keep the server open for minutes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A client that is still sending gets this long; nothing was promised to it. */
const requestGraceMs = 1000;
const pollIntervalMs = 25;

/** How often to check for connections whose peers may have stopped reading. */
const stalledIntervalMs = 5_000;
/** A peer that accepts no byte of its answer for this long is taken to be gone. */
const unreadMsMax = 25_000;

/** A request that has not begun, because an earlier one on its connection is being answered. */
export interface Exchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

/** A connection has one object for its whole life, because there is an exchange every few microseconds. */
export interface Connection {
	readonly socket: Socket;
	/** The client it is counted for; undefined for a trusted proxy. */
	readonly client: string | undefined;
	/** Of the last exchange that was begun; undefined before the first. */
	request: IncomingMessage | undefined;
	response: ServerResponse | undefined;
	/** Whether that exchange is over. */
	isFree: boolean;
	readonly waiting: Exchange[];
	/** Bytes that the connection had read when the last answer was sent; 0 before the first request. */
	bytesReadAtEnd: number;
	/** When it was accepted or last became free, by the clock of `performance`. */
	freeSinceMs: number;
	/** Whether reading is paused until everything that has arrived is parsed, and the waiting requests are begun. */
	isHeld: boolean;
	/** Bytes that have arrived and are not parsed. */
	rest: Buffer | undefined;
	/** Whether its client has sent a pile of requests without waiting for answers. */
	isPiling: boolean;
	/** Lets Node parse bytes, in the order of their arrival; undefined while Node reads by itself. */
	parse: ((chunk: Buffer) => void) | undefined;
	/** Called instead of beginning another request, once all complete ones are answered. */
	atEnd: (() => void) | undefined;
	/** At the last check, if something was waiting to be sent; otherwise -1. */
	bytesWrittenBefore: number;
}

export interface Connections {
	/** Undefined for a connection that is closed. */
	find(socket: Socket): Connection | undefined;
	all(): Iterable<Connection>;
	count(): number;
	/** Runs `stop`, which ends when the server has no connection left, and closes connections that would delay it. */
	closeDuring(stop: () => PromiseLike<void>): Promise<void>;
}

/**
 * Must be called before the server listens.
 * @param toClient from an address to the client that the connection is counted for.
 */
export function watchConnections(server: Server, toClient: (address: string) => string | undefined): Connections {
	const connections = new Map<Socket, Connection>();

	server.on('connection', (socket: Socket) => {
		const { remoteAddress } = socket;
		// It was reset before it was accepted. Its bytes could be read, but there is no one to answer.
		if (remoteAddress === undefined) {
			socket.destroy();
			return;
		}
		connections.set(socket, createConnection(socket, toClient(remoteAddress)));
		socket.once('close', () => connections.delete(socket));
	});
	const stalledTimer = setInterval(() => {
		for (const connection of connections.values()) endUnread(connection);
	}, stalledIntervalMs).unref();
	server.once('close', () => clearInterval(stalledTimer));

	function closeUnneeded(isGraceOver: boolean): void {
		for (const connection of connections.values()) {
			const state = stateOf(connection);
			if (state === 'idle' || (isGraceOver && state === 'asking')) connection.socket.destroy();
		}
	}

	return {
		find: (socket) => connections.get(socket),
		all: () => connections.values(),
		count: () => connections.size,
		async closeDuring(stop) {
			const graceEndMs = performance.now() + requestGraceMs;
			const timer = setInterval(() => closeUnneeded(performance.now() > graceEndMs), pollIntervalMs);
			try {
				await stop();
			} finally {
				clearInterval(timer);
			}
		},
	};
}

function createConnection(socket: Socket, client: string | undefined): Connection {
	return {
		socket,
		client,
		request: undefined,
		response: undefined,
		isFree: true,
		waiting: [],
		bytesReadAtEnd: 0,
		freeSinceMs: performance.now(),
		isHeld: false,
		rest: undefined,
		isPiling: false,
		parse: undefined,
		atEnd: undefined,
		bytesWrittenBefore: -1,
	};
}

export function stateOf({
	socket,
	isFree,
	request,
	waiting,
	rest,
	bytesReadAtEnd,
}: Connection): 'answering' | 'asking' | 'idle' {
	if (!isFree) return request?.complete === true ? 'answering' : 'asking';
	const [next] = waiting;
	if (next !== undefined) return next.request.complete ? 'answering' : 'asking';
	return socket.bytesRead === bytesReadAtEnd && rest === undefined ? 'idle' : 'asking';
}

/** Node's own timeout of a socket restarts with every byte that the peer accepts, and so never ends a slow one. */
function endUnread(connection: Connection): void {
	const { socket } = connection;
	const before = connection.bytesWrittenBefore;
	connection.bytesWrittenBefore = socket.writableLength > 0 ? socket.bytesWritten : -1;
	if (before !== -1 && before === socket.bytesWritten && socket.timeout !== unreadMsMax) socket.setTimeout(unreadMsMax);
}
