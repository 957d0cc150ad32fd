/**
 * An answer that is always the same: a page, its styles and code, the OpenAPI document. It is made once, compressed once
 * for each encoding, and sent from memory: a request opens no file, and a caller that already has it gets 304.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from '../server/compression/choose-encoding.ts';
import { compressWell } from '../server/compression/compress.ts';

export interface StaticContent {
	readonly bytes: Uint8Array;
	/** The value of `Content-Type`. */
	readonly type: string;
	/**
	 * How long a browser may use it without revalidation; 0: it revalidates each time, and mostly gets 304. Infinity: its
	 * address has the hash of its content, so it never changes.
	 */
	readonly maxAgeSeconds: number;
	/** A request header that selects between this answer and another one at the same address. */
	readonly variesBy?: string;
}

export type StaticAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Representation {
	readonly bytes: Uint8Array;
	readonly encoding: Encoding | undefined;
}

/** Less than that fits into the packet of the head. */
const packedBytesMin = 1024;

/** @param make called when the answer is first requested, and again if it failed. */
export function createStaticAnswer(make: () => StaticContent | Promise<StaticContent>): StaticAnswer {
	let made: Promise<ReturnType<typeof prepare>> | undefined;
	return async (request, reply) => {
		made ??= Promise.resolve(make())
			.then(prepare)
			.catch((error: unknown) => {
				made = undefined;
				throw error;
			});
		const { content, tag, represent } = await made;
		const vary = content.variesBy === undefined ? 'Accept-Encoding' : `${content.variesBy}, Accept-Encoding`;
		reply.headers({ etag: tag, 'cache-control': toCacheControl(content.maxAgeSeconds), vary });
		if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
		const { bytes, encoding } = await represent(request.headers['accept-encoding']);
		if (encoding !== undefined) reply.header('content-encoding', encoding);
		return reply.type(content.type).send(bytes);
	};
}

/** The same of a text. @param type without the charset, which is UTF-8. */
export function createStaticText(
	write: () => string,
	{ type, ...options }: Omit<StaticContent, 'bytes'>,
): StaticAnswer {
	return createStaticAnswer(() => ({ bytes: Buffer.from(write()), type: `${type}; charset=utf-8`, ...options }));
}

/** A year is the longest that caches know. */
function toCacheControl(maxAgeSeconds: number): string {
	if (maxAgeSeconds === 0) return 'no-cache';
	const isImmutable = maxAgeSeconds === Number.POSITIVE_INFINITY;
	return isImmutable ? 'public, max-age=31536000, immutable' : `public, max-age=${maxAgeSeconds}`;
}

function prepare(content: StaticContent) {
	const packed = new Map<Encoding, Promise<Representation>>();
	const isPacked = content.bytes.length >= packedBytesMin && !content.type.startsWith('image/png');

	async function represent(accepted: string | undefined): Promise<Representation> {
		const encoding = isPacked ? chooseEncoding(accepted).encoding : undefined;
		if (encoding === undefined) return { bytes: content.bytes, encoding };
		const known = packed.get(encoding) ?? compressWell(content.bytes, encoding).then((bytes) => ({ bytes, encoding }));
		packed.set(encoding, known);
		return known;
	}

	// Weak, because it is the same for all encodings.
	const tag = `W/"${createHash('sha256').update(content.bytes).digest('base64url').slice(0, 22)}"`;
	return { content, tag, represent };
}

function isKnown(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	const opaque = tag.slice(2);
	return header.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === opaque);
}
