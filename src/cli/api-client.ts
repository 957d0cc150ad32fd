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

export interface ApiClient {
	/** The address of the server, for messages. */
	readonly url: string;
	/**
	 * Every status is an answer. @throws {ConnectionError} when there was none; the signal's reason when it was aborted.
	 */
	send(request: ApiRequest): Promise<ApiResponse>;
}

export interface ApiClientOptions {
	/** Without a trailing slash; may have a path. */
	readonly url: string;
	/** Value of the `Authorization` header. */
	readonly authorization: string;
	readonly hostHeader: string | undefined;
	/** For the whole exchange. */
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

	return {
		url: options.url,
		async send({ method, path, body, referer, signal }) {
			const timeout = AbortSignal.timeout(options.timeoutMs);
			const headers = {
				accept: 'application/json',
				authorization: options.authorization,
				'user-agent': 'vitrine-cli',
				...(options.hostHeader === undefined ? {} : { host: options.hostHeader }),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(referer === undefined ? {} : { referer }),
				'content-length': String(body === undefined ? 0 : Buffer.byteLength(body)),
			};
			try {
				return await exchange(
					{
						...common,
						method,
						path: `${prefix}${path}`,
						headers,
						signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
					},
					body,
				);
			} catch (error) {
				if (signal?.aborted) throw signal.reason;
				if (timeout.aborted) {
					throw new ConnectionError(`${options.url} gave no answer within ${options.timeoutMs / 1000} s`, false);
				}
				throw toConnectionError(error, options.url);
			}
		},
	};
}

function exchange(options: RequestOptions, body: string | undefined): Promise<ApiResponse> {
	return new Promise((resolve, reject) => {
		const request = options.protocol === 'https:' ? requestHttps(options) : requestHttp(options);
		request.on('response', (response) => {
			readResponse(response).then(resolve, reject);
		});
		request.on('error', reject);
		request.end(body);
	});
}

async function readResponse(response: IncomingMessage): Promise<ApiResponse> {
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk as Buffer);
	return {
		status: response.statusCode ?? 0,
		text: Buffer.concat(chunks).toString('utf8'),
		retryAfterMs: toRetryAfterMs(response.headers['retry-after']),
	};
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
