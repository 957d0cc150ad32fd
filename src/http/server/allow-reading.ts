import type { FastifyReply } from 'fastify';

/**
 * Lets the calling page read the answer, a refusal included: a page that cannot read why it is refused shows its
 * developer nothing but a network error. This gives nothing away, as who may call was decided by key or origin.
 */
export function allowReading(reply: FastifyReply, origin: string | undefined): void {
	if (origin === undefined) return;
	reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
	reply.header('access-control-expose-headers', 'X-Request-Id, Retry-After');
}

/** A browser asks again what it may send after this time. */
const preflightSecondsMax = 600;

/** Answers a browser that asks, ahead of a call, by which methods it may call: this allows only to ask. */
export function answerPreflight(reply: FastifyReply, methods: string): FastifyReply {
	return reply
		.code(204)
		.header('access-control-allow-methods', methods)
		.header('access-control-allow-headers', 'Authorization, Content-Type, Accept')
		.header('access-control-max-age', preflightSecondsMax)
		.send(null);
}
