/** The bytes of a file and the texts that they are, piece by piece. */
import { FeedError } from './feed-entry.ts';

/**
 * A browser reads a file by up to 2 MB at once. Of a packed one that is far more than is unpacked meanwhile, and would be
 * counted long before its items are taken.
 */
const chunkBytes = 16 * 1024;

/**
 * The bytes of a file, unpacked where they are packed by gzip.
 * @throws {FeedError} `cut` where they cannot be unpacked to their end
 */
async function* readChunks(
	file: Blob,
	onBytes: (byteCount: number) => void,
): AsyncGenerator<Uint8Array<ArrayBufferLike>, void> {
	const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
	const isPacked = first === 0x1f && second === 0x8b;
	const stored = openChunks(file, onBytes);
	const reader = (isPacked ? stored.pipeThrough(new DecompressionStream('gzip')) : stored).getReader();
	let hasFailed = false;
	try {
		for (;;) {
			const { done, value } = await reader.read().catch((error: unknown) => {
				hasFailed = true;
				throw isPacked ? new FeedError('cut') : error;
			});
			if (done) return;
			yield value;
		}
	} finally {
		if (!hasFailed) await reader.cancel();
	}
}

function openChunks(file: Blob, onBytes: (byteCount: number) => void): ReadableStream<Uint8Array<ArrayBuffer>> {
	let byteCount = 0;
	return new ReadableStream({
		async pull(controller) {
			const bytes = await file.slice(byteCount, byteCount + chunkBytes).arrayBuffer();
			byteCount += bytes.byteLength;
			onBytes(byteCount);
			if (bytes.byteLength > 0) controller.enqueue(new Uint8Array(bytes));
			else controller.close();
		},
	});
}

/** @throws {FeedError} `cut` */
export async function* readTexts(
	file: Blob,
	encoding: string,
	onBytes: (byteCount: number) => void = () => undefined,
): AsyncGenerator<string> {
	const decoder = new TextDecoder(encoding);
	for await (const bytes of readChunks(file, onBytes)) yield decoder.decode(bytes, { stream: true });
	yield decoder.decode();
}

/**
 * The first bytes, some more than the wanted ones.
 * @throws {FeedError} `cut`
 */
export async function readBytes(file: Blob, wantedCount: number): Promise<Uint8Array> {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let byteCount = 0;
	for await (const bytes of readChunks(file, () => undefined)) {
		parts.push(bytes as Uint8Array<ArrayBuffer>);
		byteCount += bytes.length;
		if (byteCount >= wantedCount) break;
	}
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}
