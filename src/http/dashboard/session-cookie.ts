/** The cookie of a session. Pages of other sites cannot send it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionToken } from '../../app/account/sessions.ts';
import { readCookie, setCookie } from './cookies.ts';

const cookie = { name: 'vitrine_session', path: '/dashboard', sameSite: 'Strict' } as const;

/** What the browser kept; undefined when there is nothing. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
	return readCookie(request, cookie.name);
}

export function setSessionCookie(reply: FastifyReply, { text, idleSeconds }: SessionToken): void {
	setCookie(reply, { ...cookie, value: text, maxAgeSeconds: idleSeconds });
}

export function clearSessionCookie(reply: FastifyReply): void {
	setCookie(reply, { ...cookie, value: '', maxAgeSeconds: 0 });
}
