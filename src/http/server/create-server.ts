/**
 * The HTTP server: everything that is the same for all API families.
 *
 * A request passes, in this order: host → zone and family, route, declared body size; then the hooks of its family
 * (credentials, rate limit, path, existence, lock); then its body is read, parsed and validated; then the handler runs.
 * Whatever goes wrong anywhere ends in `replyWithFailure`.
 */
import type { Socket } from 'node:net';
import {
	type FastifyBaseLogger,
	type FastifyError,
	type FastifyReply,
	type FastifyRequest,
	fastify,
	LogController,
} from 'fastify';
import { requestBytesMax } from '../../domain/item/item.ts';
import type { ZoneName } from '../../domain/zone/zone.ts';
import { type Failure, FailureError, fail, failField, unwrap } from '../../lib/failure.ts';
import type { App } from './app.ts';
import { type ApiFamily, toWireFailure } from './failure-reply.ts';
import { familyOfPath, matchHost } from './host.ts';
import { acceptJsonBodies, checkDeclaredLength, parseJsonBody, toBodyFailure } from './request-body.ts';
import { createRequestIds } from './request-id.ts';
import { compileValidator } from './validation.ts';
import type { ZoneServices } from './zone-services.ts';

export interface ServerOptions {
	/** At least one; the first serves hosts that name no zone. */
	readonly zones: readonly [ZoneServices, ...ZoneServices[]];
	readonly logger: FastifyBaseLogger;
	/** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
	readonly trustedProxies: readonly string[];
	/** A whole request must have arrived within this time. */
	readonly requestTimeoutMs: number;
	/** Called once for each answered request. */
	readonly onAnswer?: (answer: {
		readonly route: string;
		readonly method: string;
		readonly status: number;
		readonly durationMs: number;
	}) => void;
}

/** Item ids are up to 512 bytes, each of which may be written as `%xx`. */
const pathParameterLengthMax = 4 * 512;

export function createServer(options: ServerOptions): App {
	const app = fastify({
		loggerInstance: options.logger,
		logController: new LogController({ disableRequestLogging: true }),
		// Log lines name the request id themselves: a logger for each request would cost more than most requests.
		childLoggerFactory: (logger) => logger,
		genReqId: createRequestIds(),
		bodyLimit: requestBytesMax,
		requestTimeout: options.requestTimeoutMs,
		keepAliveTimeout: 72_000,
		trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: pathParameterLengthMax },
		frameworkErrors: (error, request, reply) => answerError(error, request, reply),
		clientErrorHandler: answerClientError,
		http: { connectionsCheckingInterval: Math.min(5_000, options.requestTimeoutMs), requireHostHeader: false },
		return503OnClosing: true,
		forceCloseConnections: 'idle',
	}).withTypeProvider() as unknown as App;

	app.setValidatorCompiler(compileValidator);
	acceptJsonBodies(app as never);
	for (const name of ['zone', 'principal', 'searchEngine', 'index', 'widget'] as const)
		app.decorateRequest(name, null as never);
	app.addHook('onRequest', createEntryHook(options.zones));
	app.addHook('preValidation', readBody);
	app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
	app.setNotFoundHandler((request, reply) => replyWithFailure(request, reply, fail('not_found').failure));
	app.addHook('onResponse', (request, reply, done) => {
		logAnswer(request, reply, options.onAnswer);
		done();
	});
	return app;
}

function createEntryHook(zones: ServerOptions['zones']) {
	const zoneNames: readonly ZoneName[] = zones.map((services) => services.zone);
	const servicesByZone = new Map(zones.map((services) => [services.zone, services]));

	return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
		reply.header('x-request-id', request.id);
		const match = matchHost(request.host ?? '', zoneNames);
		const services = match && servicesByZone.get(match.zone);
		if (match === undefined || services === undefined) throw new FailureError(fail('wrong_host').failure);
		request.zone = services;
		const pathFamily = familyOfPath(request.url);
		if (match.family !== undefined && pathFamily !== undefined && pathFamily !== match.family) {
			throw new FailureError(fail('not_found').failure);
		}
		if (!request.is404) checkDeclaredLength(request);
		done();
	};
}

/** Turns the bytes of a body into its value, unless the route wants the bytes. */
function readBody(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
	if (!request.routeOptions.config.hasRawBody) {
		request.body = toParameters(unwrap(parseJsonBody(request.body)), request);
	}
	done();
}

/** `[]`, `{}`, an empty body and no body are all "no parameters": some clients cannot write an empty object. */
function toParameters(body: unknown, request: FastifyRequest): unknown {
	const wantsBody = request.routeOptions.schema?.body !== undefined;
	if (!wantsBody) return undefined;
	return body === undefined || (Array.isArray(body) && body.length === 0) ? {} : body;
}

function familyOf(request: FastifyRequest): ApiFamily {
	const { family } = request.routeOptions?.config ?? {};
	if (family !== undefined) return family;
	if (request.url.startsWith('/api/widget/')) return 'recommendations';
	return request.url.startsWith('/6/') ? 'search' : 'management';
}

function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const failureError = toFailureError(error);
	const { failure } = failureError;
	if (failure.code === 'internal' || failure.code === 'unavailable' || failure.code === 'timed_out') {
		request.log.error({ err: error, requestId: request.id }, 'request failed');
	}
	return replyWithFailure(request, reply, failure);
}

function toFailureError(error: Error & { code?: string; statusCode?: number }): FailureError {
	if (error instanceof FailureError) return error;
	const bodyFailure = toBodyFailure(error);
	if (bodyFailure !== undefined) return bodyFailure;
	if (error.code === 'FST_ERR_BAD_URL') return new FailureError(failField('path', 'is not a valid URL path').failure);
	return new FailureError(fail('internal').failure, { cause: error });
}

/** Answers with a failure in the envelope of the request's family. */
export function replyWithFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
	const allowed = request.routeOptions?.config.failures;
	const isDeclared =
		allowed === undefined ||
		failure.code === 'internal' ||
		failure.code === 'unavailable' ||
		allowed.includes(failure.code);
	if (!isDeclared) request.log.error({ failure, requestId: request.id }, 'a failure that the route does not declare');
	const { status, headers, body } = toWireFailure(isDeclared ? failure : fail('internal').failure, familyOf(request));
	// A string goes out as it is: errors do not pass through the serialiser of the route's success.
	return reply
		.code(status)
		.headers({ 'x-request-id': request.id, ...headers })
		.type('application/json; charset=utf-8')
		.send(JSON.stringify(body));
}

/** Requests that Node could not parse or that took too long never reach Fastify: answer them on the socket. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const [status, failure] =
		error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
			? (['408 Request Timeout', fail('timed_out', { message: 'The request did not arrive in time' })] as const)
			: error.code === 'HPE_HEADER_OVERFLOW'
				? (['431 Request Header Fields Too Large', failField('headers', 'are too large')] as const)
				: (['400 Bad Request', failField('request', 'is not valid HTTP')] as const);
	const body = JSON.stringify(toWireFailure(failure.failure, 'management').body);
	socket.end(
		`HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
	);
}

function logAnswer(request: FastifyRequest, reply: FastifyReply, onAnswer: ServerOptions['onAnswer']): void {
	const { method } = request;
	const status = reply.statusCode;
	const durationMs = reply.elapsedTime;
	onAnswer?.({ route: request.routeOptions.url ?? '(none)', method, status, durationMs });
	const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
	const path = request.url.split('?', 1)[0];
	request.log[level](
		{
			requestId: request.id,
			method,
			path,
			status,
			durationMs,
			zone: request.zone?.zone,
			accountId: request.principal?.accountId,
		},
		'answered',
	);
}
