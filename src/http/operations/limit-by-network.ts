import type { FastifyRequest } from 'fastify';
import { toClientNetwork } from '../../lib/ip-address.ts';
import { spendToken } from '../shared/spend-token.ts';

/**
 * The limit of routes that anybody may call and that belong to no engine or widget: the pages and what they are made of,
 * the OpenAPI document, the metrics. A hook for `onRequest`; the route must declare `throttled`.
 */
export async function limitByNetwork({ zone, ip }: FastifyRequest): Promise<void> {
	spendToken(zone.pageLimiter, toClientNetwork(ip));
}
