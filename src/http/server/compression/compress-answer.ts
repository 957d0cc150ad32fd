/**
 * Compresses answers if the client accepts it and it is worthwhile. The last hook of every answer:
 *
 *     not text, 204, 206, already encoded, `no-transform`, carries a secret     unchanged
 *     not accepted, below 1 kB, or too many compressions running                unchanged, with `Vary: Accept-Encoding`
 *     text or bytes                                                            compressed as a whole, with its length
 *     a stream                                                                 compressed in chunks
 *
 * If a secret is compressed together with text that an attacker can choose, the length reveals the secret (BREACH). So
 * answers that carry a secret are never compressed.
 */
import { pipeline, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';
import { compressOnce, createCompressStream } from './compress.ts';
import { deflateRest, joinGzip } from './spliced-gzip.ts';

/** A shorter answer fits into one packet without compression. */
const answerBytesMin = 1024;
/** Answers that are being compressed, whole ones and streams: beyond this the processors have better things to do. */
const runningMax = 64;
const textPattern =
	/^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b|application\/(?:javascript|x-ndjson)\b|image\/svg\+xml\b)/i;

const failedWord = 'an answer could not be compressed';

let runningCount = 0;

type Done = (error: null, payload?: unknown) => void;

/** Never fails a request: what cannot be compressed is sent unchanged. */
export function compressAnswer(
	request: FastifyRequest,
	reply: FastifyReply,
	...[payload, done]: readonly [payload: unknown, done: Done]
): void {
	if (reply.statusCode === 304) addVary(reply);
	const encoding = isBody(payload) && isCompressible(request, reply) ? chooseFor(request, reply, payload) : undefined;
	if (encoding === undefined) done(null, payload);
	else if (isStream(payload)) done(null, sendChunks({ request, reply, encoding }, payload));
	else sendWhole({ request, reply, encoding }, payload as string | Buffer, done);
}

/** The part of a body that other answers have, too. */
export interface SharedRest {
	readonly bytes: Buffer;
	/** Whether any answer had it. */
	isSent: boolean;
	/** Compressed when it is sent for the second time to somebody who accepts gzip. */
	deflated: Promise<Buffer> | undefined;
}

/**
 * Sends a body of some first bytes and a rest that is shared. What is sent repeatedly is compressed once, with gzip where
 * that is as welcome as anything else.
 */
export async function sendShared(
	request: FastifyRequest,
	reply: FastifyReply,
	{ first, rest }: { readonly first: Buffer; readonly rest: SharedRest },
): Promise<FastifyReply> {
	const { isSent, bytes } = rest;
	rest.isSent = true;
	const { isGzipAsGood } = chooseEncoding(request.headers['accept-encoding']);
	const isLong = first.length + bytes.length >= answerBytesMin;
	const isWorthwhile = isSent && isGzipAsGood && isLong && isCompressible(request, reply);
	const deflated = isWorthwhile ? await deflateShared(request, rest) : undefined;
	if (deflated === undefined) return reply.send(Buffer.concat([first, bytes]));
	addVary(reply);
	setEncoding(reply, 'gzip');
	return reply.send(joinGzip(first, { rest: bytes, deflated }));
}

/** Undefined where that failed, or too many compressions are running: then others may try again. */
async function deflateShared({ log, id }: FastifyRequest, rest: SharedRest): Promise<Buffer | undefined> {
	if (rest.deflated === undefined && runningCount >= runningMax) return undefined;
	rest.deflated ??= countWhile(deflateRest(rest.bytes));
	try {
		return await rest.deflated;
	} catch (error) {
		rest.deflated = undefined;
		log.error({ err: error, requestId: id }, failedWord);
		return undefined;
	}
}

function countWhile<T>(running: Promise<T>): Promise<T> {
	runningCount += 1;
	return running.finally(() => {
		runningCount -= 1;
	});
}

/** Undefined: unchanged. */
function chooseFor({ headers }: FastifyRequest, reply: FastifyReply, payload: Body): Encoding | undefined {
	addVary(reply);
	const { encoding, isForced } = chooseEncoding(headers['accept-encoding']);
	if (encoding === undefined || isForced) return encoding;
	const isShort = !isStream(payload) && Buffer.byteLength(payload) < answerBytesMin;
	return isShort || runningCount >= runningMax ? undefined : encoding;
}

interface Answering {
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
	readonly encoding: Encoding;
}

function sendWhole({ request, reply, encoding }: Answering, payload: string | Buffer, done: Done): void {
	const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
	countWhile(compressOnce(bytes, encoding)).then(
		(packed) => {
			setEncoding(reply, encoding);
			reply.header('content-length', packed.length);
			done(null, packed);
		},
		(error) => {
			request.log.error({ err: error, requestId: request.id }, failedWord);
			done(null, bytes);
		},
	);
}

/** If either of the two streams ends early or is abandoned by its reader, the other one is destroyed. */
function sendChunks({ request, reply, encoding }: Answering, source: Readable): Readable {
	setEncoding(reply, encoding);
	reply.removeHeader('content-length');
	// The answer to HEAD has no body.
	if (request.method === 'HEAD') return source;
	const packed = createCompressStream(encoding);
	runningCount += 1;
	pipeline(source, packed, (error) => {
		runningCount -= 1;
		// A client that disconnects early is not an error.
		if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
			request.log.error({ err: error, requestId: request.id }, 'an answer broke off');
		}
	});
	return packed;
}

function isCompressible({ route }: FastifyRequest, reply: FastifyReply): boolean {
	const { statusCode } = reply;
	if (statusCode === 204 || statusCode === 206 || route?.config.carriesSecret === true) return false;
	if (reply.hasHeader('content-encoding') || reply.hasHeader('content-range')) return false;
	if (/\bno-transform\b/i.test(String(reply.getHeader('cache-control') ?? ''))) return false;
	return textPattern.test(String(reply.getHeader('content-type') ?? ''));
}

function addVary(reply: FastifyReply): void {
	const vary = reply.getHeader('vary');
	if (vary === undefined) reply.header('vary', 'Accept-Encoding');
	else if (!/\baccept-encoding\b|\*/i.test(String(vary))) reply.header('vary', `${vary}, Accept-Encoding`);
}

/** The bytes differ from those that the strong entity tag names, and ranges of them cannot be requested. */
function setEncoding(reply: FastifyReply, encoding: Encoding): void {
	reply.header('content-encoding', encoding);
	reply.removeHeader('accept-ranges');
	const tag = reply.getHeader('etag');
	if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
}

type Body = string | Buffer | Readable;

function isBody(payload: unknown): payload is Body {
	return typeof payload === 'string' || Buffer.isBuffer(payload) || isStream(payload);
}

function isStream(payload: unknown): payload is Readable {
	return typeof (payload as Partial<Readable> | null)?.pipe === 'function';
}
