/**
 * Answers what Node itself gives up on: requests that are no HTTP, whose head is too large, or that take too long.
 * Fastify never sees them, or is still waiting for their body, so the answer is written to the socket, which then closes.
 * So is that of a connection too many.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, fail, failField } from '../../lib/failure.ts';
import { type ApiFamily, apiFamilyOf, toWireFailure } from './failure-reply.ts';
import { hangUp, wasHungUp } from './hang-up.ts';
import { safeHeaders } from './safe-headers.ts';

export interface ClientErrorReply {
	/** To be told of each request as it begins: what fails after that has its id and its API's envelope. */
	watch(request: FastifyRequest, reply: FastifyReply): void;
	/** Node's `clientError`. */
	answer(error: Error & { code?: string }, socket: Socket): void;
	/** Refuses a connection that is one too many. */
	refuse(socket: Socket): void;
}

/** Where a connection has its newest request: a weak map of connections would be work for every garbage collection. */
const newestRequest = Symbol('newest request');

type WatchedSocket = Socket & { [newestRequest]?: Watched };

/** The newest request of a connection. */
interface Watched {
	readonly id: string;
	readonly family: ApiFamily;
	readonly request: FastifyRequest['raw'];
	readonly response: ServerResponse;
}

/** @param whenAnswered has work done once all that has come whole on a connection is answered. */
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
			// Bytes that come after a refusal are as wrong as those before.
			if (wasHungUp(socket)) return;
			if (error.code === 'ECONNRESET' || !socket.writable) {
				socket.destroy();
				return;
			}
			// What arrived whole before the bytes at fault is answered first, or its caller would take this answer for it.
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
