/**
 * Connections of clients that have sent a pile of requests are read in chunks: Node's parser is given a little at a time,
 * and only while no request of the connection is being answered. The rest waits as bytes, and the connection is not read
 * from meanwhile.
 */
import type { Connection } from './connections.ts';
import { wasHungUp } from './hang-up.ts';
import { createReadQueue } from './read-queue.ts';

/**
 * How many bytes are parsed at once. Few heads are longer, and a chunk of the shortest possible requests takes a third of a
 * millisecond. A body comes in many chunks, and a pile may follow it.
 */
const chunkBytes = { head: 2_048, body: 16_384 } as const;
/** From how many connections a chunk is parsed in a round, in addition to what is parsed at once. */
const readsPerRoundMax = 4;

export interface ChunkReader {
	/** Reads a connection in chunks from now on. */
	start(connection: Connection): void;
	/** Parses the next chunk in one of the next rounds. */
	readNext(connection: Connection): void;
	/** Parses the chunks of a round. @returns whether connections are left for the next one. */
	runRound(): boolean;
}

/** @param scheduleRound asks for a call of `runRound`. */
export function createChunkReader(scheduleRound: () => void): ChunkReader {
	const unread = createReadQueue();

	function readNext(connection: Connection): void {
		unread.add(connection);
		scheduleRound();
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

	return {
		start(connection) {
			const { socket, parse } = connection;
			if (parse !== undefined) return;
			// Node's parser is its listener for data. Another listener keeps Node from reading without one.
			const [listener] = socket.listeners('data') as [(chunk: Buffer) => void];
			socket.removeAllListeners('data');
			socket.on('data', (bytes: Buffer) => take(connection, bytes));
			connection.parse = (chunk) => listener.call(socket, chunk);
		},
		readNext,
		runRound() {
			for (let count = 0; count < readsPerRoundMax; count += 1) {
				const connection = unread.take();
				if (connection === undefined) break;
				parseRest(connection);
			}
			return unread.count() > 0;
		},
	};
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

/** Stops reading from a connection. */
export function hold(connection: Connection): void {
	connection.isHeld = true;
	connection.socket.pause();
}

function release(connection: Connection): void {
	if (!connection.isHeld) return;
	connection.isHeld = false;
	connection.socket.resume();
}

/** Whether the next bytes may be parsed: they are the body of the request that was begun, or another request may come. */
export function isReady({ isFree, request, waiting }: Connection): boolean {
	return waiting.length === 0 && (isFree || request?.complete !== true);
}

function isInBody(connection: Connection): boolean {
	return !connection.isFree && isReady(connection);
}

function isEnding({ socket, atEnd }: Connection): boolean {
	return atEnd !== undefined || socket.destroyed || wasHungUp(socket);
}
