/** What a file of the shop is. */
import { detectEncoding } from './detect-encoding.ts';
import { FeedError, type FeedFormat } from './feed-entry.ts';
import { readBytes } from './file-bytes.ts';
import { splitRows } from './split-csv.ts';

/** In characters, and for the encoding in bytes. */
const sampleLength = 512 * 1024;

/** Of files that are packed by zip, as workbooks are, and of the workbooks of older spreadsheets. */
const workbookSignatures = [
	[0x50, 0x4b, 0x03, 0x04],
	[0xd0, 0xcf, 0x11, 0xe0],
] as const;

/**
 * What a file is, by its beginning: names of files say little.
 * @param chosenEncoding undefined: it is guessed
 * @throws {FeedError} `empty` and `workbook`
 */
export async function detectFormat(file: Blob, chosenEncoding?: string): Promise<FeedFormat> {
	const bytes = await readBytes(file, sampleLength);
	if (workbookSignatures.some((signature) => signature.every((byte, index) => bytes[index] === byte)))
		throw new FeedError('workbook');
	const encoding = chosenEncoding ?? detectEncoding(bytes);
	const sample = new TextDecoder(encoding).decode(bytes).slice(0, sampleLength);
	const start = sample.trimStart();
	if (start === '') throw new FeedError('empty');
	const format = { separator: ',', encoding };
	if (start.startsWith('<')) return { ...format, kind: 'xml' };
	if (start.startsWith('[')) return { ...format, kind: 'json' };
	if (start.startsWith('{')) return { ...format, kind: isListOfLines(start) ? 'json-lines' : 'json' };
	return { ...format, kind: 'csv', separator: await detectSeparator(sample) };
}

/** Whether there is an object in each line. A single one may also be what has the list of the items. */
function isListOfLines(sample: string): boolean {
	const [first = '', second = ''] = sample.split('\n').filter((line) => line.trim() !== '');
	try {
		const value = JSON.parse(first);
		const lists = Object.values(value).filter((member) => Array.isArray(member) && isObject(member[0]));
		return second.trimStart().startsWith('{') || lists.length === 0 || 'id' in value || 'objectID' in value;
	} catch {
		return false;
	}
}

function isObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null;
}

export const separators = [',', ';', '\t', '|'] as const;
const comparedRows = 20;

/** A first line of `sep=;`, which spreadsheets write for each other. */
const declaredSeparator = /^"?sep=([,;\t|])/i;

/** The one that is declared, or else cuts the first rows into the same number of cells, and into most. */
async function detectSeparator(sample: string): Promise<string> {
	const declared = declaredSeparator.exec(sample)?.[1];
	if (declared !== undefined) return declared;
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
