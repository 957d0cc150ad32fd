/**
 * Spans of requests, by OpenTelemetry's conventions for HTTP. A request goes on with the trace that its `traceparent` names.
 * Spans have the pattern of the route and the path as the log has it; query strings, headers and addresses of clients are
 * left out. Probes are not traced.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTracing, type OpenSpan, openSpan } from '../../lib/tracing.ts';
import type { App } from './app.ts';
import { toLoggedPath } from './hide-credentials.ts';

/** Adds hooks if there is tracing; before all others, so that their work is part of the span. */
export function traceRequests(app: App): void {
	if (!isTracing()) return;
	const spans = new WeakMap<FastifyRequest, OpenSpan>();
	app.addHook('onRequest', (request, _reply, done) => {
		const span = isProbe(request) ? undefined : openRequestSpan(request);
		if (span === undefined) return done();
		spans.set(request, span);
		span.run(done);
	});
	// The bytes of a body arrive from the socket, which is part of no request.
	app.addHook('preValidation', (request, _reply, done) => {
		const span = spans.get(request);
		if (span === undefined) done();
		else span.run(done);
	});
	app.addHook('onResponse', (request, reply, done) => {
		const span = spans.get(request);
		if (span !== undefined) endRequestSpan(span, request, reply);
		done();
	});
}

function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
	return url?.startsWith('/health/') === true || url === '/metrics';
}

function openRequestSpan(request: FastifyRequest): OpenSpan | undefined {
	const { method, headers, raw } = request;
	const route = request.is404 ? undefined : request.routeOptions.url;
	const { traceparent, tracestate } = headers;
	return openSpan({
		name: route === undefined ? method : `${method} ${route}`,
		kind: 'server',
		parent: {
			...(typeof traceparent === 'string' && { traceparent }),
			...(typeof tracestate === 'string' && { tracestate }),
		},
		attributes: {
			'http.request.method': method,
			...(route !== undefined && { 'http.route': route }),
			'url.path': toLoggedPath(request.url),
			'url.scheme': request.protocol,
			'server.address': request.hostname.slice(0, hostLengthMax),
			'network.protocol.version': raw.httpVersion,
			'vitrine.request_id': request.id,
		},
	});
}

/** Of a name in DNS. */
const hostLengthMax = 253;

function endRequestSpan(span: OpenSpan, request: FastifyRequest, { statusCode: status }: FastifyReply): void {
	span.note({
		'http.response.status_code': status,
		...(request.zone !== null && { 'vitrine.zone': request.zone.zone }),
		...(request.searchEngine !== null && { 'vitrine.search_engine': request.searchEngine.hashid }),
	});
	span.end(status >= 500 ? String(status) : undefined);
}
