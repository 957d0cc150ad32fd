/**
 * A load generator that costs as little as possible, so that the server is measured: requests are prepared bytes, and
 * only the status and length of an answer are parsed. One request at a time on each connection.
 */
import { connect, type Socket } from 'node:net';

export interface LoadOptions {
	readonly url: string;
	readonly connectionCount: number;
	/** Ends the run; checked before each request. */
	readonly isOver: () => boolean;
	/** The next request of a connection, complete with its head; undefined ends the connection. */
	readonly nextRequest: () => Uint8Array | undefined;
	/**
	 * Requests are due at this rate, whether or not earlier ones were answered. If no connection is free, a request is
	 * sent late, and its duration counts from when it was due. Without a rate every connection sends as soon as it is
	 * answered.
	 */
	readonly perSecond?: number;
}

export interface LoadResult {
	readonly answerCount: number;
	/** Of all bodies. */
	readonly byteCount: number;
	readonly seconds: number;
	/** Of each request, from its first byte sent to its last byte received. */
	readonly durationsMs: readonly number[];
	/** How often each status occurred. */
	readonly statuses: ReadonlyMap<number, number>;
}

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
	const durationsMs: number[] = [];
	const statuses = new Map<number, number>();
	let byteCount = 0;
	const startMs = performance.now();
	const nextDueMs = createPace(options, startMs);
	await Promise.all(
		Array.from({ length: options.connectionCount }, () =>
			runConnection({ ...options, nextDueMs }, (status, durationMs, bodyBytes) => {
				durationsMs.push(durationMs);
				byteCount += bodyBytes;
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
			}),
		),
	);
	const seconds = (performance.now() - startMs) / 1000;
	return { answerCount: durationsMs.length, byteCount, seconds, durationsMs, statuses };
}

/** When the next request is due: each call is for another request. */
function createPace({ perSecond }: LoadOptions, startMs: number): () => number {
	let count = 0;
	return () => (perSecond === undefined ? 0 : startMs + (count++ * 1000) / perSecond);
}

interface ConnectionOptions extends LoadOptions {
	readonly nextDueMs: () => number;
}

function runConnection(
	options: ConnectionOptions,
	onAnswer: (status: number, durationMs: number, bodyBytes: number) => void,
): Promise<void> {
	const { hostname, port } = new URL(options.url);
	const done = Promise.withResolvers<void>();
	const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
	let sentAtMs = 0;
	let received: Buffer | undefined;
	let missing = 0;
	let length = 0;
	let status = 0;

	function sendNext(): void {
		const request = options.isOver() ? undefined : options.nextRequest();
		if (request === undefined) {
			socket.end();
			done.resolve();
			return;
		}
		const dueMs = options.nextDueMs();
		const waitMs = dueMs - performance.now();
		if (waitMs > 0) setTimeout(send, waitMs, request, 0);
		else send(request, dueMs);
	}

	/**
	 * A timer is sometimes a millisecond late, which is not the server's fault: only a request without a timer counts
	 * from when it was due.
	 */
	function send(request: Uint8Array, dueMs: number): void {
		sentAtMs = dueMs === 0 ? performance.now() : dueMs;
		socket.write(request);
	}

	function readHead(chunk: Buffer): void {
		received = received === undefined ? chunk : Buffer.concat([received, chunk]);
		const end = received.indexOf('\r\n\r\n');
		if (end < 0) return;
		const head = received.toString('latin1', 0, end);
		status = Number(head.slice(9, 12));
		length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
		missing = length - (received.length - end - 4);
		received = undefined;
		if (missing <= 0) endAnswer();
	}

	function endAnswer(): void {
		missing = 0;
		onAnswer(status, performance.now() - sentAtMs, length);
		sendNext();
	}

	socket.on('connect', sendNext);
	socket.on('error', done.reject);
	socket.on('close', () => done.resolve());
	socket.on('data', (chunk) => {
		if (missing === 0) return readHead(chunk);
		missing -= chunk.length;
		if (missing <= 0) endAnswer();
	});
	return done.promise;
}

/** @throws {Error} unless every answer was 200. */
export function checkAnswers(what: string, { statuses }: LoadResult, wanted = 200): void {
	if (statuses.size !== 1 || !statuses.has(wanted)) throw new Error(`${what}: ${JSON.stringify([...statuses])}`);
}

export interface RequestParts {
	readonly key?: string;
	/** JSON text. */
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of a request. */
export function toRequest(method: string, path: string, { key, body = '', headers }: RequestParts = {}): Uint8Array {
	const lines = [
		`${method} ${path} HTTP/1.1`,
		'Host: 127.0.0.1',
		...(key === undefined ? [] : [`Authorization: Token ${key}`]),
		...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
		...(body === '' ? [] : ['Content-Type: application/json']),
		`Content-Length: ${Buffer.byteLength(body)}`,
	];
	return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** A condition that becomes true after `durationMs`. */
export function after(durationMs: number): () => boolean {
	const endMs = performance.now() + durationMs;
	return () => performance.now() >= endMs;
}

/** Headers of a browser with an address of its own: only a limited number of sessions of one address count in a day. */
export function toShopperHeaders(number: number): Readonly<Record<string, string>> {
	const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
	return { 'X-Forwarded-For': address, 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
}
