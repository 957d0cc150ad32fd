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

interface Exchange {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	/** What the connection had brought when the answer was out; undefined before. */
	bytesReadAtEnd?: number;
}

export interface Connections {
	/** Runs `stop`, which ends when the server has no connection left, and closes those that would keep it waiting. */
	closeDuring(stop: () => PromiseLike<void>): Promise<void>;
}

/** Must be called before the server listens. */
export function watchConnections(server: Server): Connections {
	/** The last exchange of each open connection. */
	const exchanges = new Map<Socket, Exchange | undefined>();

	server.on('connection', (socket: Socket) => {
		exchanges.set(socket, undefined);
		socket.once('close', () => exchanges.delete(socket));
	});
	server.on('request', (request: IncomingMessage, response: ServerResponse) => {
		const exchange: Exchange = { request, response };
		exchanges.set(request.socket, exchange);
		response.once('finish', () => {
			exchange.bytesReadAtEnd = request.socket.bytesRead;
		});
	});

	function closeUnneeded(isGraceOver: boolean): void {
		for (const [socket, exchange] of exchanges) {
			if (isIdle(socket, exchange) || (isGraceOver && !isAnswering(exchange))) socket.destroy();
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

function isIdle(socket: Socket, exchange: Exchange | undefined): boolean {
	return socket.bytesRead === (exchange === undefined ? 0 : exchange.bytesReadAtEnd);
}

function isAnswering(exchange: Exchange | undefined): boolean {
	return exchange?.request.complete === true && !exchange.response.writableFinished;
}
