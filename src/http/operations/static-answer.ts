/**
 * An answer that is always the same: a page, its style and its code, the OpenAPI document. It is made once, packed once
 * for each way that callers can unpack, and goes out from memory: no file is opened for a request, and a caller that has
 * it already is told so.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from '../server/compression/choose-encoding.ts';
import { compressWell } from '../server/compression/compress.ts';

export interface StaticContent {
	readonly bytes: Uint8Array;
	/** The value of `Content-Type`. */
	readonly type: string;
	/** How long a browser may use it without asking; 0: it asks each time, and is mostly told that nothing changed. */
	readonly maxAgeSeconds: number;
	/** A header of the request that decides between this answer and another one at the same address. */
	readonly variesBy?: string;
}

export type StaticAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Representation {
	readonly bytes: Uint8Array;
	readonly encoding: Encoding | undefined;
}

/** Less than that fits in the packets of the head. */
const packedBytesMin = 1024;

/** @param make called once, when the answer is first asked for; again after it failed. */
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
		const age = content.maxAgeSeconds === 0 ? 'no-cache' : `public, max-age=${content.maxAgeSeconds}`;
		const vary = content.variesBy === undefined ? 'Accept-Encoding' : `${content.variesBy}, Accept-Encoding`;
		reply.headers({ etag: tag, 'cache-control': age, vary });
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

	// Weak, as it is the same for all encodings.
	const tag = `W/"${createHash('sha256').update(content.bytes).digest('base64url').slice(0, 22)}"`;
	return { content, tag, represent };
}

function isKnown(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	const opaque = tag.slice(2);
	return header.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === opaque);
}
