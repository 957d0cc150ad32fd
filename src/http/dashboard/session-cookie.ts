/**
 * The cookie of a session. Scripts cannot read it (`HttpOnly`), pages of other sites cannot send it (`SameSite=Strict`), and
 * no address outside the dashboard gets it (`Path`). Behind TLS it is never sent without (`Secure`).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionToken } from '../../app/account/sessions.ts';

const name = 'vitrine_session';
const attributes = 'Path=/dashboard; HttpOnly; SameSite=Strict';

/** What the browser kept; undefined when there is nothing. Of several cookies of the name the first counts. */
export function readSessionCookie({ headers }: FastifyRequest): string | undefined {
	for (const pair of headers.cookie?.split(';') ?? []) {
		const equals = pair.indexOf('=');
		if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
	}
	return undefined;
}

export function setSessionCookie(reply: FastifyReply, { text, idleSeconds }: SessionToken): void {
	setCookie(reply, `${name}=${text}; Max-Age=${idleSeconds}`);
}

export function clearSessionCookie(reply: FastifyReply): void {
	setCookie(reply, `${name}=; Max-Age=0`);
}

function setCookie(reply: FastifyReply, cookie: string): void {
	const secure = reply.request.protocol === 'https' ? '; Secure' : '';
	reply.header('set-cookie', `${cookie}; ${attributes}${secure}`);
}
