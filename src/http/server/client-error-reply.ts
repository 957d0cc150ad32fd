/**
 * Answers what Node rejects itself: requests that are not HTTP, whose head is too large, or that take too long. Fastify
 * never sees these, or is still waiting for their body. So the answer is written to the socket, which is then closed.
 * Connections beyond a cap are refused in the same way.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, fail, failField } from '../../lib/failure.ts';
import { type ApiFamily, apiFamilyOf, toWireFailure } from './failure-reply.ts';
import { hangUp, wasHungUp } from './hang-up.ts';
import { safeHeaders } from './safe-headers.ts';

export interface ClientErrorReply {
	/**
	 * Must be called for each request when it begins: if it fails later, the answer has its id and its API's envelope.
	 */
	watch(request: FastifyRequest, reply: FastifyReply): void;
	/** Node's `clientError`. */
	answer(error: Error & { code?: string }, socket: Socket): void;
	/** Refuses a connection that is beyond a cap. */
	refuse(socket: Socket): void;
}

/** The property of a socket that holds its newest request. A weak map of sockets would cost every garbage collection. */
const newestRequest = Symbol('newest request');

type WatchedSocket = Socket & { [newestRequest]?: Watched };

/** The newest request of a connection. */
interface Watched {
	readonly id: string;
	readonly family: ApiFamily;
	readonly request: FastifyRequest['raw'];
	readonly response: ServerResponse;
}

/** @param whenAnswered runs its callback once all complete requests of a connection are answered. */
export function createClientErrorReply(
	logger: FastifyBaseLogger,
	makeRequestId: () => string,
	whenAnswered: (socket: Socket, work: () => void) => void,
): ClientErrorReply {
	function write(socket: Socket, { statusLine, failure }: RawReply, unfinished?: Watched): void {
		const { id = makeRequestId(), family = 'management' } = unfinished ?? {};
		const { headers, body } = toWireFailure(failure, family);
		const text = JSON.stringify(body);
		const head = [
			`HTTP/1.1 ${statusLine}`,
			'Content-Type: application/json; charset=utf-8',
			`Content-Length: ${Buffer.byteLength(text)}`,
			...Object.entries({ ...safeHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`),
			`X-Request-Id: ${id}`,
			'Connection: close',
		];
		hangUp(socket, `${head.join('\r\n')}\r\n\r\n${text}`);
		const status = Number.parseInt(statusLine, 10);
		logger.info({ requestId: id, status, reason: failure.message }, 'answered on the socket');
	}

	return {
		watch(request, { raw: response }) {
			const { id, raw } = request;
			(raw.socket as WatchedSocket)[newestRequest] = { id, family: apiFamilyOf(request), request: raw, response };
		},

		answer(error, socket) {
			// Bytes after a refusal are as wrong as those before.
			if (wasHungUp(socket)) return;
			if (error.code === 'ECONNRESET' || !socket.writable) {
				socket.destroy();
				return;
			}
			// Complete requests before the bad bytes are answered first; otherwise their caller would take this answer
			// for theirs.
			whenAnswered(socket, () => {
				const newest = (socket as WatchedSocket)[newestRequest];
				const isUnfinished = newest !== undefined && !newest.request.complete && !newest.response.writableEnded;
				write(socket, toReply(error), isUnfinished ? newest : undefined);
			});
		},

		refuse(socket) {
			const { failure } = fail('overloaded', { message: 'Too many connections are open' });
			write(socket, { statusLine: '429 Too Many Requests', failure });
		},
	};
}

interface RawReply {
	readonly statusLine: string;
	readonly failure: Failure;
}

function toReply({ code }: Error & { code?: string }): RawReply {
	if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
		const { failure } = fail('timed_out', { message: 'The request did not arrive in time' });
		return { statusLine: '408 Request Timeout', failure };
	}
	if (code === 'HPE_HEADER_OVERFLOW') {
		return {
			statusLine: '431 Request Header Fields Too Large',
			failure: failField('headers', 'are too large').failure,
		};
	}
	return { statusLine: '400 Bad Request', failure: failField('request', 'is not valid HTTP').failure };
}
