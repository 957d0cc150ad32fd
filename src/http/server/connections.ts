/**
 * Which connections a stopping server waits for.
 *
 *     answering: a whole request has come, its answer has not gone out      is waited for
 *     asking: a part of a request has come                                  has `requestGraceMs` to become a whole one
 *     idle: nothing has come, or nothing since the last answer              is closed at once
 *
 * Node closes idle connections once, at the start, and counts one on which nothing was ever sent as busy: a browser that
 * connects ahead of time, or an answer that goes out a moment later, would keep the server open for minutes.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A client that is still sending had this long: nothing was promised to it. */
const requestGraceMs = 1000;
const lookIntervalMs = 25;

/** A connection: one object for its life, as there is an exchange every few microseconds. */
interface Connection {
	/** Of the last exchange; undefined before the first. */
	request: IncomingMessage | undefined;
	response: ServerResponse | undefined;
	/** What the connection had brought when the last answer was out; undefined while none is, 0 before the first request. */
	bytesReadAtEnd: number | undefined;
}

export interface Connections {
	/** Runs `stop`, which ends when the server has no connection left, and closes those that would keep it waiting. */
	closeDuring(stop: () => PromiseLike<void>): Promise<void>;
}

/** Must be called before the server listens. */
export function watchConnections(server: Server): Connections {
	const connections = new Map<Socket, Connection>();

	server.on('connection', (socket: Socket) => {
		connections.set(socket, { request: undefined, response: undefined, bytesReadAtEnd: 0 });
		socket.once('close', () => connections.delete(socket));
	});
	server.on('request', (request: IncomingMessage, response: ServerResponse) => {
		const connection = connections.get(request.socket);
		if (connection === undefined) return;
		connection.request = request;
		connection.response = response;
		connection.bytesReadAtEnd = undefined;
		response.on('finish', noteEnd);
	});

	/** One function for all responses: a listener made for each costs more than all else here. */
	function noteEnd(this: ServerResponse): void {
		const connection = connections.get(this.req.socket);
		// An answer that ends late is not the one that the next request waits for.
		if (connection?.response === this) connection.bytesReadAtEnd = this.req.socket.bytesRead;
	}

	function closeUnneeded(isGraceOver: boolean): void {
		for (const [socket, connection] of connections) {
			if (socket.bytesRead === connection.bytesReadAtEnd || (isGraceOver && !isAnswering(connection))) socket.destroy();
		}
	}

	return {
		async closeDuring(stop) {
			const graceEndMs = performance.now() + requestGraceMs;
			const timer = setInterval(() => closeUnneeded(performance.now() > graceEndMs), lookIntervalMs);
			try {
				await stop();
			} finally {
				clearInterval(timer);
			}
		},
	};
}

function isAnswering({ request, response }: Connection): boolean {
	return request?.complete === true && response?.writableFinished === false;
}
