/** Cookies of the dashboard. Scripts cannot read them (`HttpOnly`), and behind TLS they are never sent without (`Secure`). */
import type { FastifyReply, FastifyRequest } from 'fastify';

interface Cookie {
	readonly name: string;
	readonly value: string;
	/** 0 removes it. */
	readonly maxAgeSeconds: number;
	/** The addresses that get it: this one and what is below. */
	readonly path: string;
	/** `Strict`: pages of other sites cannot send it; `Lax`: they can, by leading the browser here. */
	readonly sameSite: 'Strict' | 'Lax';
}

/** What the browser kept; undefined when there is nothing. Of several cookies of the name the first counts. */
export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
	for (const pair of headers.cookie?.split(';') ?? []) {
		const equals = pair.indexOf('=');
		if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
	}
	return undefined;
}

/** Beside other cookies of the same answer. */
export function setCookie(reply: FastifyReply, { name, value, maxAgeSeconds, path, sameSite }: Cookie): void {
	const secure = reply.request.protocol === 'https' ? '; Secure' : '';
	const attributes = `Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=${sameSite}${secure}`;
	reply.header('set-cookie', `${name}=${value}; ${attributes}`);
}
