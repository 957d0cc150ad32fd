/**
 * Bodies arrive as bytes and stay bytes until the checks before them are done: the order is zone and route, declared
 * size, credentials, rate limit, path, existence, lock, body.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestBytesMax } from '../../domain/item/item.ts';
import { decodeJsonText } from '../../domain/item/parse-items.ts';
import { type Failure, FailureError, fail, failField, type Result, succeed, unwrap } from '../../lib/failure.ts';
import { parseFlatObject } from '../../lib/json-flat-object.ts';
import { JsonSyntaxError, JsonValueCountError, scanJson } from '../../lib/json-scanner.ts';
import { findEncoding, readBody } from './read-body.ts';

/**
 * Values of a body that is parsed to a JavaScript value: more than the longest settings have. Eight megabytes of `{}` are
 * 2.8 million objects, which would take seconds and hundreds of megabytes to build.
 */
const valuesPerBodyMax = 50_000;

/** The limit of the request's route, or the server's if there is no route. */
function bodyBytesMax({ route }: FastifyRequest): number {
	return route?.bodyLimit ?? requestBytesMax;
}

function toTooLarge(bytesMax: number): Failure {
	return fail('body_too_large', { message: `The request body is larger than ${bytesMax} bytes` }).failure;
}

/** The failure of a body whose declared length is over the limit, before any of it is read. */
export function findLengthFailure(request: FastifyRequest): Failure | undefined {
	const bytesMax = bodyBytesMax(request);
	return Number(request.headers['content-length'] ?? 0) > bytesMax ? toTooLarge(bytesMax) : undefined;
}

/**
 * An operation without a body that has no invalid requests ignores the body after reading it off the wire, and so does a
 * browser's preflight.
 */
function ignoresBody({ method, route: { schema, config } }: FastifyRequest): boolean {
	if (schema?.body !== undefined) return false;
	return method === 'OPTIONS' || config.failures?.includes('invalid') === false;
}

/** Makes a server read JSON bodies, compressed or not, as `Buffer`s; empty ones become `undefined`. */
export function acceptJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	// The usual type is registered by its name, which is found without parsing. Fastify calls this for verbs and routes
	// that have a body, after the hooks that may refuse the request.
	app.addContentTypeParser(['application/json', '*'], (request, _payload, done) => {
		const isInspected = !ignoresBody(request);
		const encoding = isInspected ? findEncoding(request.raw) : succeed(undefined);
		if (!encoding.ok) return done(new FailureError(encoding.failure));
		const bytesMax = bodyBytesMax(request);
		const toRefusal = () => new FailureError(toTooLarge(bytesMax));
		readBody(request.raw, { encoding: encoding.value, bytesMax, toRefusal, toError }, (error, body) => {
			if (error !== null) return done(error);
			if (!isInspected || body === undefined || body.length === 0) return done(null, undefined);
			const problem = findContentTypeProblem(request.headers['content-type']);
			if (problem === undefined) done(null, body);
			else done(new FailureError(failField('Content-Type', problem).failure));
		});
	});
}

function toError(reason: string): FailureError {
	return new FailureError(failField('body', reason).failure);
}

/** Fastify refuses an invalid `Content-Type` before anything else. If the body is ignored, its type is ignored, too. */
export function ignoreContentType(request: FastifyRequest): void {
	if (request.headers['content-type'] !== undefined && ignoresBody(request))
		request.headers['content-type'] = undefined;
}

/** A missing content type is taken as JSON, because some clients send none. */
function findContentTypeProblem(contentType: string | undefined): string | undefined {
	if (contentType === undefined || contentType === 'application/json') return undefined;
	const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
	if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) return 'must be application/json';
	const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
	if (charset === undefined || /^"?utf-?8"?$/.test(charset)) return undefined;
	return 'must have the charset utf-8';
}

/** Our failure for what Fastify throws about the head of a body; undefined for other errors. */
export function toBodyFailure(error: Error & { code?: string }): FailureError | undefined {
	if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return undefined;
	return new FailureError(failField('Content-Type', 'must be application/json').failure);
}

/** Parses a JSON body that is not an item: strict about duplicated keys, `__proto__`, NUL and lone surrogates. */
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
