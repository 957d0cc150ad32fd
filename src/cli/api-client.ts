/**
 * HTTP calls to a running server. It uses `node:http` because the `Host` header chooses the zone, and `fetch` does not
 * let its caller set that.
 */
import type { IncomingMessage, RequestOptions } from 'node:http';
import { isIP } from 'node:net';
import { readErrorCode, toError } from '../lib/thrown.ts';

const { Agent: HttpAgent, request: requestHttp } = process.getBuiltinModule('node:http');
const { Agent: HttpsAgent, request: requestHttps } = process.getBuiltinModule('node:https');

export interface ApiRequest {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Absolute, with its query. */
	readonly path: string;
	/** JSON text. */
	readonly body?: string;
	/** The page that the call is made for. */
	readonly referer?: string;
	readonly signal?: AbortSignal;
}

export interface ApiResponse {
	readonly status: number;
	readonly text: string;
	/** From `Retry-After`. */
	readonly retryAfterMs: number | undefined;
}

/** An answer that is read as it arrives. */
export interface ApiStream extends Omit<ApiResponse, 'text'> {
	/**
	 * May be iterated once, and is closed when that ends. @throws {ConnectionError} when the answer breaks off; the signal's
	 * reason when it was aborted.
	 */
	readonly chunks: AsyncIterable<Buffer>;
}

export interface ApiClient {
	/** The address of the server, for messages. */
	readonly url: string;
	/**
	 * Every status is an answer. @throws {ConnectionError} when there was none; the signal's reason when it was aborted.
	 */
	send(request: ApiRequest): Promise<ApiResponse>;
	/** The same for an answer of any length: the timeout is for each wait. */
	open(request: ApiRequest): Promise<ApiStream>;
}

export interface ApiClientOptions {
	/** Without a trailing slash; may have a path. */
	readonly url: string;
	/** Value of the `Authorization` header. */
	readonly authorization: string;
	readonly hostHeader: string | undefined;
	/** For the whole exchange, or for each wait of a stream. */
	readonly timeoutMs: number;
}

/** The server gave no answer. */
export class ConnectionError extends Error {
	/** Whether the request certainly had no effect. */
	readonly isUnsent: boolean;

	constructor(message: string, isUnsent: boolean, options?: ErrorOptions) {
		super(message, options);
		this.name = 'ConnectionError';
		this.isUnsent = isUnsent;
	}
}

export function createApiClient(options: ApiClientOptions): ApiClient {
	const base = new URL(options.url);
	const isSecure = base.protocol === 'https:';
	const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
	const common: RequestOptions & { servername?: string } = {
		protocol: base.protocol,
		hostname: base.hostname.replace(/^\[(.*)\]$/, '$1'),
		port: base.port === '' ? (isSecure ? 443 : 80) : Number(base.port),
		agent,
		// Otherwise the certificate would be checked against the zone's name in `Host`.
		...(isSecure && isIP(base.hostname) === 0 ? { servername: base.hostname } : {}),
	};
	const prefix = base.pathname.replace(/\/+$/, '');

	function toOptions({ method, path, body, referer }: ApiRequest): RequestOptions {
		const headers = {
			accept: 'application/json',
			authorization: options.authorization,
			'user-agent': 'vitrine-cli',
			...(options.hostHeader === undefined ? {} : { host: options.hostHeader }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...(referer === undefined ? {} : { referer }),
			'content-length': String(body === undefined ? 0 : Buffer.byteLength(body)),
		};
		return { ...common, method, path: `${prefix}${path}`, headers };
	}

	/** What an exchange with this request failed with. */
	function toReason(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): unknown {
		if (signal?.aborted) return signal.reason;
		if (!timeout.aborted) return toConnectionError(error, options.url);
		return new ConnectionError(`${options.url} gave no answer within ${options.timeoutMs / 1000} s`, false);
	}

	async function* readChunks(
		response: IncomingMessage,
		signal: AbortSignal | undefined,
		patience: Patience,
	): AsyncGenerator<Buffer> {
		const chunks = response[Symbol.asyncIterator]();
		try {
			for (;;) {
				const { done, value } = await patience.wait(chunks.next());
				if (done) return;
				yield value as Buffer;
			}
		} catch (error) {
			throw toReason(error, signal, patience.signal);
		} finally {
			response.destroy();
		}
	}

	return {
		url: options.url,
		async send(request) {
			const { signal } = request;
			const timeout = AbortSignal.timeout(options.timeoutMs);
			try {
				const response = await exchange({ ...toOptions(request), signal: anySignal(signal, timeout) }, request.body);
				return { ...toHead(response), text: await readText(response) };
			} catch (error) {
				throw toReason(error, signal, timeout);
			}
		},
		async open(request) {
			const { signal } = request;
			const patience = createPatience(options.timeoutMs);
			try {
				const parts = { ...toOptions(request), signal: anySignal(signal, patience.signal) };
				const response = await patience.wait(exchange(parts, request.body));
				return { ...toHead(response), chunks: readChunks(response, signal, patience) };
			} catch (error) {
				throw toReason(error, signal, patience.signal);
			}
		},
	};
}

/** Aborts its signal when one of its waits takes too long. */
interface Patience {
	readonly signal: AbortSignal;
	wait<T>(promise: Promise<T>): Promise<T>;
}

function createPatience(timeoutMs: number): Patience {
	const controller = new AbortController();
	return {
		signal: controller.signal,
		async wait(promise) {
			const timer = setTimeout(() => controller.abort(), timeoutMs);
			try {
				return await promise;
			} finally {
				clearTimeout(timer);
			}
		},
	};
}

function anySignal(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
	return signal === undefined ? other : AbortSignal.any([signal, other]);
}

/** Resolves when the answer begins. */
function exchange(options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const request = options.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
		request.on('response', resolve);
		request.on('error', reject);
		request.end(body);
	});
}

function toHead({ statusCode = 0, headers }: IncomingMessage): Omit<ApiResponse, 'text'> {
	return { status: statusCode, retryAfterMs: toRetryAfterMs(headers['retry-after']) };
}

/** The rest of an answer. */
export async function readText(chunks: AsyncIterable<Buffer>): Promise<string> {
	return Buffer.concat(await Array.fromAsync(chunks)).toString('utf8');
}

/** Seconds only: rate limiters do not send the HTTP-date form. */
function toRetryAfterMs(header: string | undefined): number | undefined {
	return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
}

const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function toConnectionError(error: unknown, url: string): ConnectionError {
	const code = readErrorCode(error);
	const isUnsent = code !== undefined && unsentCodes.has(code);
	const reason = code ?? toError(error).message;
	const message = isUnsent ? `cannot reach ${url} (${reason})` : `the connection to ${url} broke (${reason})`;
	return new ConnectionError(message, isUnsent, { cause: error });
}
