/**
 * One call: its address and body from the types of the OpenAPI document, a time limit for each try, and repetitions where
 * they are safe.
 *
 * | what went wrong | repeated |
 * |---|---|
 * | 429, 503: the server refused and did nothing | always |
 * | no connection, no answer in time, 408, 502, 504: nobody knows whether it was done | if doing it twice changes nothing |
 * | anything else | never |
 */
import { toQueryString } from './query-string.ts';
import type { paths } from './schema.ts';
import { toVitrineError, VitrineError } from './vitrine-error.ts';

export interface ConnectionOptions {
	/** Where the server is, with or without a path: `https://search.example.com`. */
	readonly url: string;
	/** An API key or a JWT. Never in a page: pages of a store call without. */
	readonly key?: string | undefined;
	/** For each try; 10,000 ms by default. */
	readonly timeoutMs?: number | undefined;
	/** Repetitions at most; 2 by default. */
	readonly retriesMax?: number | undefined;
	/** Instead of the global one. */
	readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
	/** Ends the call, and any wait before a repetition. */
	readonly signal?: AbortSignal | undefined;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Route = keyof paths;
export type MethodOf<R extends Route> = { [M in Method]: paths[R][M] extends object ? M : never }[Method];
type PathOf<O> = O extends { parameters: { path: infer Path } } ? { readonly path: Path } : { readonly path?: never };
/** Query strings nest, which the document cannot say: such calls take the type of the body instead. */
type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? { readonly query?: Query | object } : never;
export type BodyOf<R extends Route, M extends MethodOf<R>> = paths[R][M] extends {
	requestBody?: { content: { 'application/json': infer Body } };
}
	? Body
	: never;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : undefined;
export type AnswerOf<R extends Route, M extends MethodOf<R>> = paths[R][M] extends { responses: infer Responses }
	? JsonOf<Responses[keyof Responses]>
	: never;

export type Call<R extends Route, M extends MethodOf<R>> = PathOf<paths[R][M]> &
	QueryOf<paths[R][M]> & {
		readonly method: M;
		readonly route: R;
		readonly body?: BodyOf<R, M> | undefined;
		/** The body as JSON, where it is known already. */
		readonly json?: string | undefined;
		/** Doing it twice is the same as once. */
		readonly isRepeatable?: boolean;
		/** Goes on when the page is left, as events should. Browsers allow some 64 kB of such bodies. */
		readonly keepalive?: boolean;
	};

const retryWaitMsMax = 30_000;
const firstPauseMs = 250;
const doubtfulStatuses = [0, 408, 502, 504];

/**
 * @returns the parsed answer; undefined where it has none
 * @throws {VitrineError} if the call failed, and the reason of `signal` if that ended it
 */
export async function send<R extends Route, M extends MethodOf<R>>(
	connection: ConnectionOptions,
	call: Call<R, M>,
	{ signal }: CallOptions = {},
): Promise<AnswerOf<R, M>> {
	const { retriesMax = 2 } = connection;
	const [address, init] = toRequest(connection, call);
	for (let retries = 0; ; retries += 1) {
		try {
			return (await trySending(connection, address, { ...init, signal: signal ?? null })) as AnswerOf<R, M>;
		} catch (error) {
			if (!(error instanceof VitrineError) || retries >= retriesMax) throw error;
			const { status, retryAfterMs = Math.random() * firstPauseMs * 2 ** (retries + 1) } = error;
			const isRefused = status === 429 || status === 503;
			const isSafe = isRefused || (call.isRepeatable === true && doubtfulStatuses.includes(status));
			if (!isSafe || error.code === 'bad_answer' || retryAfterMs > retryWaitMsMax) throw error;
			await pause(retryAfterMs, signal);
		}
	}
}

function toRequest<R extends Route, M extends MethodOf<R>>(
	{ url, key }: ConnectionOptions,
	{ method, route, path, query = {}, body, json = body && JSON.stringify(body), keepalive = false }: Call<R, M>,
): [address: string, init: RequestInit] {
	const parts = path as Readonly<Record<string, unknown>> | undefined;
	const target = route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts?.[name])));
	const parameters = toQueryString(query);
	const headers: Record<string, string> = {};
	// A JWT has dots, an API key has none.
	if (key !== undefined) headers.Authorization = `${key.includes('.') ? 'Bearer' : 'Token'} ${key}`;
	if (json !== undefined) headers['Content-Type'] = 'application/json';
	const address = url.replace(/\/+$/, '') + target + (parameters && `?${parameters}`);
	return [address, { method: method.toUpperCase(), headers, body: json ?? null, keepalive, credentials: 'omit' }];
}

/** @throws {VitrineError} and the reason of the call's own signal */
async function trySending(connection: ConnectionOptions, address: string, init: RequestInit): Promise<unknown> {
	const { timeoutMs = 10_000, fetch: ask = globalThis.fetch } = connection;
	const ended = init.signal;
	const late = AbortSignal.timeout(timeoutMs);
	let response: Response | undefined;
	try {
		response = await ask(address, { ...init, signal: ended ? AbortSignal.any([ended, late]) : late });
		if (!response.ok) throw await toVitrineError(response);
		const text = await response.text();
		return text === '' ? undefined : JSON.parse(text);
	} catch (error) {
		if (error instanceof VitrineError) throw error;
		ended?.throwIfAborted();
		if (late.aborted) throw new VitrineError(`No answer within ${timeoutMs} ms`, { code: 'timed_out', cause: error });
		if (error instanceof SyntaxError) {
			throw new VitrineError('The answer is no JSON', { code: 'bad_answer', status: response?.status, cause: error });
		}
		throw new VitrineError('The server cannot be reached', { code: 'network', cause: error });
	}
}

/** @throws the reason of the signal, once that ends the wait */
function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		function end(): void {
			clearTimeout(timer);
			signal?.removeEventListener('abort', end);
			if (signal?.aborted) reject(signal.reason);
			else resolve();
		}
		const timer = setTimeout(end, waitMs);
		signal?.addEventListener('abort', end);
		if (signal?.aborted) end();
	});
}
