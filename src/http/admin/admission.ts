/** Who may call the admin API: the owner of an account for what is in it, the operator of the server for accounts. */
import type { FastifyRequest } from 'fastify';
import { FailureError, fail } from '../../lib/failure.ts';
import { spendToken } from '../server/spend-token.ts';

/** One bucket for all calls with the operator token: it is one caller, as far as anybody can tell. */
const operatorBucketKey = 'operator';

const ownerRefusal = fail('forbidden', { message: 'Access denied: this takes the operator token' }).failure;
const operatorRefusal = fail('forbidden', {
	message: 'Access denied: this takes an API key of the account owner',
}).failure;

/** Checks that the caller is the operator. A genuine key of an account lacks the right; all else is no credential. */
export async function admitOperator(request: FastifyRequest): Promise<void> {
	const { zone, headers, ip } = request;
	if (!zone.isOperator(headers.authorization)) {
		const caller = await zone.authenticate(headers.authorization, ip);
		throw new FailureError(caller.ok ? ownerRefusal : caller.failure);
	}
	spendToken(zone.keyBuckets, operatorBucketKey, zone.clock.monotonicMs());
}

/** Checks that the caller owns an account. Sets `request.principal`. */
export async function admitAccountOwner(request: FastifyRequest): Promise<void> {
	const { zone, headers, ip } = request;
	const caller = await zone.authenticate(headers.authorization, ip);
	if (!caller.ok) throw new FailureError(zone.isOperator(headers.authorization) ? operatorRefusal : caller.failure);
	request.principal = caller.value;
	spendToken(zone.keyBuckets, caller.value.keyId, zone.clock.monotonicMs());
}
