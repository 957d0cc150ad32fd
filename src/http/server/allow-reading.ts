/**
 * Which pages may read an answer, as browsers are told. This is decided first for each request, so that all its answers
 * agree, including preflights and failures. If an allowed page could not read a refusal, its developer would see nothing
 * but a network error; a page of another site must not read anything.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageTarget } from '../../app/store/page-reading.ts';
import { apiFamilyOf } from './failure-reply.ts';
import { readText } from './parameter-node.ts';
import { parseQueryString } from './parse-parameters.ts';

/** Whether pages call this address: if so, its answers depend on the caller's origin. */
export function isForPages(request: FastifyRequest): boolean {
	const family = apiFamilyOf(request);
	return family === 'search' || family === 'recommendations';
}

/** Sets the headers that let the calling page read the answer, where it may. Never rejects. */
export async function allowReading(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	reply.header('vary', 'Origin');
	const { zone, headers, url } = request;
	const { origin } = headers;
	if (origin === undefined || zone === undefined || !(await isReadable(request, origin, findPageTarget(url)))) return;
	reply.header('access-control-allow-origin', origin);
	reply.header('access-control-expose-headers', 'X-Request-Id, Retry-After');
}

async function isReadable(request: FastifyRequest, origin: string, target: PageTarget | undefined): Promise<boolean> {
	try {
		return target === undefined || (await request.zone.mayPageRead(target, origin));
	} catch (error) {
		// The call itself will fail for the same reason, and report it.
		request.log.warn({ err: error, requestId: request.id }, 'cannot read which pages may read an answer');
		return false;
	}
}

const widgetPattern = /^\/api\/widget\/([^/?]*)/;
const searchPattern = /^\/(?:6|5\/options)\/([^/?]*)/;
const hashidPattern = /^([0-9a-f]{32})(?:-|$)/i;

/** The search engine or widget that an address names, if any. */
function findPageTarget(url: string): PageTarget | undefined {
	const widgetId = widgetPattern.exec(url)?.[1];
	if (widgetId !== undefined) return { kind: 'widget', widgetId: decode(widgetId).toLowerCase() };
	const hashid = hashidPattern.exec(decode(searchPattern.exec(url)?.[1] ?? findHashid(url)))?.[1];
	return hashid === undefined ? undefined : { kind: 'search engine', hashid: hashid.toLowerCase() };
}

/** Version 5 has it in the query string. */
function findHashid(url: string): string {
	const queryStart = url.indexOf('?');
	if (queryStart === -1 || !url.startsWith('/5/')) return '';
	try {
		return readText(parseQueryString(url.slice(queryStart + 1)), 'hashid') ?? '';
	} catch {
		// Too long to be parsed: no id is found in it, and the operation refuses it.
		return '';
	}
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// An id never has broken escapes.
		return text;
	}
}

/** After this time a browser repeats its preflight. */
const preflightSecondsMax = 600;

/** Answers a browser that asks by which methods it may call. The call itself is admitted or refused later. */
export function answerPreflight(reply: FastifyReply, methods: string): FastifyReply {
	return reply
		.code(204)
		.header('access-control-allow-methods', methods)
		.header('access-control-allow-headers', 'Authorization, Content-Type, Accept, X-Vitrine-Position')
		.header('access-control-max-age', preflightSecondsMax)
		.send(null);
}
