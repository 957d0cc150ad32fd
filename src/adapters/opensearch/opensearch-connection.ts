/** The connection to OpenSearch: what is sent there, and what its failures mean to callers. */
import { readFileSync } from 'node:fs';
import type { Client } from '@opensearch-project/opensearch';
import { FailureError, fail } from '../../lib/failure.ts';

/** Plain data, because threads open connections of their own. */
export interface OpenSearchAddress {
	/** Without user and password. */
	readonly url: string;
	readonly user: string | undefined;
	readonly password: string | undefined;
	/** A file of certificates in PEM form; undefined: those that Node.js trusts. */
	readonly caFile: string | undefined;
	/** The names of all indexes begin with it. */
	readonly prefix: string;
	/** Of new indexes. */
	readonly shards: number;
	readonly replicas: number;
	readonly timeoutMs: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

export interface OpenSearchRequest {
	readonly path: string;
	readonly method?: Method;
	readonly query?: Readonly<Record<string, string | number | boolean>>;
	readonly body?: object | undefined;
	/** Lines of a bulk or of several searches. */
	readonly lines?: readonly (object | string)[];
	/** Answers that are no failure. */
	readonly accepted?: readonly number[];
	readonly timeoutMs?: number;
}

export interface OpenSearchReply<Body> {
	readonly status: number;
	readonly body: Body;
}

export interface OpenSearchConnection {
	readonly address: OpenSearchAddress;
	/** @throws {FailureError} `overloaded` for 429, `timed_out`, `unavailable` otherwise, as an `IndexRefusal` where it is refused */
	send<Body>(request: OpenSearchRequest): Promise<OpenSearchReply<Body>>;
	/** @throws {OpenSearchError} with a sentence for the operator: a wrong address, version, certificate, user. */
	check(): Promise<void>;
	close(): Promise<void>;
}

/** What an operator must change; `isLasting`: no waiting helps. */
export class OpenSearchError extends Error {
	readonly isLasting: boolean;
	constructor(message: string, isLasting: boolean, cause?: unknown) {
		super(message, { cause });
		this.name = 'OpenSearchError';
		this.isLasting = isLasting;
	}
}

/** OpenSearch answers, and refuses what is asked of an index. */
export class IndexRefusal extends FailureError {}

export const retryAfterSeconds = 2;
const refusing = 'OpenSearch refuses what a search index needs at the moment';
const unreachable = 'The search index cannot be reached at the moment, try again';
const detailLengthMax = 300;

/** @param reason as OpenSearch says it */
export function toIndexRefusal(reason: string): IndexRefusal {
	return new IndexRefusal(fail('unavailable', { message: refusing, retryAfterSeconds }).failure, {
		cause: new Error(reason),
	});
}

/** Makes an index, unless there is one. @throws {IndexRefusal} with the reason of OpenSearch */
export async function createIndex(
	connection: Pick<OpenSearchConnection, 'send'>,
	name: string,
	body: object,
): Promise<void> {
	// Writes wait for its shards, not this.
	const query = { timeout: '1s' };
	type Refusal = { readonly error?: { readonly type?: string; readonly reason?: string } };
	const reply = await connection.send<Refusal>({ path: `/${name}`, method: 'PUT', query, body, accepted: [400] });
	if (reply.status !== 400 || reply.body.error?.type === 'resource_already_exists_exception') return;
	const reason = reply.body.error?.reason ?? JSON.stringify(reply.body).slice(0, detailLengthMax);
	throw toIndexRefusal(reason);
}

/** The package is loaded with the first request: processes without OpenSearch do not need its hundreds of modules. */
export function openConnection(address: OpenSearchAddress): OpenSearchConnection {
	let opened: Promise<Client> | undefined;

	async function request({ path, method, query = {}, body, lines, ...options }: OpenSearchRequest) {
		opened ??= openClient(address).catch((error) => {
			// The file with the certificates may be replaced at this moment.
			opened = undefined;
			throw error;
		});
		const client = await opened;
		const sent = { method: method ?? (body === undefined && lines === undefined ? 'GET' : 'POST'), path };
		return client.transport.request(
			{
				...sent,
				querystring: query,
				...(lines !== undefined && { bulkBody: [...lines] as object[] }),
				...(body !== undefined && { body }),
			},
			{ ignore: [...(options.accepted ?? [])], requestTimeout: options.timeoutMs ?? address.timeoutMs, maxRetries: 0 },
		);
	}

	return {
		address,
		async send<Body>(asked: OpenSearchRequest) {
			try {
				const { statusCode, body } = await request(asked);
				return { status: statusCode ?? 0, body: body as Body };
			} catch (error) {
				throw toFailure(error, address);
			}
		},
		async check() {
			const answer = await request({ path: '/' }).catch((error) => {
				throw toOperatorError(error, address);
			});
			checkVersion(address, answer.body);
		},
		async close() {
			const client = await opened?.catch(() => undefined);
			await client?.close();
		},
	};
}

async function openClient({ url, user, password, caFile, timeoutMs }: OpenSearchAddress): Promise<Client> {
	const { Client: OpenSearchClient } = await import('@opensearch-project/opensearch');
	return new OpenSearchClient({
		node: url,
		...(user !== undefined && { auth: { username: user, password: password ?? '' } }),
		...(caFile !== undefined && { ssl: { ca: readCertificates(caFile) } }),
		maxRetries: 0,
		requestTimeout: timeoutMs,
	});
}

function readCertificates(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (cause) {
		throw new OpenSearchError(`the certificates of OpenSearch cannot be read from ${file}`, true, cause);
	}
}

/** In the type of an error: the index takes no writes, 403, or 429 where the disk is full. */
export const blockedIndex = /block_exception/;

function readStatus(error: unknown): number | undefined {
	const status = (error as { readonly statusCode?: unknown } | null)?.statusCode;
	return typeof status === 'number' ? status : undefined;
}

function toFailure(error: unknown, address: OpenSearchAddress): FailureError {
	const name = error instanceof Error ? error.name : '';
	const status = readStatus(error);
	const isOverloaded = status === 429 && !blockedIndex.test(readDetail(error, address));
	if (isOverloaded) return new FailureError(fail('overloaded', { retryAfterSeconds }).failure, { cause: error });
	if (name === 'TimeoutError' || name === 'RequestAbortedError' || status === 408) {
		return new FailureError(fail('timed_out', { retryAfterSeconds }).failure, { cause: error });
	}
	const { failure } = fail('unavailable', { message: unreachable, retryAfterSeconds });
	// What was answered to the request itself is told as it is.
	const isOfRequest = status !== undefined && readRefusal(error, address) === undefined;
	const cause = isOfRequest ? error : toOperatorError(error, address);
	const isOfIndex = isOfRequest && status >= 400 && status < 500;
	return isOfIndex ? new IndexRefusal(failure, { cause }) : new FailureError(failure, { cause });
}

/** Undefined: the user is accepted, and may do what was asked. A write that OpenSearch has blocked is 403, too. */
function readRefusal(error: unknown, address: OpenSearchAddress): string | undefined {
	const status = readStatus(error);
	if (status === 401) return `OpenSearch at ${address.url} refuses the user or the password`;
	const detail = readDetail(error, address);
	if (status !== 403 || blockedIndex.test(detail)) return undefined;
	return `OpenSearch at ${address.url} does not let the user do what is asked: ${detail}`;
}

/** What it says, without the password. */
function readDetail(error: unknown, { password }: OpenSearchAddress): string {
	const text = error instanceof Error ? error.message : String(error);
	return (password ? text.replaceAll(password, '***') : text).slice(0, detailLengthMax);
}

/** The oldest version with what the indexes use: terms with frequencies in their text. */
const oldestVersion: readonly [number, number] = [2, 10];

function checkVersion({ url }: OpenSearchAddress, body: unknown): void {
	const { distribution, number = '' } =
		(body as { readonly version?: Readonly<Record<string, string>> })?.version ?? {};
	if (distribution !== 'opensearch') {
		throw new OpenSearchError(`what answers at ${url} is not OpenSearch: check VITRINE_OPENSEARCH_URL`, true);
	}
	const [major = 0, minor = 0] = number.split('.').map(Number);
	const isOld = major < oldestVersion[0] || (major === oldestVersion[0] && minor < oldestVersion[1]);
	if (isOld) {
		const needed = oldestVersion.join('.');
		throw new OpenSearchError(
			`OpenSearch at ${url} is version ${number}, and ${needed} is the oldest that is supported`,
			true,
		);
	}
}

function toOperatorError(error: unknown, address: OpenSearchAddress): OpenSearchError {
	if (error instanceof OpenSearchError) return error;
	const refusal = readRefusal(error, address);
	if (refusal !== undefined) return new OpenSearchError(refusal, true, error);
	const { url } = address;
	const status = readStatus(error);
	const detail = readDetail(error, address);
	if (/certificate|self.signed|altname|unable to verify/i.test(detail)) {
		return new OpenSearchError(
			`the certificate of OpenSearch at ${url} is not accepted (${detail}): set VITRINE_OPENSEARCH_CA`,
			true,
			error,
		);
	}
	const isNotHttp = /wrong version number|Parse Error|EPROTO/i.test(detail);
	return new OpenSearchError(
		`OpenSearch at ${url} cannot be reached: ${detail}`,
		isNotHttp || (status !== undefined && status < 500 && status !== 429),
		error,
	);
}
