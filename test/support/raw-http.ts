/**
 * HTTP over a bare socket, for requests that no well-behaved client would send: partial ones, two at once, bytes that
 * differ from their announcement. Answers are read with their framing, so that a wrongly framed one fails the test.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Json } from './api.ts';
import { awaiting } from './wait-for.ts';

export interface RawAnswer {
	readonly status: number;
	/** By lower-case name; the values of a repeated header are joined by a comma. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** The body as JSON; undefined when it is not JSON. */
	readonly json: Json;
}

export interface RawConnection {
	readonly socket: Socket;
	/** Resolves when the bytes have been handed to the system, or the server has closed the connection. */
	send(bytes: string | Uint8Array): Promise<void>;
	/**
	 * The next answer; 100 Continue counts as one. @throws {Error} when the server closes the connection or does not
	 * answer.
	 */
	answer(options?: { readonly isHead?: boolean }): Promise<RawAnswer>;
	/** Resolves when the server has closed the connection, with the bytes after the last answer. */
	closed(): Promise<string>;
	destroy(): void;
}

export async function openConnection(url: string): Promise<RawConnection> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	let received: Buffer = Buffer.alloc(0);
	let isClosed = false;
	let wake: () => void = Boolean;
	socket.on('data', (chunk: Buffer) => {
		received = Buffer.concat([received, chunk]);
		wake();
	});
	// A server may answer a hostile request by resetting the connection.
	socket.on('error', () => wake());
	socket.on('close', () => {
		isClosed = true;
		wake();
	});

	/** Resolves on the next event of the socket. */
	async function waitForNews(what: string): Promise<void> {
		const news = new Promise<void>((resolve) => {
			wake = resolve;
		});
		await awaiting(`${what} on a bare socket`, news, () => JSON.stringify(received.toString()));
	}

	return {
		socket,
		async send(bytes) {
			await new Promise<void>((resolve) => {
				if (isClosed || !socket.writable) resolve();
				else socket.write(bytes, () => resolve());
			});
		},
		async answer({ isHead = false } = {}) {
			for (;;) {
				const taken = takeAnswer(received, isHead);
				if (taken !== undefined) {
					received = taken.rest;
					return taken.answer;
				}
				if (isClosed) throw new Error(`hung up without an answer; got ${JSON.stringify(received.toString())}`);
				await waitForNews('an answer');
			}
		},
		async closed() {
			while (!isClosed) await waitForNews('the end of the connection');
			return received.toString();
		},
		destroy: () => socket.destroy(),
	};
}

/** Sends one request on a connection of its own. */
export async function sendRaw(
	url: string,
	bytes: string | Uint8Array,
	options?: { readonly isHead?: boolean },
): Promise<RawAnswer> {
	const connection = await openConnection(url);
	try {
		void connection.send(bytes);
		return await connection.answer(options);
	} finally {
		connection.destroy();
	}
}

export interface RawRequest {
	readonly method: string;
	/** As in the request line. */
	readonly path: string;
	/** Sent in this order after `Host`; a `Content-Length` is added unless one of them frames the body. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Uint8Array;
}

/** The bytes of a request. */
export function formatRequest({ method, path, headers = {}, body }: RawRequest): Buffer {
	const names = Object.keys(headers).map((name) => name.toLowerCase());
	const lines = [`${method} ${path} HTTP/1.1`];
	if (!names.includes('host')) lines.push('Host: 127.0.0.1');
	for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
	const bytes = Buffer.from(body ?? '');
	const isFramed = names.includes('content-length') || names.includes('transfer-encoding');
	if (body !== undefined && !isFramed) lines.push(`Content-Length: ${bytes.length}`);
	return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

/** The body with one chunk for each part, and the final chunk. */
export function formatChunks(...chunks: readonly (string | Uint8Array)[]): Buffer {
	const parts = chunks.flatMap((chunk) => {
		const bytes = Buffer.from(chunk);
		return [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')];
	});
	return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

/** The answer at the start of the bytes, if it is complete. */
function takeAnswer(received: Buffer, isHead: boolean): { answer: RawAnswer; rest: Buffer } | undefined {
	const headEnd = received.indexOf('\r\n\r\n');
	if (headEnd === -1) return undefined;
	const [statusLine = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
	const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
	if (Number.isNaN(status)) throw new Error(`not an answer: ${JSON.stringify(statusLine)}`);
	const headers: Record<string, string> = {};
	for (const line of lines) {
		const [name = '', value = ''] = line.split(/:\s*(.*)/s);
		const known = headers[name.toLowerCase()];
		headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
	}
	const rest = received.subarray(headEnd + 4);
	const isEmpty = isHead || status < 200 || status === 204 || status === 304;
	const body = isEmpty ? { bytes: Buffer.alloc(0), rest } : takeBody(rest, headers);
	if (body === undefined) return undefined;
	const isPacked = headers['content-encoding'] === 'gzip' && body.bytes.length > 0;
	const text = (isPacked ? gunzipSync(body.bytes) : body.bytes).toString('utf8');
	return { answer: { status, headers, text, json: parse(text) }, rest: body.rest };
}

function takeBody(
	bytes: Buffer,
	headers: Readonly<Record<string, string>>,
): { bytes: Buffer; rest: Buffer } | undefined {
	if (headers['transfer-encoding'] === 'chunked') return takeChunks(bytes);
	const length = Number(headers['content-length']);
	if (Number.isNaN(length)) throw new Error('the answer does not say where its body ends');
	return bytes.length < length ? undefined : { bytes: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function takeChunks(bytes: Buffer): { bytes: Buffer; rest: Buffer } | undefined {
	const chunks: Buffer[] = [];
	for (let position = 0; ; ) {
		const lineEnd = bytes.indexOf('\r\n', position);
		if (lineEnd === -1) return undefined;
		const length = Number.parseInt(bytes.subarray(position, lineEnd).toString('latin1'), 16);
		const next = lineEnd + 2 + length + 2;
		if (bytes.length < next) return undefined;
		if (length === 0) return { bytes: Buffer.concat(chunks), rest: bytes.subarray(next) };
		chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
		position = next;
	}
}

function parse(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		// Not every answer is JSON; the test sees the text.
		return undefined;
	}
}
