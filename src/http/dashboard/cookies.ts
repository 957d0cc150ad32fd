/**
 * Cookies of the dashboard. Scripts cannot read them (`HttpOnly`). Behind TLS they are never sent without (`Secure`), and their
 * names begin with `__Host-` (RFC 6265bis, section 4.1.3.2): browsers then take them from this host alone, so another host
 * of the same domain cannot put its own in their place. In return, all addresses of the host get them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Cookie {
	readonly name: string;
	readonly value: string;
	/** 0 removes it. */
	readonly maxAgeSeconds: number;
	/** The addresses that get it without TLS: this one and what is below. */
	readonly path: string;
	/** `Strict`: pages of other sites cannot send it; `Lax`: they can, by leading the browser here. */
	readonly sameSite: 'Strict' | 'Lax';
}

/** What the browser kept; undefined when there is nothing. Of several cookies of the name the first counts. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
	const start = `${toSentName(request, name)}=`;
	const pairs = request.headers.cookie?.split(';').map((pair) => pair.trim());
	return pairs?.find((pair) => pair.startsWith(start))?.slice(start.length);
}

/** Beside other cookies of the same answer. */
export function setCookie(reply: FastifyReply, { name, value, maxAgeSeconds, path, sameSite }: Cookie): void {
	const { request } = reply;
	const [sentPath, secure] = isSecure(request) ? ['/', '; Secure'] : [path, ''];
	const attributes = `Max-Age=${maxAgeSeconds}; Path=${sentPath}; HttpOnly; SameSite=${sameSite}${secure}`;
	reply.header('set-cookie', `${toSentName(request, name)}=${value}; ${attributes}`);
}

function toSentName(request: FastifyRequest, name: string): string {
	return isSecure(request) ? `__Host-${name}` : name;
}

const callsByTls = new WeakSet<FastifyRequest>();

/** Says of a call that its browser reaches the server by TLS. */
export function noteTls(request: FastifyRequest): void {
	callsByTls.add(request);
}

function isSecure(request: FastifyRequest): boolean {
	return callsByTls.has(request);
}
