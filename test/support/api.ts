/** A small HTTP client for tests: it sends requests as given and returns answers unchanged. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type Dispatcher, getGlobalDispatcher, Headers, request as send } from 'undici';
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

/** What a browser sends with every call, unless the test says otherwise. */
const usualHeaders = { accept: '*/*', 'accept-encoding': 'gzip, deflate', 'user-agent': 'undici' } as const;

/** @param key left out for calls without credentials. @param dispatcher for connections of another kind than usual */
export function createApi(url: string, key?: string, dispatcher: Dispatcher = getGlobalDispatcher()): Api {
	return {
		async call(path, { method = 'GET', body, headers = {} } = {}) {
			const isRaw = typeof body === 'string' || body instanceof Uint8Array;
			const all = new Headers(usualHeaders);
			if (key !== undefined) all.set('authorization', `Token ${key}`);
			if (body !== undefined) all.set('content-type', 'application/json');
			for (const [name, value] of Object.entries(headers)) all.set(name, value);
			const sent = send(url + path, {
				dispatcher,
				method: method as 'GET',
				headers: Object.fromEntries(all),
				body: body === undefined || isRaw ? (body ?? null) : JSON.stringify(body),
				// Otherwise each HEAD would close its connection.
				reset: false,
			});
			const response = await awaiting(`the answer to ${method} ${path}`, sent);
			const bytes = await awaiting(`the end of the answer to ${method} ${path}`, response.body.bytes());
			const text = unpack(bytes, String(response.headers['content-encoding']));
			return { status: response.statusCode, headers: toHeaders(response.headers), text, json: parse(text) };
		},
	};
}

const unpackings: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
	gzip: gunzipSync,
	deflate: inflateSync,
	br: brotliDecompressSync,
};

function unpack(bytes: Uint8Array, encoding: string): string {
	// The answer to a HEAD has the encoding, and no bytes.
	const unpacked = bytes.length === 0 ? undefined : unpackings[encoding]?.(bytes);
	return new TextDecoder().decode(unpacked ?? bytes);
}

function toHeaders(fields: Readonly<Record<string, string | string[] | undefined>>): Answer['headers'] {
	const headers = new Headers();
	for (const [name, values = []] of Object.entries(fields)) {
		for (const value of [values].flat()) headers.append(name, value);
	}
	return headers as never;
}

function parse(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		// Not every answer is JSON; the test sees the text.
		return undefined;
	}
}
