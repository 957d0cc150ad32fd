/** Only the owner of an account may call the admin API for what is in the account. */
import type { FastifyRequest } from 'fastify';
import { FailureError, fail } from '../../lib/failure.ts';
import { spendToken } from '../shared/spend-token.ts';

const operatorRefusal = fail('forbidden', {
	message: 'Access denied: this takes an API key of the account owner',
}).failure;

/** Checks that the caller owns an account. Sets `request.principal`. */
export async function admitAccountOwner(request: FastifyRequest): Promise<void> {
	const { zone, headers, ip } = request;
	const caller = await zone.authenticate(headers.authorization, ip);
	if (!caller.ok) throw new FailureError(zone.isOperator(headers.authorization) ? operatorRefusal : caller.failure);
	request.principal = caller.value;
	spendToken(zone.keyLimiter, caller.value.keyId);
}
