/**
 * Requests of one connection are begun one after another, each when the answer before it has gone out.
 *
 * Node parses whatever a connection brings in one piece, 64 kB or a thousand requests, and would have all of them begun at
 * once, and go on reading while nobody takes the answers. Here what was parsed waits in a queue of its connection, which is
 * not read from meanwhile; so a connection has one answer under way, and holds at most one piece of requests.
 *
 *     parsed ──► begun at once where the connection is free
 *        └─────► waiting ──► a turn ──► begun ──► answered, or closed ──► the next turn
 *
 * Turns are few in each round of the event loop: callers that wait for their answers come between them, whatever is piled
 * up elsewhere. New connections are first read in turns too, as each may bring such a piece.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection, Connections, Exchange } from './connections.ts';
import { wasHungUp } from './hang-up.ts';

/** Requests that wait, of all connections: 2 kB each. A connection that brings more is closed. */
const waitingCountMax = 50_000;
/** Requests begun in a round of the event loop, beside those of connections that are free. */
const beginsPerRoundMax = 8;
/**
 * Connections that are read again, or for the first time, in a round: each may have a thousand requests to parse, which
 * takes ten milliseconds. Where one did, they are read one by one.
 */
const readsPerRoundMax = { usual: 4, besidePiles: 1 } as const;

export interface RequestGate {
	/** In the place of the server's listener for requests. */
	readonly admit: RequestListener;
	/** Has `work` done once all requests of the connection that have come whole are answered; none is begun after them. */
	whenAnswered(socket: Socket, work: () => void): void;
}

/** Must be called before the server listens. */
export function createRequestGate(server: Server, connections: Connections, begin: RequestListener): RequestGate {
	let waitingCount = 0;
	/** Whether a connection has brought requests that wait since the round before. */
	let isPiling = false;
	/** In the order of their turns. */
	const due: Connection[] = [];
	const unread: Socket[] = [];
	let isRoundDue = false;

	server.on('connection', (socket: Socket) => {
		socket.pause();
		unread.push(socket);
		scheduleRound();
	});

	function admit(request: IncomingMessage, response: ServerResponse): void {
		const connection = connections.find(request.socket);
		if (connection === undefined || wasHungUp(request.socket)) return;
		if (connection.isFree && connection.waiting.length === 0) beginOne(connection, { request, response });
		else wait(connection, { request, response });
	}

	function beginOne(connection: Connection, { request, response }: Exchange): void {
		connection.request = request;
		connection.response = response;
		connection.isFree = false;
		response.on('close', noteEnd);
		begin(request, response);
	}

	function wait(connection: Connection, exchange: Exchange): void {
		const { socket, waiting } = connection;
		if (waitingCount >= waitingCountMax) {
			socket.destroy();
			return;
		}
		if (waiting.length === 0) hold(connection);
		waiting.push(exchange);
		waitingCount += 1;
		isPiling = true;
	}

	/** One function for all responses: a listener made for each costs more than all else here. */
	function noteEnd(this: ServerResponse): void {
		const { socket } = this.req;
		const connection = connections.find(socket);
		if (connection?.response !== this) return;
		connection.isFree = true;
		connection.bytesReadAtEnd = socket.bytesRead;
		connection.freeSinceMs = performance.now();
		const [next] = connection.waiting;
		if (wasHungUp(socket)) drop(connection);
		else if (connection.atEnd !== undefined && next?.request.complete !== true) endConnection(connection);
		else if (next !== undefined) {
			due.push(connection);
			scheduleRound();
		}
	}

	function scheduleRound(): void {
		if (isRoundDue) return;
		isRoundDue = true;
		setImmediate(takeRound);
	}

	function takeRound(): void {
		isRoundDue = false;
		const readCountMax = readsPerRoundMax[isPiling ? 'besidePiles' : 'usual'];
		isPiling = false;
		let readCount = 0;
		for (; readCount < readCountMax && unread.length > 0; readCount += 1) unread.shift()?.resume();
		for (let count = Math.min(beginsPerRoundMax, due.length); count > 0; count -= 1) {
			const connection = due.shift() as Connection;
			const isLast = connection.waiting.length === 1;
			if (isLast && readCount >= readCountMax) due.push(connection);
			else takeTurn(connection);
			if (isLast) readCount += 1;
		}
		if (due.length > 0 || unread.length > 0) scheduleRound();
	}

	function takeTurn(connection: Connection): void {
		const { waiting, atEnd } = connection;
		const next = atEnd !== undefined && waiting[0]?.request.complete !== true ? undefined : waiting.shift();
		if (next === undefined) {
			endConnection(connection);
			return;
		}
		waitingCount -= 1;
		beginOne(connection, next);
		// Its body may not have come yet.
		if (connection.waiting.length === 0) release(connection);
	}

	function endConnection(connection: Connection): void {
		const work = connection.atEnd;
		drop(connection);
		work?.();
	}

	function drop(connection: Connection): void {
		waitingCount -= connection.waiting.length;
		connection.waiting.length = 0;
	}

	function hold(connection: Connection): void {
		const { socket } = connection;
		connection.isHeld = true;
		socket.pause();
		if (connection.isPipelining) return;
		connection.isPipelining = true;
		// Node reads on when an answer was taken, and to get at the rest of a body.
		socket.on('resume', () => {
			if (connection.isHeld && !wasHungUp(socket)) socket.pause();
		});
		socket.once('close', () => drop(connection));
	}

	function release(connection: Connection): void {
		connection.isHeld = false;
		connection.socket.resume();
	}

	return {
		admit,
		whenAnswered(socket, work) {
			const connection = connections.find(socket);
			const isAnswering = connection !== undefined && !connection.isFree && connection.request?.complete === true;
			if (!isAnswering && (connection?.waiting.length ?? 0) === 0) work();
			else if (connection !== undefined) connection.atEnd ??= work;
		},
	};
}
