/**
 * Bodies come in as bytes and stay bytes until the checks that come before them are done: the order is zone and route,
 * declared size, credentials, rate limit, path, existence, lock, body.
 */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { requestBytesMax } from '../../domain/item/item.ts';
import { decodeJsonText } from '../../domain/item/parse-items.ts';
import { type Failure, FailureError, fail, failField, type Result, succeed, unwrap } from '../../lib/failure.ts';
import { parseFlatObject } from '../../lib/json-flat-object.ts';
import { JsonSyntaxError, JsonValueCountError, scanJson } from '../../lib/json-scanner.ts';

/**
 * Values of a body that is turned into a JavaScript value: more than the longest settings have. Eight megabytes of `{}`
 * are 2.8 million objects, which would take seconds and hundreds of megabytes to build.
 */
const valuesPerBodyMax = 50_000;

/** What the route of a request lets its body have; where there is no route, what the server does. */
function bodyBytesMax({ route }: FastifyRequest): number {
	return route?.bodyLimit ?? requestBytesMax;
}

function toTooLarge(bytesMax: number): Failure {
	return fail('body_too_large', { message: `The request body is larger than ${bytesMax} bytes` }).failure;
}

/** The failure of a body whose declared length is over the limit, before a byte of it is read. */
export function findLengthFailure(request: FastifyRequest): Failure | undefined {
	const bytesMax = bodyBytesMax(request);
	return Number(request.headers['content-length'] ?? 0) > bytesMax ? toTooLarge(bytesMax) : undefined;
}

/** The body of an operation that takes none, and knows no invalid requests, is read off the wire and not looked at. */
export function ignoresBody({ route: { schema, config } }: FastifyRequest): boolean {
	return schema?.body === undefined && config.failures !== undefined && !config.failures.includes('invalid');
}

/** Teaches a server to read JSON bodies, compressed or not, as `Buffer`s; empty ones become `undefined`. */
export function acceptJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	// The usual type by its name, which is found without parsing it.
	app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
		const isLookedAt = body.length > 0 && !ignoresBody(request);
		const problem = isLookedAt ? findContentTypeProblem(request.headers['content-type']) : undefined;
		if (problem === undefined) done(null, isLookedAt ? body : undefined);
		else done(new FailureError(failField('Content-Type', problem).failure));
	});
	app.addHook('preParsing', (request, _reply, payload, done) => done(null, decompress(request, payload)));
}

/** No content type is taken as JSON, as some clients send none. */
function findContentTypeProblem(contentType: string | undefined): string | undefined {
	if (contentType === undefined || contentType === 'application/json') return undefined;
	const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
	if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) return 'must be application/json';
	const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
	if (charset === undefined || /^"?utf-?8"?$/.test(charset)) return undefined;
	return 'must have the charset utf-8';
}

const decompressors = {
	gzip: createGunzip,
	'x-gzip': createGunzip,
	deflate: createInflate,
	br: createBrotliDecompress,
};

function decompress(request: FastifyRequest, payload: RequestPayload): RequestPayload {
	const encoding = request.headers['content-encoding']?.trim().toLowerCase();
	if (encoding === undefined || encoding === '' || encoding === 'identity' || ignoresBody(request)) return payload;
	if (!Object.hasOwn(decompressors, encoding)) {
		throw new FailureError(failField('Content-Encoding', 'must be gzip, deflate, br or identity').failure);
	}
	const unpacked: Transform & RequestPayload = decompressors[encoding as keyof typeof decompressors]();
	unpacked.receivedEncodedLength = 0;
	payload.on('data', (chunk: Buffer) => {
		unpacked.receivedEncodedLength = (unpacked.receivedEncodedLength ?? 0) + chunk.length;
	});
	payload.on('error', (error) => unpacked.destroy(error));
	payload.pipe(unpacked);
	return unpacked;
}

/** What Fastify and zlib throw while a body is read, in our words; undefined for anything else. */
export function toBodyFailure(error: Error & { code?: string }, request: FastifyRequest): FailureError | undefined {
	if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new FailureError(toTooLarge(bodyBytesMax(request)));
	if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
		return new FailureError(failField('Content-Type', 'must be application/json').failure);
	}
	const reason = bodyErrorReasons.find(([code]) => error.code?.startsWith(code))?.[1];
	return reason === undefined ? undefined : new FailureError(failField('body', reason).failure);
}

const bodyErrorReasons = [
	['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'is shorter or longer than Content-Length says'],
	['ECONNRESET', 'was cut off'],
	['ERR_STREAM_PREMATURE_CLOSE', 'was cut off'],
	['ERR_BROTLI', 'is not valid in its Content-Encoding'],
	['ERR__ERROR_FORMAT', 'is not valid in its Content-Encoding'],
	['Z_', 'is not valid in its Content-Encoding'],
] as const;

/** The JSON value in a body that is not an item: strict about duplicated keys, `__proto__`, NUL and lone surrogates. */
export function parseJsonBody(body: unknown): Result<unknown> {
	if (!(body instanceof Uint8Array)) return succeed(undefined);
	const text = unwrap(decodeJsonText(body));
	const flat = parseFlatObject(text);
	if (flat !== undefined) return succeed(flat);
	try {
		for (const { fault } of scanJson(text, { valuesMax: valuesPerBodyMax }).entries) {
			if (fault !== undefined) return failField(fault.path === '' ? 'body' : fault.path, fault.reason);
		}
	} catch (error) {
		if (error instanceof JsonValueCountError) return failField('body', error.message);
		if (!(error instanceof JsonSyntaxError)) throw error;
		return failField('body', `is not valid JSON: ${error.message}`);
	}
	return succeed(JSON.parse(text));
}
