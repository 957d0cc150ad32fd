/**
 * Requests of one connection are begun one after another, each when the previous answer has been sent.
 *
 * Node parses everything that a connection brings at once, 64 kB or a thousand requests. It would begin all of them at
 * once, and go on reading while the client does not read the answers. Here parsed requests wait in a queue of their
 * connection, which is not read from meanwhile. So a connection has only one answer under way.
 *
 * A client that has once sent a pile of requests is read in chunks from then on (`chunk-reader.ts`).
 *
 *     read ──► parsed ──► begun at once if the connection is free
 *       │        ▲  └───► waiting ──► a round ──► begun ──► answered, or closed
 *       └► rest ─┘ a round                                         │
 *            ▲─────────────────────────────────────────────────────┘
 *
 * A round of the event loop begins few requests of such queues, so that callers who wait for their answers are served in
 * between, however many requests are piled up elsewhere.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ChunkReader, createChunkReader, hold, isReady } from './chunk-reader.ts';
import type { Connection, Connections, Exchange } from './connections.ts';
import { wasHungUp } from './hang-up.ts';
import { createPilers, type Pilers } from './pilers.ts';

/** This many requests that wait behind one answer are a pile. Programs that measure servers send 16 at a time. */
const pileCountMin = 33;
/** Requests of all connections that are parsed and wait, at 2 kB each. A connection that brings more is closed. */
const waitingCountMax = 50_000;
/** How many requests begin in a round of the event loop, in addition to those of free connections. */
const beginsPerRoundMax = 8;

export interface RequestGate {
	/** Replaces the server's listener for requests. */
	readonly admit: RequestListener;
	/** Calls `work` once all complete requests of the connection are answered; no request is begun after them. */
	whenAnswered(socket: Socket, work: () => void): void;
}

/** The state that the functions of this module share. */
interface Gate {
	readonly connections: Connections;
	readonly begin: RequestListener;
	readonly reader: ChunkReader;
	readonly pilers: Pilers;
	/** Of all connections. */
	waitingCount: number;
	/** Connections with a request to begin, in the order in which they became free. */
	readonly due: Connection[];
	isRoundDue: boolean;
	readonly onRound: () => void;
	/** One function for all responses: creating a listener for each would cost more than everything else here. */
	readonly onEnd: (this: ServerResponse) => void;
}

/** Must be called before the server listens. */
export function createRequestGate(server: Server, connections: Connections, begin: RequestListener): RequestGate {
	const gate: Gate = {
		connections,
		begin,
		reader: createChunkReader(() => scheduleRound(gate)),
		pilers: createPilers(),
		waitingCount: 0,
		due: [],
		isRoundDue: false,
		onRound: () => runRound(gate),
		onEnd() {
			noteEnd(gate, this);
		},
	};
	server.on('connection', (socket: Socket) => watch(gate, socket));
	return {
		admit: (request, response) => admit(gate, request, response),
		whenAnswered(socket, work) {
			const connection = connections.find(socket);
			const isAnswering = connection !== undefined && !connection.isFree && connection.request?.complete === true;
			if (!isAnswering && (connection?.waiting.length ?? 0) === 0) work();
			else if (connection !== undefined) connection.atEnd ??= work;
		},
	};
}

function watch(gate: Gate, socket: Socket): void {
	const { reader } = gate;
	const connection = gate.connections.find(socket);
	if (connection === undefined) return;
	// Node continues to read when an answer was read, and to get the rest of a body.
	socket.on('resume', () => {
		if (connection.isHeld && !wasHungUp(socket)) socket.pause();
		else if (connection.isPiling) reader.start(connection);
	});
	socket.once('close', () => drop(gate, connection));
	if (!gate.pilers.has(connection.client)) return;
	reader.start(connection);
	hold(connection);
	reader.readNext(connection);
}

function admit(gate: Gate, request: IncomingMessage, response: ServerResponse): void {
	const connection = gate.connections.find(request.socket);
	if (connection === undefined || wasHungUp(request.socket)) return;
	if (connection.isFree && connection.waiting.length === 0) beginOne(gate, connection, { request, response });
	else wait(gate, connection, { request, response });
}

function beginOne(gate: Gate, connection: Connection, { request, response }: Exchange): void {
	connection.request = request;
	connection.response = response;
	connection.isFree = false;
	response.on('close', gate.onEnd);
	gate.begin(request, response);
}

function wait(gate: Gate, connection: Connection, exchange: Exchange): void {
	const { socket, waiting } = connection;
	if (gate.waitingCount >= waitingCountMax) {
		socket.destroy();
		return;
	}
	if (waiting.length === 0) hold(connection);
	waiting.push(exchange);
	gate.waitingCount += 1;
	if (waiting.length >= pileCountMin && !connection.isPiling) notePile(gate, connection);
}

/** Notes that the client of a connection has sent a pile. */
function notePile({ connections, pilers, reader }: Gate, piling: Connection): void {
	piling.isPiling = true;
	if (piling.client === undefined) return;
	pilers.add(piling.client);
	for (const connection of connections.all()) {
		if (connection.client !== piling.client) continue;
		connection.isPiling = true;
		// Node would not continue to read from a paused connection: it must be resumed first.
		if (!connection.socket.isPaused()) reader.start(connection);
	}
}

function noteEnd(gate: Gate, response: ServerResponse): void {
	const { socket } = response.req;
	const connection = gate.connections.find(socket);
	if (connection?.response !== response) return;
	connection.isFree = true;
	connection.bytesReadAtEnd = socket.bytesRead;
	connection.freeSinceMs = performance.now();
	const [next] = connection.waiting;
	if (wasHungUp(socket)) drop(gate, connection);
	else if (connection.atEnd !== undefined && next?.request.complete !== true) endConnection(gate, connection);
	else if (next !== undefined) {
		gate.due.push(connection);
		scheduleRound(gate);
	} else if (connection.isHeld) gate.reader.readNext(connection);
}

function scheduleRound(gate: Gate): void {
	if (gate.isRoundDue) return;
	gate.isRoundDue = true;
	setImmediate(gate.onRound);
}

function runRound(gate: Gate): void {
	const { due, reader } = gate;
	gate.isRoundDue = false;
	const hasUnread = reader.runRound();
	for (let count = Math.min(beginsPerRoundMax, due.length); count > 0; count -= 1) {
		beginNext(gate, due.shift() as Connection);
	}
	if (due.length > 0 || hasUnread) scheduleRound(gate);
}

function beginNext(gate: Gate, connection: Connection): void {
	const { waiting, atEnd } = connection;
	const next = atEnd !== undefined && waiting[0]?.request.complete !== true ? undefined : waiting.shift();
	if (next === undefined) {
		endConnection(gate, connection);
		return;
	}
	gate.waitingCount -= 1;
	beginOne(gate, connection, next);
	if (isReady(connection)) gate.reader.readNext(connection);
}

function endConnection(gate: Gate, connection: Connection): void {
	const work = connection.atEnd;
	drop(gate, connection);
	work?.();
}

/** Drops what waits: it will not be answered any more. */
function drop(gate: Gate, connection: Connection): void {
	gate.waitingCount -= connection.waiting.length;
	connection.waiting.length = 0;
	connection.rest = undefined;
}
