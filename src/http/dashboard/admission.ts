import type { FastifyReply, FastifyRequest } from 'fastify';
import { unwrap } from '../../lib/failure.ts';
import { spendToken } from '../shared/spend-token.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';

/** Checks the session, and renews its cookie when that is due. Sets `request.session` and `request.principal`. */
export async function admitSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	const { zone } = request;
	const { renewed, ...session } = unwrap(await zone.sessions.resume(readSessionCookie(request)));
	request.session = session;
	request.principal = session.principal;
	spendToken(zone.keyLimiter, session.principal.keyId);
	if (renewed !== undefined) setSessionCookie(reply, renewed);
}
