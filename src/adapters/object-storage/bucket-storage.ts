/**
 * Objects in a bucket of a service that speaks S3: four kinds of requests, signed by `aws4fetch`. Objects are so small that
 * none needs an upload in parts.
 */
import { AwsClient } from 'aws4fetch';
import { limitTime } from '../../lib/time-limit.ts';
import {
	listedObjectsMax,
	type ObjectStorage,
	objectNamePattern,
	StorageError,
	type StoredObject,
} from '../../ports/object-storage.ts';
import { type BucketAddress, defaultRegion, toBucketUrl } from './storage-address.ts';

export interface BucketCredentials {
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly sessionToken: string | undefined;
	/** Where the address names none. */
	readonly region: string | undefined;
}

/** After an answer of 429 or 5xx. */
const retriesMax = 2;
/** A write or a list. */
const timeoutMs = 60_000;
/** A page of a list has at most 1,000 names of at most 1,024 characters. */
const answerBytesMax = 8 * 1024 * 1024;
/** Services may put fewer than 1,000 names on a page. */
const pagesMax = 2_000;
const detailLengthMax = 100;

export function openBucketStorage(address: BucketAddress, credentials: BucketCredentials): ObjectStorage {
	const { accessKeyId, secretAccessKey, sessionToken } = credentials;
	const region = address.region ?? credentials.region ?? defaultRegion;
	const bucketUrl = toBucketUrl(address, region);
	const baseUrl = bucketUrl + address.prefix;
	const client = new AwsClient({
		...{ accessKeyId, secretAccessKey, service: 's3', retries: retriesMax, region },
		...(sessionToken !== undefined && { sessionToken }),
	});

	async function send(url: string, init: RequestInit & { method: string; signal: AbortSignal }): Promise<Response> {
		const answer = await client.fetch(url, init).catch((error) => {
			throw toStorageError(error);
		});
		if (answer.ok || (answer.status === 404 && init.method !== 'PUT')) return answer;
		throw await toRefusal(answer, init.method);
	}

	return {
		async list(prefix, signal) {
			const found: StoredObject[] = [];
			let pageCount = 0;
			for (let token: string | undefined = ''; token !== undefined && found.length < listedObjectsMax; ) {
				pageCount += 1;
				if (pageCount > pagesMax) throw new StorageError('away', 'the bucket lists pages without an end');
				const url = new URL(bucketUrl);
				url.searchParams.set('list-type', '2');
				url.searchParams.set('prefix', address.prefix + prefix);
				if (token !== '') url.searchParams.set('continuation-token', token);
				const answer = await send(url.href, { method: 'GET', signal: limitTime(signal, timeoutMs) });
				if (answer.status === 404) throw await toRefusal(answer, 'GET');
				const text = Buffer.from(await readAll(answer, answerBytesMax)).toString('utf8');
				found.push(...readPage(text, address.prefix));
				token = readElement(text, 'NextContinuationToken');
			}
			return found;
		},
		async read(name, { byteCountMax, timeoutMs: readTimeoutMs, signal }) {
			const answer = await send(baseUrl + name, { method: 'GET', signal: limitTime(signal, readTimeoutMs) });
			if (answer.status === 404) {
				await answer.body?.cancel();
				return undefined;
			}
			return readAll(answer, byteCountMax);
		},
		async write(name, body, signal) {
			const hash = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
			const headers = { 'X-Amz-Content-Sha256': hash };
			const answer = await send(baseUrl + name, { method: 'PUT', headers, body, signal: limitTime(signal, timeoutMs) });
			await answer.body?.cancel();
		},
		async remove(name, signal) {
			await (await send(baseUrl + name, { method: 'DELETE', signal: limitTime(signal, timeoutMs) })).body?.cancel();
		},
	};
}

async function readAll(answer: Response, byteCountMax: number): Promise<Uint8Array<ArrayBuffer>> {
	const declared = Number(answer.headers.get('content-length') ?? '0');
	const parts: Uint8Array[] = [];
	let byteCount = 0;
	try {
		if (declared > byteCountMax) throw toTooLarge(byteCountMax);
		for await (const part of answer.body ?? []) {
			byteCount += part.length;
			if (byteCount > byteCountMax) throw toTooLarge(byteCountMax);
			parts.push(part);
		}
	} catch (error) {
		await answer.body?.cancel().catch(() => undefined);
		throw toStorageError(error);
	}
	return joinParts(parts, byteCount);
}

function joinParts(parts: readonly Uint8Array[], byteCount: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(byteCount);
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** Of a list: `<Contents><Key>…</Key><Size>…</Size></Contents>`. Names of ours have no characters that XML writes otherwise. */
function readPage(text: string, prefix: string): StoredObject[] {
	const [, ...rest] = text.split('<Contents>');
	return rest.flatMap((part) => {
		const content = part.slice(0, Math.max(0, part.indexOf('</Contents>')));
		const key = readElement(content, 'Key') ?? '';
		const byteCount = Number(readElement(content, 'Size'));
		const name = key.slice(prefix.length);
		const isOurs = key.startsWith(prefix) && objectNamePattern.test(name) && Number.isSafeInteger(byteCount);
		return isOurs ? [{ name, byteCount }] : [];
	});
}

function readElement(text: string, name: string): string | undefined {
	const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
	return found?.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (whole) => characters[whole] ?? whole);
}

const characters: Readonly<Record<string, string>> = {
	...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&#34;': '"', '&#39;': "'" },
};

/** The answer is XML with a code, such as `AccessDenied`; what else it says may repeat the request. */
async function toRefusal(answer: Response, method: string): Promise<StorageError> {
	const text = Buffer.from(await readAll(answer, answerBytesMax).catch(() => new Uint8Array())).toString('utf8');
	const code = (readElement(text, 'Code') ?? '').replace(/[^A-Za-z0-9]/g, '').slice(0, detailLengthMax);
	const reason = answer.status === 401 || answer.status === 403 ? 'denied' : 'away';
	return new StorageError(reason, `the bucket answers ${`${method} with ${answer.status} ${code}`.trim()}`);
}

function toTooLarge(byteCountMax: number): StorageError {
	return new StorageError('too_large', `it has more than ${byteCountMax} bytes`);
}

function toStorageError(error: unknown): StorageError {
	if (error instanceof StorageError) return error;
	const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
	const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? 'no connection';
	return new StorageError(
		'away',
		isLate ? 'the bucket does not answer in time' : `the bucket cannot be reached: ${code}`,
		error,
	);
}
