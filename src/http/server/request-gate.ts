/**
 * Requests of one connection are begun one after another, each when the answer before it has gone out.
 *
 * Node parses whatever a connection brings in one piece, 64 kB or a thousand requests, and would have all of them begun at
 * once, and go on reading while nobody takes the answers. Here what was parsed waits in a queue of its connection, which is
 * not read from meanwhile; so a connection has one answer under way.
 *
 * A client that has once brought a pile of requests is read in pieces from then on: Node's parser is given a little at a
 * time, and only while nothing of the connection is being answered; the rest waits as bytes.
 *
 *     read ──► parsed ──► begun at once where the connection is free
 *       │        ▲  └───► waiting ──► a turn ──► begun ──► answered, or closed
 *       └► rest ─┘ a turn                                          │
 *            ▲─────────────────────────────────────────────────────┘
 *
 * Turns are few in each round of the event loop: callers that wait for their answers come between them, whatever is piled
 * up elsewhere.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection, Connections, Exchange } from './connections.ts';
import { wasHungUp } from './hang-up.ts';
import { createPilers } from './pilers.ts';
import { createReadQueue } from './read-queue.ts';

/** Requests that wait behind the one that is answered. Programs that measure servers send 16 at a time. */
const pileCountMin = 33;
/**
 * Of what is read in pieces, the bytes that are parsed at once. Few heads are longer, and of the shortest requests that
 * there are it takes a third of a millisecond; a body comes in many pieces, and a pile may be behind it.
 */
const chunkBytes = { head: 2_048, body: 16_384 } as const;
/** Requests that were parsed and wait, of all connections: 2 kB each. A connection that brings more is closed. */
const waitingCountMax = 50_000;
/** Requests begun in a round of the event loop, beside those of connections that are free. */
const beginsPerRoundMax = 8;
/** Connections of which a piece is parsed in a round, beside what is parsed at once. */
const readsPerRoundMax = 4;

export interface RequestGate {
	/** In the place of the server's listener for requests. */
	readonly admit: RequestListener;
	/** Has `work` done once all requests of the connection that have come whole are answered; none is begun after them. */
	whenAnswered(socket: Socket, work: () => void): void;
}

/** Must be called before the server listens. */
export function createRequestGate(server: Server, connections: Connections, begin: RequestListener): RequestGate {
	let waitingCount = 0;
	/** In the order of their turns. */
	const due: Connection[] = [];
	const unread = createReadQueue();
	const pilers = createPilers();
	let isRoundDue = false;

	server.on('connection', (socket: Socket) => {
		const connection = connections.find(socket);
		if (connection === undefined) return;
		// Node reads on when an answer was taken, and to get at the rest of a body.
		socket.on('resume', () => {
			if (connection.isHeld && !wasHungUp(socket)) socket.pause();
			else if (connection.isPiling) readInChunks(connection);
		});
		socket.once('close', () => drop(connection));
		if (!pilers.has(connection.client)) return;
		readInChunks(connection);
		hold(connection);
		readNext(connection);
	});

	/** Its client has brought a pile. */
	function notePile(piling: Connection): void {
		piling.isPiling = true;
		if (piling.client === undefined) return;
		pilers.add(piling.client);
		for (const connection of connections.all()) {
			if (connection.client !== piling.client) continue;
			connection.isPiling = true;
			// Node would not go on reading from one that is paused: that has to be resumed first.
			if (!connection.socket.isPaused()) readInChunks(connection);
		}
	}

	function readInChunks(connection: Connection): void {
		const { socket, parse } = connection;
		if (parse !== undefined) return;
		// Node's listener for data is its parser. Another listener keeps it from reading without one.
		const [listener] = socket.listeners('data') as [(chunk: Buffer) => void];
		socket.removeAllListeners('data');
		socket.on('data', (bytes: Buffer) => take(connection, bytes));
		connection.parse = (chunk) => listener.call(socket, chunk);
	}

	function take(connection: Connection, bytes: Buffer): void {
		if (isEnding(connection)) return;
		const { rest } = connection;
		if (rest === undefined && bytes.length <= chunkBytes.head && isReady(connection)) {
			connection.parse?.(bytes);
			return;
		}
		connection.rest = rest === undefined ? bytes : Buffer.concat([rest, bytes]);
		if (isInBody(connection)) parseRest(connection);
		else hold(connection);
		if (connection.rest !== undefined && isReady(connection)) readNext(connection);
	}

	/** Goes on as long as it is one request that is being read. */
	function parseRest(connection: Connection): void {
		while (connection.rest !== undefined && isReady(connection) && !isEnding(connection)) {
			const { rest } = connection;
			const byteCount = isInBody(connection) ? chunkBytes.body : chunkBytes.head;
			connection.rest = rest.length > byteCount ? rest.subarray(byteCount) : undefined;
			connection.parse?.(rest.subarray(0, byteCount));
		}
		if (connection.rest === undefined && connection.waiting.length === 0) release(connection);
		else hold(connection);
	}

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
		if (waiting.length >= pileCountMin && !connection.isPiling) notePile(connection);
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
		} else if (connection.isHeld) readNext(connection);
	}

	function scheduleRound(): void {
		if (isRoundDue) return;
		isRoundDue = true;
		setImmediate(takeRound);
	}

	function takeRound(): void {
		isRoundDue = false;
		for (let count = 0; count < readsPerRoundMax; count += 1) {
			const connection = unread.take();
			if (connection === undefined) break;
			parseRest(connection);
		}
		for (let count = Math.min(beginsPerRoundMax, due.length); count > 0; count -= 1)
			serveNext(due.shift() as Connection);
		if (due.length > 0 || unread.count() > 0) scheduleRound();
	}

	function serveNext(connection: Connection): void {
		const { waiting, atEnd } = connection;
		const next = atEnd !== undefined && waiting[0]?.request.complete !== true ? undefined : waiting.shift();
		if (next === undefined) {
			endConnection(connection);
			return;
		}
		waitingCount -= 1;
		beginOne(connection, next);
		if (isReady(connection)) readNext(connection);
	}

	function endConnection(connection: Connection): void {
		const work = connection.atEnd;
		drop(connection);
		work?.();
	}

	function drop(connection: Connection): void {
		waitingCount -= connection.waiting.length;
		connection.waiting.length = 0;
		connection.rest = undefined;
	}

	function hold(connection: Connection): void {
		connection.isHeld = true;
		connection.socket.pause();
	}

	function release(connection: Connection): void {
		if (!connection.isHeld) return;
		connection.isHeld = false;
		connection.socket.resume();
	}

	function readNext(connection: Connection): void {
		unread.add(connection);
		scheduleRound();
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

/** Whether what comes next is parsed: it is the body of the request that was begun, or another request's turn. */
function isReady({ isFree, request, waiting }: Connection): boolean {
	return waiting.length === 0 && (isFree || request?.complete !== true);
}

function isInBody(connection: Connection): boolean {
	return !connection.isFree && isReady(connection);
}

function isEnding({ socket, atEnd }: Connection): boolean {
	return atEnd !== undefined || socket.destroyed || wasHungUp(socket);
}
