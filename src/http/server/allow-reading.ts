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
