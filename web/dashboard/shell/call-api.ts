/**
 * Calls of the API below `/dashboard/api`.
 *
 *     not reached      GET, PUT, PATCH, DELETE are repeated until it is; POST fails with `ConnectionError`, because it may
 *                      have been done
 *     401              the session has ended: the page asks to sign in again, and then the call is repeated
 *     other refusals   `ApiError`
 */
import { ConnectionError, toApiError } from './api-error.ts';
import { isConnected, untilConnected } from './connection.ts';
import { serverRoot } from './root.ts';
import { signInAgain } from './sign-in-again.ts';

export type QueryValue = string | number | boolean | undefined | readonly string[];

export interface ApiRequest {
	readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Lists are repeated as `name[]`; undefined and empty values are left out. */
	readonly query?: Readonly<Record<string, QueryValue>>;
	/** Sent as JSON, unless it is a text: then as it is, with `type`. */
	readonly body?: unknown;
	readonly type?: string;
	/** The version that was read: the call is refused with 412 when there is another one by now. */
	readonly ifMatch?: string;
	readonly signal?: AbortSignal;
	/** The answer is the text that was sent, not what it means: numbers of JSON keep all their digits. */
	readonly isText?: boolean;
	/** A `POST` that changes nothing may be repeated. */
	readonly isReading?: boolean;
}

export interface ApiAnswer<T> {
	readonly value: T;
	/** The version of what was read, for `ifMatch`. */
	readonly version: string | undefined;
	readonly status: number;
}

/** @param path below `/dashboard/api`, with its slash: write ids into it by `toPath` */
export async function callApi<T>(path: string, request: ApiRequest = {}): Promise<T> {
	return (await callForAnswer<T>(path, request)).value;
}

export async function callForAnswer<T>(path: string, request: ApiRequest = {}): Promise<ApiAnswer<T>> {
	for (;;) {
		const response = await send(path, request);
		if (response.status === 401 && !path.startsWith('/sign_in')) {
			await signInAgain();
			continue;
		}
		if (!response.ok) throw await toApiError(response);
		const text = await response.text();
		const isJson = request.isText !== true && response.headers.get('content-type')?.includes('json') === true;
		const value = (isJson && text !== '' ? JSON.parse(text) : text) as T;
		return { value, version: response.headers.get('etag') ?? undefined, status: response.status };
	}
}

/** A path of fixed texts and of ids, which are encoded: `` toPath`/stores/${id}` ``. */
export function toPath(texts: TemplateStringsArray, ...ids: readonly (string | number)[]): string {
	return texts.reduce((path, text, n) => path + encodeURIComponent(String(ids[n - 1])) + text);
}

/** The address of a call, for links to files. */
export function toApiUrl(path: string, query: ApiRequest['query'] = {}): string {
	const url = new URL(`dashboard/api${path}`, serverRoot);
	for (const [name, value] of Object.entries(query)) {
		if (Array.isArray(value)) for (const member of value) url.searchParams.append(`${name}[]`, member);
		else if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
	}
	return url.href;
}

async function send(path: string, request: ApiRequest): Promise<Response> {
	const { method = 'GET', query, body, signal, ifMatch, isReading = false } = request;
	const headers = new Headers({ accept: 'application/json' });
	if (body !== undefined) headers.set('content-type', request.type ?? 'application/json');
	if (ifMatch !== undefined) headers.set('if-match', ifMatch);
	const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
	const call = () => fetch(toApiUrl(path, query), { method, headers, body: payload, signal, cache: 'no-store' });
	if (method !== 'POST' || isReading) return untilConnected(call, signal);
	try {
		const response = await call();
		isConnected.set(true);
		return response;
	} catch (error) {
		throw error instanceof TypeError ? new ConnectionError(error) : error;
	}
}
