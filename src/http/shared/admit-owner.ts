import type { FastifyRequest } from 'fastify';
import { unwrap } from '../../lib/failure.ts';
import { spendToken } from './spend-token.ts';

/** Checks the caller: a usable key or token of an account's owner, within its rate. Sets `request.principal`. */
export async function admitOwner(request: FastifyRequest): Promise<void> {
	const { zone, headers, ip } = request;
	request.principal = unwrap(await zone.authenticate(headers.authorization, ip));
	spendToken(zone.keyLimiter, request.principal.keyId);
}
