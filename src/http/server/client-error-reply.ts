/**
 * Answers what Node itself gives up on: requests that are no HTTP, whose head is too large, or that take too long.
 * Fastify never sees them, or is still waiting for their body, so the answer is written to the socket, which then closes.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, fail, failField } from '../../lib/failure.ts';
import { type ApiFamily, apiFamilyOf, toWireFailure } from './failure-reply.ts';
import { safeHeaders } from './safe-headers.ts';

export interface ClientErrorReply {
	/** To be told of each request as it begins: what fails after that has its id and its API's envelope. */
	watch(request: FastifyRequest, reply: FastifyReply): void;
	/** Node's `clientError`. */
	answer(error: Error & { code?: string }, socket: Socket): void;
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

export function createClientErrorReply(logger: FastifyBaseLogger, makeRequestId: () => string): ClientErrorReply {
	function write(error: Error & { code?: string }, socket: Socket, unfinished: Watched | undefined): void {
		const { id = makeRequestId(), family = 'management' } = unfinished ?? {};
		const { statusLine, failure } = toReply(error);
		const body = JSON.stringify(toWireFailure(failure, family).body);
		const head = [
			`HTTP/1.1 ${statusLine}`,
			'Content-Type: application/json; charset=utf-8',
			`Content-Length: ${Buffer.byteLength(body)}`,
			...Object.entries(safeHeaders).map(([name, value]) => `${name}: ${value}`),
			`X-Request-Id: ${id}`,
			'Connection: close',
		];
		logger.info({ requestId: id, code: error.code, status: Number.parseInt(statusLine, 10) }, 'answered on the socket');
		if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
	}

	return {
		watch(request, { raw: response }) {
			const { id, raw } = request;
			(raw.socket as WatchedSocket)[newestRequest] = { id, family: apiFamilyOf(request), request: raw, response };
		},

		answer(error, socket) {
			if (error.code === 'ECONNRESET' || !socket.writable) {
				socket.destroy();
				return;
			}
			const newest = (socket as WatchedSocket)[newestRequest];
			if (newest === undefined || newest.response.writableEnded) write(error, socket, undefined);
			// What arrived whole before the bytes at fault is answered first, or its caller would take this answer for it.
			else if (newest.request.complete) newest.response.once('close', () => write(error, socket, undefined));
			else write(error, socket, newest);
		},
	};
}

function toReply({ code }: Error & { code?: string }): { readonly statusLine: string; readonly failure: Failure } {
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
