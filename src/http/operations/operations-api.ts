/** Routes for operators and developers: health, metrics, the OpenAPI document and its reference page. */
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { FailureCode } from '../../lib/failure.ts';
import { shareRunning } from '../../lib/share-running.ts';
import type { App } from '../server/app.ts';
import type { ZoneServices } from '../server/zone-services.ts';
import { admitOperator } from '../shared/admit-operator.ts';
import { limitByNetwork } from '../shared/limit-by-network.ts';
import { component } from '../shared/schema-component.ts';
import { createStaticAnswer, type StaticAnswer } from '../shared/static-answer.ts';
import { readiness, toReadinessWire } from './readiness-wire.ts';
import { addReferencePage } from './reference-page.ts';

export interface OperationsOptions {
	readonly zones: readonly ZoneServices[];
	/** The metrics in Prometheus' text format; undefined if they have a port of their own. */
	readonly readMetrics: (() => Promise<string>) | undefined;
}

const health = component('Health', Type.Object({ status: Type.Enum(['ok', 'unavailable']) }));

/** Failures of the checks that every request passes before its route. */
const entryFailures: readonly FailureCode[] = ['wrong_host', 'body_too_large'];

const metricsText = Type.String({
	examples: ['# TYPE vitrine_http_connections_total counter\nvitrine_http_connections_total{thread="1"} 7\n'],
});
/** The content type of Prometheus' text format. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

function describe(operationId: string, summary: string) {
	return { operationId, summary, tags: ['Operations'], security: [] };
}

/**
 * The document is written when it is first requested, because that takes 0.15 s, for which no start should wait; and only
 * once, because routes do not change after the start.
 */
function createDocumentAnswer(app: App): StaticAnswer {
	return createStaticAnswer(() => ({
		bytes: Buffer.from(JSON.stringify(app.swagger())),
		type: 'application/json; charset=utf-8',
		maxAgeSeconds: 0,
	}));
}

export function addOperationsApi(app: App, { zones, readMetrics }: OperationsOptions): void {
	const answerDocument = createDocumentAnswer(app);
	// A check writes to the disk, and needs no credentials.
	const checkReadiness = shareRunning(() => Promise.all(zones.map((zone) => zone.check())));

	app.get(
		'/health/live',
		{
			schema: { ...describe('readLiveness', 'Whether the process answers'), response: { 200: health } },
			config: { family: 'operations', access: 'public', failures: entryFailures },
		},
		async () => ({ status: 'ok' as const }),
	);

	app.get(
		'/health/ready',
		{
			schema: {
				...describe('readReadiness', 'Whether every zone can be read, written and searched, and what is missing'),
				security: [{ operator: [] }, {}],
				response: { 200: readiness, 503: readiness },
			},
			config: { family: 'operations', access: 'public', failures: entryFailures },
		},
		async (request, reply) => {
			try {
				if (request.zone.isDraining()) return reply.code(503).send({ status: 'draining' as const });
				const isOperator = request.zone.isOperator(request.headers.authorization);
				const answer = toReadinessWire(await checkReadiness(), isOperator);
				return reply.code(answer.status === 'ok' ? 200 : 503).send(answer);
			} catch (error) {
				request.log.error({ err: error, requestId: request.id }, 'not ready');
				return reply.code(503).send({ status: 'unavailable' as const });
			}
		},
	);

	if (readMetrics !== undefined) addMetricsRoute(app, readMetrics);

	app.get(
		'/openapi.json',
		{
			schema: {
				...describe('readOpenApi', 'This document'),
				response: { 200: Type.Unsafe<object>({ type: 'object', description: 'An OpenAPI 3.1 document' }) },
			},
			config: { family: 'operations', access: 'public', failures: ['throttled', ...entryFailures] },
			onRequest: limitByNetwork,
		},
		// Bytes, although the schema describes the content: they must not pass through a serialiser.
		(request, reply) => answerDocument(request, reply as FastifyReply) as Promise<never>,
	);

	addReferencePage(app, answerDocument);
}

/** Every caller needs the token: a call through a proxy on this machine looks like one from this machine. */
function addMetricsRoute(app: App, readMetrics: () => Promise<string>): void {
	const shareMetrics = shareRunning(readMetrics);
	app.get(
		'/metrics',
		{
			schema: {
				...describe('readMetrics', "Metrics in Prometheus' text format"),
				security: [{ operator: [] }],
				response: { 200: { description: 'All metrics', content: { 'text/plain': { schema: metricsText } } } },
			},
			config: {
				family: 'operations',
				access: 'operator',
				failures: ['unauthenticated', 'forbidden', 'throttled', ...entryFailures],
			},
			onRequest: admitOperator,
		},
		async (_request, reply) => reply.type(metricsType).send(await shareMetrics()),
	);
}
