/** A file of the shop, read piece by piece: what it is, and the items in it. Files of any size take the memory of a piece. */
import { type FeedEntry, FeedError, type FeedFormat } from './feed-entry.ts';
import { splitCsv, splitRows } from './split-csv.ts';
import { splitJsonLines, splitJsonList } from './split-json.ts';
import { splitXml } from './split-xml.ts';

/** In characters, and for the encoding in bytes. */
const sampleLength = 512 * 1024;

/**
 * The entries of a file, which is read no faster than they are taken.
 * @param onBytes is told how much of the file has been read
 * @throws {FeedError} when it cannot be read further
 */
export function readFeed(
	file: Blob,
	{ kind, separator, encoding }: FeedFormat,
	onBytes: (byteCount: number) => void = () => undefined,
): AsyncGenerator<FeedEntry> {
	const texts = readTexts(file, encoding, onBytes);
	if (kind === 'csv') return splitCsv(texts, separator);
	if (kind === 'json-lines') return splitJsonLines(texts);
	return kind === 'json' ? splitJsonList(texts) : splitXml(texts);
}

/**
 * What a file is, by its beginning: names of files say little.
 * @throws {FeedError} `empty`
 */
export async function detectFormat(file: Blob): Promise<FeedFormat> {
	const encoding = await detectEncoding(file);
	const sample = await readSample(file, encoding);
	const start = sample.trimStart();
	if (start === '') throw new FeedError('empty');
	const format = { separator: ',', encoding };
	if (start.startsWith('<')) return { ...format, kind: 'xml' };
	if (start.startsWith('[')) return { ...format, kind: 'json' };
	if (start.startsWith('{')) return { ...format, kind: isItem(start.split('\n', 1)[0] ?? '') ? 'json-lines' : 'json' };
	return { ...format, kind: 'csv', separator: await detectSeparator(sample) };
}

/** A line that is an object, and not one that only has the list of the items. */
function isItem(line: string): boolean {
	try {
		const value = JSON.parse(line);
		return 'id' in value || !Object.values(value).some((member) => Array.isArray(member) && isObject(member[0]));
	} catch {
		return false;
	}
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

/** Bytes, unpacked where they are packed by gzip. */
async function openBytes(file: Blob, onBytes: (byteCount: number) => void): Promise<ReadableStream<Uint8Array>> {
	const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
	let byteCount = 0;
	const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
		transform(bytes, controller) {
			byteCount += bytes.length;
			onBytes(byteCount);
			controller.enqueue(bytes);
		},
	});
	const counted = file.stream().pipeThrough(counter);
	return first === 0x1f && second === 0x8b ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
}

async function* readTexts(
	file: Blob,
	encoding: string,
	onBytes: (byteCount: number) => void = () => undefined,
): AsyncGenerator<string> {
	const decoder = new TextDecoder(encoding);
	const reader = (await openBytes(file, onBytes)).getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			yield decoder.decode(value, { stream: true });
		}
		yield decoder.decode();
	} finally {
		await reader.cancel();
	}
}

/** UTF-16 by its mark, UTF-8 where the beginning is that, and otherwise what spreadsheets of western offices write. */
async function detectEncoding(file: Blob): Promise<string> {
	const bytes = await readBytes(file, sampleLength);
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
		return 'utf-8';
	} catch {
		return 'windows-1252';
	}
}

/** The first bytes, some more than the wanted ones. */
async function readBytes(file: Blob, wantedCount: number): Promise<Uint8Array> {
	const reader = (await openBytes(file, () => undefined)).getReader();
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for (let byteCount = 0; byteCount < wantedCount; ) {
		const { done, value } = await reader.read();
		if (done) break;
		parts.push(value as Uint8Array<ArrayBuffer>);
		byteCount += value.length;
	}
	await reader.cancel();
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function readSample(file: Blob, encoding: string): Promise<string> {
	let sample = '';
	for await (const text of readTexts(file, encoding)) {
		sample += text;
		if (sample.length >= sampleLength) break;
	}
	return sample.slice(0, sampleLength);
}

export const separators = [',', ';', '\t', '|'] as const;
const comparedRows = 20;

/** The one that cuts the first rows into the same number of cells, and into most. */
async function detectSeparator(sample: string): Promise<string> {
	let best = { separator: ',', score: 0 };
	for (const separator of separators) {
		const counts = await countCells(sample, separator);
		const [head = 0] = counts;
		const even = counts.filter((count) => count === head).length;
		const score = head < 2 ? 0 : head * (even / counts.length);
		if (score > best.score) best = { separator, score };
	}
	return best.separator;
}

async function countCells(sample: string, separator: string): Promise<readonly number[]> {
	const counts: number[] = [];
	try {
		for await (const cells of splitRows(toTexts(sample), separator)) {
			if (cells.some((cell) => cell !== '')) counts.push(cells.length);
			if (counts.length === comparedRows) break;
		}
	} catch (error) {
		// A sample may end within a quoted cell.
		if (!(error instanceof FeedError)) throw error;
	}
	return counts;
}

async function* toTexts(text: string): AsyncGenerator<string> {
	yield text;
}
