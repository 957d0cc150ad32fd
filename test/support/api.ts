/** A small HTTP client for tests: it sends requests as given and returns answers unchanged. */
import { fetch } from 'undici';
import { awaiting } from './wait-for.ts';

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** The body as JSON; undefined when it is empty or not JSON. */
	readonly json: Json;
}

/** Tests may read any member of an answer; a wrong one makes the test fail. */
// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what a test is about
export type Json = any;

export interface Request {
	readonly method?: string;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface Api {
	/** Calls `path` with the key; a body that is no string or bytes is sent as JSON. */
	call(path: string, request?: Request): Promise<Answer>;
}

/** @param key left out for calls without credentials. */
export function createApi(url: string, key?: string): Api {
	return {
		async call(path, { method = 'GET', body, headers = {} } = {}) {
			const isRaw = typeof body === 'string' || body instanceof Uint8Array;
			const sent = fetch(url + path, {
				method,
				redirect: 'manual',
				headers: {
					...(key === undefined ? {} : { authorization: `Token ${key}` }),
					...(body === undefined ? {} : { 'content-type': 'application/json' }),
					...headers,
				},
				...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
			});
			const response = await awaiting(`the answer to ${method} ${path}`, sent);
			const text = await awaiting(`the end of the answer to ${method} ${path}`, response.text());
			return { status: response.status, headers: response.headers as never, text, json: parse(text) };
		},
	};
}

function parse(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		// Not every answer is JSON; the test sees the text.
		return undefined;
	}
}
