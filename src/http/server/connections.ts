/**
 * The connections of a server, and what each of them is doing:
 *
 *     answering: a whole request has come, its answer has not gone out
 *     asking: a part of a request has come
 *     idle: nothing has come, or nothing since the last answer
 *
 * A stopping server waits for those that are answering, gives those that are asking `requestGraceMs` to become whole, and
 * closes idle ones at once. Node closes idle connections once, at the start, and counts one on which nothing was ever sent
 * as busy: a browser that connects ahead of time, or an answer that goes out a moment later, would keep the server open
 * for minutes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A client that is still sending had this long: nothing was promised to it. */
const requestGraceMs = 1000;
const pollIntervalMs = 25;

/** How often connections are looked at whose peers may have stopped reading. */
const stalledIntervalMs = 5_000;
/** A peer that takes no byte of its answer for this long has no use for it. */
const unreadMsMax = 25_000;

/** A request that was not begun: one before it on its connection is being answered. */
export interface Exchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
}

/** One object for the life of a connection, as there is an exchange every few microseconds. */
export interface Connection {
	readonly socket: Socket;
	/** Whose it is, for caps; undefined where it is a trusted proxy's. */
	readonly client: string | undefined;
	/** Of the exchange that was begun last; undefined before the first. */
	request: IncomingMessage | undefined;
	response: ServerResponse | undefined;
	/** Whether that one is over. */
	isFree: boolean;
	readonly waiting: Exchange[];
	/** What the connection had brought when the last answer was out, 0 before the first request. */
	bytesReadAtEnd: number;
	/** When it was accepted or last became free, on the clock of `performance`. */
	freeSinceMs: number;
	/** Whether it is not read from until what has come is parsed, and the requests that wait are begun. */
	isHeld: boolean;
	/** Bytes that have come and are not parsed. */
	rest: Buffer | undefined;
	/** Whether its client has sent a pile of requests without waiting for answers. */
	isPiling: boolean;
	/** Has Node parse bytes, in the order in which they came; undefined where Node reads by itself. */
	parse: ((chunk: Buffer) => void) | undefined;
	/** To be done in the place of beginning another request, once all whole ones are answered. */
	atEnd: (() => void) | undefined;
	/** At the last look, where something was waiting to be sent; else -1. */
	bytesWrittenBefore: number;
}

export interface Connections {
	/** Undefined for a connection that is closed. */
	find(socket: Socket): Connection | undefined;
	all(): Iterable<Connection>;
	count(): number;
	/** Runs `stop`, which ends when the server has no connection left, and closes those that would keep it waiting. */
	closeDuring(stop: () => PromiseLike<void>): Promise<void>;
}

/**
 * Must be called before the server listens.
 * @param toClient from an address to whose connection it is.
 */
export function watchConnections(server: Server, toClient: (address: string) => string | undefined): Connections {
	const connections = new Map<Socket, Connection>();

	server.on('connection', (socket: Socket) => {
		const { remoteAddress } = socket;
		// It was reset before it was accepted: what it has brought could be read, but is from nobody and for nobody.
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

/** Node's own time limit for a socket starts again with every byte that the peer takes, and so never cuts a slow one off. */
function endUnread(connection: Connection): void {
	const { socket } = connection;
	const before = connection.bytesWrittenBefore;
	connection.bytesWrittenBefore = socket.writableLength > 0 ? socket.bytesWritten : -1;
	if (before !== -1 && before === socket.bytesWritten && socket.timeout !== unreadMsMax) socket.setTimeout(unreadMsMax);
}
