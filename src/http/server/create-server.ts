/**
 * The HTTP server: everything that is the same for all API families.
 *
 * A request passes, in this order: host → zone and family, route, declared body size; then the hooks of its family
 * (credentials, rate limit, path, existence, lock); then its body is read, parsed and validated; then the handler runs.
 * All failures end in `replyWithFailure`.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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
import { type Failure, type FailureCode, FailureError, fail, failField, unwrap } from '../../lib/failure.ts';
import { createIpRangeTest, toClientNetwork } from '../../lib/ip-address.ts';
import { readTraceId } from '../../lib/tracing.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { allowReading, isForPages } from './allow-reading.ts';
import type { App } from './app.ts';
import { type ClientErrorReply, createClientErrorReply } from './client-error-reply.ts';
import { compressAnswer } from './compression/compress-answer.ts';
import type { ConnectionCaps } from './connection-caps.ts';
import type { Connections } from './connections.ts';
import { createHttpServer } from './create-http-server.ts';
import { createDeferredCompiling, type DeferredCompiling } from './deferred-compiling.ts';
import { apiFamilyOf, toWireFailure } from './failure-reply.ts';
import { keepBelievedHeaders } from './forwarded-headers.ts';
import { createForwardedLoad } from './forwarded-load.ts';
import { toLoggedPath } from './hide-credentials.ts';
import { familyOfPath, matchHost } from './host.ts';
import { type AddressForm, toLogAddress } from './log-address.ts';
import {
	acceptJsonBodies,
	findLengthFailure,
	ignoreContentType,
	parseJsonBody,
	toBodyFailure,
} from './request-body.ts';
import { createRequestIds } from './request-id.ts';
import { safeHeaders } from './safe-headers.ts';
import { createSerializerCompiler } from './serialization.ts';
import { traceRequests } from './trace-requests.ts';
import { createValidatorCompiler } from './validation.ts';
import { tagVersion } from './version-tag.ts';
import type { ZoneServices } from './zone-services.ts';

export interface ServerOptions {
	/** At least one; the first serves hosts that name no zone. */
	readonly zones: readonly [ZoneServices, ...ZoneServices[]];
	readonly logger: FastifyBaseLogger;
	/** Addresses and CIDR ranges whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
	readonly trustedProxies: readonly string[];
	/** How much of a client's address is logged. */
	readonly logAddress: AddressForm;
	/** A complete request must have arrived within this time. */
	readonly requestTimeoutMs: number;
	readonly caps: ConnectionCaps;
	readonly metrics: Pick<Metrics, 'observeRequest' | 'countConnection'>;
}

/** As long as the head of a request can be: the operation itself refuses parameters that are too long. */
const pathParameterLengthMax = 16 * 1024;

export function createServer(options: ServerOptions): App {
	const { logger, requestTimeoutMs, trustedProxies, caps } = options;
	const makeRequestId = createRequestIds();
	const isTrusted = createIpRangeTest(trustedProxies);
	let begin: RequestListener | undefined;
	const http = createHttpServer((request, response) => begin?.(request, response), {
		requestTimeoutMs,
		caps,
		toClient: (address) => (isTrusted(address) ? undefined : toClientNetwork(address)),
		refuse: (socket) => clientErrors.refuse(socket),
	});
	const clientErrors = createClientErrorReply(logger, makeRequestId, http.gate.whenAnswered);
	const compiling = createDeferredCompiling();
	const compileValidator = createValidatorCompiler(compiling);
	const compileSerializer = createSerializerCompiler(compiling);
	const app = fastify({
		// Without them Fastify would load compilers of its own, which takes 10 ms.
		schemaController: {
			compilersFactory: {
				buildValidator: () => compileValidator as never,
				buildSerializer: () => compileSerializer as never,
			},
		},
		loggerInstance: withoutChildren(logger),
		logController: new LogController({ disableRequestLogging: true }),
		genReqId: makeRequestId,
		bodyLimit: requestBytesMax,
		// What remains of the forwarding headers is believed: see forwarded-headers.ts.
		trustProxy: trustedProxies.length === 0 ? false : (_address, hop) => hop === 0,
		routerOptions: { ignoreTrailingSlash: true, maxParamLength: pathParameterLengthMax },
		frameworkErrors: (error, request, reply) => answerError(error, request, reply),
		clientErrorHandler: clientErrors.answer,
		serverFactory(listener) {
			begin = listener;
			return http.server;
		},
		return503OnClosing: false,
		forceCloseConnections: 'idle',
	}).withTypeProvider() as unknown as App;

	app.decorate('connections', http.connections);
	// Fastify's own hook for this would run for every request and set an address that it already has.
	app.server.prependListener('request', takePathAndQuery);
	if (trustedProxies.length > 0) {
		app.server.prependListener('request', (request) => keepBelievedHeaders(request, isTrusted));
	}
	app.server.on('checkExpectation', refuseExpectation);
	app.server.on('connection', options.metrics.countConnection);
	// An API family reads it before it has routes.
	app.setValidatorCompiler(compileValidator);
	compileInSpareTime(app, compiling);
	acceptJsonBodies(app as never);
	for (const name of ['route', 'zone', 'principal', 'session', 'searchEngine', 'index', 'widget'] as const)
		app.decorateRequest(name, null as never);
	traceRequests(app);
	app.addHook('onRequest', createEntryHook(options.zones, clientErrors));
	if (trustedProxies.length > 0) app.addHook('onRequest', createLoadHook(http.connections, caps));
	app.addHook('preValidation', readBody);
	app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));
	app.setNotFoundHandler((request, reply) => replyWithFailure(request, reply, fail('not_found').failure));
	app.addHook('onSend', tagVersion);
	app.addHook('onSend', compressAnswer);
	app.addHook('onResponse', (request, reply, done) => {
		countCall(request, reply);
		logAnswer(request, reply, options);
		done();
	});
	return app;
}

/** After the start, whose first half minute has more urgent work, and between two schemas. */
const compilePauseMs = { first: 30_000, next: 10 } as const;

/** Compiles schemas that no request or answer has needed yet, so that few of them ever wait for that. */
function compileInSpareTime(app: App, { compileNext }: DeferredCompiling): void {
	let timer: NodeJS.Timeout | undefined;
	const goOn = (): void => {
		if (compileNext()) timer = setTimeout(goOn, compilePauseMs.next).unref();
	};
	app.addHook('onListen', async () => {
		timer = setTimeout(goOn, compilePauseMs.first).unref();
	});
	app.addHook('onClose', async () => clearTimeout(timer));
}

/** Our log lines add the request id themselves: a logger for each request would cost more than most requests. */
function withoutChildren(logger: FastifyBaseLogger): FastifyBaseLogger {
	const shared: FastifyBaseLogger = Object.create(logger, { child: { value: () => shared } });
	return shared;
}

function createEntryHook(zones: ServerOptions['zones'], clientErrors: ClientErrorReply) {
	const zoneNames: readonly ZoneName[] = zones.map((services) => services.zone);
	const servicesByZone = new Map(zones.map((services) => [services.zone, services]));

	function findEntryFailure(request: FastifyRequest): Failure | undefined {
		const match = matchHost(request.host ?? '', zoneNames);
		const services = match && servicesByZone.get(match.zone);
		if (match === undefined || services === undefined) return fail('wrong_host').failure;
		request.zone = services;
		// By the route's pattern, because letters of the path itself may be percent-encoded.
		const pathFamily = familyOfPath(request.route.url ?? request.url);
		const isElsewhere = match.family !== undefined && pathFamily !== undefined && pathFamily !== match.family;
		if (isElsewhere || request.is404) return fail('not_found').failure;
		return findLengthFailure(request);
	}

	return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		request.route = request.routeOptions;
		clientErrors.watch(request, reply);
		reply.headers(safeHeaders).header('x-request-id', request.id);
		const failure = findEntryFailure(request);
		const goOn = () => {
			if (failure === undefined) {
				ignoreContentType(request);
				done();
			}
			// The operation has not run, so this failure need not be one that it declares.
			else sendFailure(request, reply, failure);
		};
		if (isForPages(request)) allowReading(request, reply).then(goOn);
		else goOn();
	};
}

/** A client behind a trusted proxy gets a share of concurrent requests instead of connections of its own. */
function createLoadHook(connections: Connections, { perClientCountMax }: ConnectionCaps) {
	const load = createForwardedLoad(perClientCountMax);
	return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
		const isForwarded = connections.find(request.raw.socket)?.client === undefined;
		if (!isForwarded || load.begin(toClientNetwork(request.ip), reply.raw)) done();
		else sendFailure(request, reply, fail('overloaded').failure);
	};
}

/** Parses the bytes of a body, unless the route wants the bytes. */
function readBody(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
	if (!request.route.config.hasRawBody) {
		request.body = toParameters(unwrap(parseJsonBody(request.body)), request);
	}
	done();
}

/** `[]`, `{}`, an empty body and no body all mean "no parameters": some clients cannot write an empty object. */
function toParameters(body: unknown, request: FastifyRequest): unknown {
	const wantsBody = request.route.schema?.body !== undefined;
	if (!wantsBody) return undefined;
	return body === undefined || (Array.isArray(body) && body.length === 0) ? {} : body;
}

/** A request line may contain the whole address, as for a proxy; then that host counts, and `Host` does not. */
function takePathAndQuery(request: IncomingMessage): void {
	const { url = '/' } = request;
	if (url.startsWith('/')) return;
	const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
	if (host === undefined) return;
	request.headers.host = host;
	request.url = path.startsWith('/') ? path : `/${path}`;
}

/** Refuses every expectation except `100-continue`: Node's own answer would lack our headers. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
	response.writeHead(417, safeHeaders).end();
}

function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const failureError = toFailureError(error);
	const { failure } = failureError;
	if (failure.code === 'internal' || failure.code === 'unavailable' || failure.code === 'timed_out') {
		request.log.error({ err: error, requestId: request.id }, 'request failed');
	}
	return replyWithFailure(request, reply, failure);
}

function toFailureError(error: Error & { code?: string }): FailureError {
	if (error instanceof FailureError) return error;
	const bodyFailure = toBodyFailure(error);
	if (bodyFailure !== undefined) return bodyFailure;
	if (error.code === 'FST_ERR_BAD_URL') return new FailureError(failField('path', 'is not a valid URL path').failure);
	return new FailureError(fail('internal').failure, { cause: error });
}

/** Failures that any request may have, whatever its operation declares: it has not run yet, or could not do its work. */
const undeclared: readonly FailureCode[] = ['internal', 'unavailable', 'body_too_large', 'wrong_host'];

/** Answers with a failure in the envelope of the request's family. */
export function replyWithFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
	const allowed = request.route?.config.failures;
	const isDeclared = allowed === undefined || undeclared.includes(failure.code) || allowed.includes(failure.code);
	if (isDeclared) return sendFailure(request, reply, failure);
	// Operations whose specification knows no timeout: the store did not answer, and nobody knows whether it did the work.
	if (failure.code === 'timed_out') return sendFailure(request, reply, { ...failure, code: 'unavailable' });
	request.log.error({ failure, requestId: request.id }, 'a failure that the route does not declare');
	return sendFailure(request, reply, fail('internal').failure);
}

function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
	const family = apiFamilyOf(request);
	const { status, headers, body } = toWireFailure(failure, family);
	// The rest of the body may have any length, and would have to be read to keep the connection.
	if (failure.code === 'body_too_large' && !request.raw.complete) reply.header('connection', 'close');
	// A string is sent unchanged: errors do not pass through the serialiser of the route's success.
	return reply
		.code(status)
		.headers({ ...safeHeaders, 'x-request-id': request.id, ...headers })
		.type('application/json; charset=utf-8')
		.send(JSON.stringify(body));
}

/** Counts a call that succeeded for the search engine that it was about. */
function countCall({ route, zone, searchEngine }: Partial<FastifyRequest>, { statusCode }: FastifyReply): void {
	const kind = route?.config.countsAs;
	if (kind !== undefined && searchEngine !== undefined && statusCode < 400)
		zone?.callCounter.add(searchEngine.hashid, kind);
}

function logAnswer(
	request: FastifyRequest,
	reply: FastifyReply,
	{ metrics, logAddress: addressForm }: ServerOptions,
): void {
	const { method } = request;
	const status = reply.statusCode;
	const durationMs = reply.elapsedTime;
	metrics.observeRequest({ route: request.route?.url ?? '(none)', method, status, durationMs });
	const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
	// At the usual level most answers are not logged; then the line is not even built.
	if (level === 'debug' && request.log.level !== 'debug' && request.log.level !== 'trace') return;
	const client = toLogAddress(request.ip, addressForm);
	const traceId = readTraceId();
	request.log[level](
		{
			requestId: request.id,
			method,
			path: toLoggedPath(request.url),
			...(client !== undefined && { client }),
			status,
			durationMs,
			zone: request.zone?.zone,
			accountId: request.principal?.accountId,
			...(traceId !== undefined && { traceId }),
		},
		'answered',
	);
}
