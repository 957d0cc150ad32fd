/**
 * Requests of one connection are begun one after another, each when the previous answer has been sent.
 *
 * Node parses everything that a connection brings at once, 64 kB or a thousand requests. It would begin all of them at
 * once, and go on reading while the client does not read the answers. Here parsed requests wait in a queue of their
 * connection, which is not read from meanwhile. So a connection has only one answer under way.
 *
 * A client that has sent a pile of requests is read in chunks from then on. Node's parser gets a small chunk at a
 * time, and only while no request of the connection is being answered; the rest waits as bytes.
 *
 *     read ──► parsed ──► begun at once if the connection is free
 *       │        ▲  └───► waiting ──► a turn ──► begun ──► answered, or closed
 *       └► rest ─┘ a turn                                          │
 *            ▲─────────────────────────────────────────────────────┘
 *
 * There are few turns in each round of the event loop. So clients that wait for their answers are served in between,
 * whatever has piled up on other connections.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection, Connections, Exchange } from './connections.ts';
import { wasHungUp } from './hang-up.ts';
import { createPilers } from './pilers.ts';
import { createReadQueue } from './read-queue.ts';

/** This many requests wait behind the one that is being answered. Programs that measure servers send 16 at a time. */
const pileCountMin = 33;
/**
 * How many bytes of a chunked connection are parsed at once. Few heads are longer, and a chunk of the shortest possible
 * requests takes a third of a millisecond. A body comes in many chunks, and a pile may follow it.
 */
const chunkBytes = { head: 2_048, body: 16_384 } as const;
/** Requests of all connections that are parsed and wait, at 2 kB each. A connection that brings more is closed. */
const waitingCountMax = 50_000;
/** How many requests begin in a round of the event loop, in addition to those of free connections. */
const beginsPerRoundMax = 8;
/** From how many connections a chunk is parsed in a round, in addition to what is parsed at once. */
const readsPerRoundMax = 4;

export interface RequestGate {
	/** Replaces the server's listener for requests. */
	readonly admit: RequestListener;
	/** Calls `work` once all complete requests of the connection are answered; no request is begun after them. */
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
		// Node continues to read when an answer was read, and to get the rest of a body.
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

	/** Notes that its client has sent a pile. */
	function notePile(piling: Connection): void {
		piling.isPiling = true;
		if (piling.client === undefined) return;
		pilers.add(piling.client);
		for (const connection of connections.all()) {
			if (connection.client !== piling.client) continue;
			connection.isPiling = true;
			// Node would not continue to read from a paused connection: it must be resumed first.
			if (!connection.socket.isPaused()) readInChunks(connection);
		}
	}

	function readInChunks(connection: Connection): void {
		const { socket, parse } = connection;
		if (parse !== undefined) return;
		// Node's parser is its listener for data. Another listener keeps Node from reading without one.
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

	/** Continues as long as a single request is being read. */
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

	/** One function for all responses: creating a listener for each would cost more than everything else here. */
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

/** Whether the next bytes may be parsed: they are the body of the request that was begun, or another request may come. */
function isReady({ isFree, request, waiting }: Connection): boolean {
	return waiting.length === 0 && (isFree || request?.complete !== true);
}

function isInBody(connection: Connection): boolean {
	return !connection.isFree && isReady(connection);
}

function isEnding({ socket, atEnd }: Connection): boolean {
	return atEnd !== undefined || socket.destroyed || wasHungUp(socket);
}
