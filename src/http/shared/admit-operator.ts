import type { FastifyRequest } from 'fastify';
import { FailureError, fail } from '../../lib/failure.ts';
import { spendToken } from './spend-token.ts';

/** One bucket for all calls with the operator token: they cannot be told apart. */
const operatorBucketKey = 'operator';

const ownerRefusal = fail('forbidden', { message: 'Access denied: this takes the operator token' }).failure;
/**
 * Checks that the caller is the operator. A genuine key of an account is `forbidden`; anything else is `unauthenticated`.
 */
export async function admitOperator(request: FastifyRequest): Promise<void> {
	const { zone, headers, ip } = request;
	if (!zone.isOperator(headers.authorization)) {
		const caller = await zone.authenticate(headers.authorization, ip);
		throw new FailureError(caller.ok ? ownerRefusal : caller.failure);
	}
	spendToken(zone.keyLimiter, operatorBucketKey);
}
