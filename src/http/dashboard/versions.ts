/**
 * Versions of what people change, so that of two who change one thing, the second is told. A thing has a version if its
 * address has a `GET` and also a `PATCH`, `PUT` or `DELETE`. Answers that are the thing carry the version in `ETag`, and
 * a change that names another one in `If-Match` is refused:
 *
 *     take the lock of the address ─► read the thing as GET does ─► compare (`outdated`) ─► change it ─► free the lock
 *
 * All threads of a process share the locks. Changes from other processes and by API keys take none, and may come between.
 */
import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { FailureError, fail } from '../../lib/failure.ts';
import { namesVersion, toVersionTag } from '../server/version-tag.ts';

type Schema = Record<string, unknown>;

/** What `GET` does at an address. */
interface Reader {
	readonly handler: RouteHandlerMethod;
	/** Of what it answers. */
	readonly schema: Schema;
	readonly toVersionedPart: ((text: string) => string) | undefined;
}

/** As long as a client waits for the store. */
const lockWaitMsMax = 10_000;

/**
 * @param readTarget sets what handlers expect on the request, anew: it may have been read before the lock was taken.
 * @returns what to call for each route as it is added, after those of the routes themselves.
 */
export function createVersions(readTarget: (request: FastifyRequest) => Promise<void>): (route: RouteOptions) => void {
	const readers = new Map<string, Reader>();
	const changedUrls = new Set<string>();
	let readersBySchema: ReadonlyMap<unknown, Reader> | undefined;

	/** Which of the things an answer of this schema is. When the first one is sent, all routes have been added. */
	function findReader(schema: unknown): Reader | undefined {
		const changed = [...changedUrls].map((url) => readers.get(url)).filter((reader) => reader !== undefined);
		readersBySchema ??= new Map(changed.map((reader) => [reader.schema, reader]));
		return readersBySchema.get(schema);
	}

	return (route) => {
		const { url, method, config } = route;
		const responses = (route.schema?.response ?? {}) as Readonly<Record<number, Schema>>;
		if (method === 'GET' && responses[200] !== undefined) {
			readers.set(url, { handler: route.handler, schema: responses[200], toVersionedPart: config?.toVersionedPart });
		}
		const isChange = method === 'PATCH' || method === 'PUT' || method === 'DELETE';
		if (isChange) {
			changedUrls.add(url);
			route.handler = guard(route.handler, { url, findReader: () => readers.get(url), readTarget });
		}
		const findVersion = (status: number, text: string) => {
			const reader = findReader(responses[status]);
			return reader && toTag(reader, text);
		};
		const failures = config?.failures ?? [];
		route.config = { ...config, findVersion, failures: isChange ? [...failures, 'outdated'] : failures };
	};
}

/** Weak where it says less than the bytes of the answer. */
function toTag({ toVersionedPart }: Reader, text: string): string {
	return toVersionedPart === undefined ? toVersionTag(text) : `W/${toVersionTag(toVersionedPart(text))}`;
}

interface Guarding {
	readonly url: string;
	/** Undefined where `GET` reads nothing. */
	readonly findReader: () => Reader | undefined;
	readonly readTarget: (request: FastifyRequest) => Promise<void>;
}

function guard(change: RouteHandlerMethod, { url, findReader, readTarget }: Guarding): RouteHandlerMethod {
	return async function changeVersion(request, reply) {
		const reader = findReader();
		if (reader === undefined) return change.call(this, request, reply);
		const name = [url, ...Object.values(request.params as object)];
		const { 'if-match': ifMatch } = request.headers;
		const changing = async () => {
			if (ifMatch !== undefined) {
				await readTarget(request);
				const present = await reader.handler.call(this, request, reply);
				if (!namesVersion(ifMatch, toTag(reader, toText(present, reader, reply))))
					throw new FailureError(fail('outdated').failure);
			}
			return change.call(this, request, reply);
		};
		const held = await request.zone.editLocks.hold(name, changing, lockWaitMsMax);
		if (held === undefined) throw new FailureError(fail('timed_out').failure);
		return held.value;
	};
}

function toText(answer: unknown, { schema }: Reader, reply: FastifyReply): string {
	return typeof answer === 'string' ? answer : reply.serializeInput(answer as Schema, schema);
}
