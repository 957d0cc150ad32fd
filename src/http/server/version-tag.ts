/** Versions of what people change, as entity tags: `ETag` and `If-Match`. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The tag of a text: 128 bits of its SHA-256. Cost: O(length). */
export function toVersionTag(text: string): string {
	return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether `If-Match` names the tag. `W/` before either of them is ignored: answers that are compressed, here or by a proxy,
 * get it, and are the same version.
 */
export function namesVersion(ifMatch: string, tag: string): boolean {
	const opaque = tag.replace(/^W\//, '');
	return ifMatch.split(',').some((named) => named.trim() === '*' || named.trim().replace(/^W\//, '') === opaque);
}

/** Says in `ETag` which version an answer is. Comes before the answer is compressed. */
export function tagVersion(
	{ route }: FastifyRequest,
	reply: FastifyReply,
	...[payload, done]: readonly [payload: unknown, done: (error: null, payload: unknown) => void]
): void {
	const findVersion = route?.config.findVersion;
	const tag = typeof payload === 'string' ? findVersion?.(reply.statusCode, payload) : undefined;
	if (tag !== undefined) reply.header('etag', tag);
	done(null, payload);
}
