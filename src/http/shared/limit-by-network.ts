import type { FastifyRequest } from 'fastify';
import { toClientNetwork } from '../../lib/ip-address.ts';
import { spendToken } from './spend-token.ts';

/**
 * The rate limit of routes that need no credentials and belong to no engine or widget: the pages and their assets, the
 * OpenAPI document, the metrics. A hook for `onRequest`; the route must declare `throttled`.
 */
export async function limitByNetwork({ zone, ip }: FastifyRequest): Promise<void> {
	spendToken(zone.pageLimiter, toClientNetwork(ip));
}
