/** What operators and developers look at: health, metrics, the OpenAPI document and its reference page. */
import { BlockList, isIP } from 'node:net';
import { Type } from 'typebox';
import { FailureError, fail } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import type { ZoneServices } from '../server/zone-services.ts';

export interface OperationsOptions {
	readonly zones: readonly ZoneServices[];
	/** The metrics in Prometheus' text format. */
	readonly readMetrics: () => Promise<string>;
}

const health = Type.Object({ status: Type.Enum(['ok', 'unavailable']) });

export function addOperationsApi(app: App, { zones, readMetrics }: OperationsOptions): void {
	const describe = (operationId: string, summary: string) => ({
		operationId,
		summary,
		tags: ['Operations'],
		security: [],
	});

	app.get(
		'/health/live',
		{
			schema: { ...describe('readLiveness', 'Whether the process answers'), response: { 200: health } },
			config: { family: 'operations', access: 'public' },
		},
		async () => ({ status: 'ok' as const }),
	);

	app.get(
		'/health/ready',
		{
			schema: {
				...describe('readReadiness', 'Whether every zone can be read and written'),
				response: { 200: health, 503: health },
			},
			config: { family: 'operations', access: 'public' },
		},
		async (request, reply) => {
			try {
				await Promise.all(zones.map((zone) => zone.check()));
				return { status: 'ok' as const };
			} catch (error) {
				request.log.error({ err: error, requestId: request.id }, 'not ready');
				return reply.code(503).send({ status: 'unavailable' as const });
			}
		},
	);

	app.get(
		'/metrics',
		{
			schema: {
				...describe('readMetrics', "Metrics in Prometheus' text format, for this machine or with the operator token"),
				security: [{ operator: [] }, {}],
				response: { 200: Type.String() },
			},
			config: { family: 'operations', access: 'local' },
		},
		async (request, reply) => {
			if (!isLoopback(request.ip) && !request.zone.isOperator(request.headers.authorization)) {
				throw new FailureError(fail('unauthenticated').failure);
			}
			return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await readMetrics());
		},
	);

	app.get(
		'/openapi.json',
		{ schema: { ...describe('readOpenApi', 'This document') }, config: { family: 'operations', access: 'public' } },
		async (_request, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(app.swagger())),
	);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(ip: string): boolean {
	const version = isIP(ip);
	return version !== 0 && loopback.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}
