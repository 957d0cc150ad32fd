/** Items in JSON: an object on each line, a list of objects, or a list that is a member of one object. */
import { parseExactly } from '../parse-exactly.ts';
import { entryLengthMax, type FeedEntry, FeedError, toUnreadable, type Values } from './feed-entry.ts';

export async function* splitJsonLines(texts: AsyncIterable<string>): AsyncGenerator<FeedEntry> {
	let position = 0;
	let rest = '';
	for await (const text of texts) {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		if (rest.length > entryLengthMax) throw new FeedError('long');
		for (const line of lines) {
			if (line.trim() !== '') yield toEntry(++position, line);
		}
	}
	if (rest.trim() !== '') yield toEntry(++position, rest);
}

/** Where in a document the scan is. */
interface Scan {
	/** Of brackets that are open. */
	depth: number;
	/** Of the list whose members are items; 0 until it has begun. */
	listDepth: number;
	isInText: boolean;
	isEscaped: boolean;
	/** The offset at which an item has begun; -1 between items. */
	itemStart: number;
	/** Whether the list has had any. */
	hasItems: boolean;
	isOver: boolean;
}

/**
 * The first list with items counts: that of the document, or else the first one that is a member of its object.
 * @throws {FeedError} `cut` and `long`
 */
export async function* splitJsonList(texts: AsyncIterable<string>): AsyncGenerator<FeedEntry> {
	const scan: Scan = {
		depth: 0,
		listDepth: 0,
		isInText: false,
		isEscaped: false,
		itemStart: -1,
		hasItems: false,
		isOver: false,
	};
	let position = 0;
	let rest = '';
	for await (const text of texts) {
		const from = rest.length;
		rest += text;
		let kept = rest.length;
		for (let offset = from; offset < rest.length && !scan.isOver; offset += 1) {
			const item = step(scan, rest, offset);
			if (item !== undefined) yield toEntry(++position, item);
		}
		if (scan.isOver) return;
		if (scan.itemStart >= 0) kept = scan.itemStart;
		rest = rest.slice(kept);
		if (scan.itemStart >= 0) scan.itemStart = 0;
		if (rest.length > entryLengthMax) throw new FeedError('long');
	}
	// As many items as there were until then must not replace all of them.
	if (scan.depth > 0) throw new FeedError('cut');
}

/** @returns the text of the item that ends here */
function step(scan: Scan, text: string, offset: number): string | undefined {
	const sign = text[offset];
	if (scan.isInText) {
		if (scan.isEscaped) scan.isEscaped = false;
		else if (sign === '\\') scan.isEscaped = true;
		else if (sign === '"') scan.isInText = false;
		return undefined;
	}
	if (sign === '"') scan.isInText = true;
	else if (sign === '{' || sign === '[') open(scan, sign, offset);
	else if (sign === '}' || sign === ']') return close(scan, text, offset);
	return undefined;
}

function open(scan: Scan, sign: string, offset: number): void {
	const isInList = scan.listDepth > 0 && scan.depth === scan.listDepth;
	scan.depth += 1;
	if (isInList) {
		scan.itemStart = offset;
		scan.hasItems = true;
	} else if (scan.listDepth === 0 && sign === '[' && scan.depth <= 2) scan.listDepth = scan.depth;
}

function close(scan: Scan, text: string, offset: number): string | undefined {
	scan.depth -= 1;
	if (scan.itemStart >= 0 && scan.depth === scan.listDepth) {
		const item = text.slice(scan.itemStart, offset + 1);
		scan.itemStart = -1;
		return item;
	}
	if (scan.listDepth === 0 || scan.depth >= scan.listDepth) return undefined;
	// A list of something else, or an empty one: the next one may be that of the items.
	if (scan.hasItems || scan.depth === 0) scan.isOver = true;
	else scan.listDepth = 0;
	return undefined;
}

function toEntry(position: number, text: string): FeedEntry {
	try {
		const value: unknown = parseExactly(text);
		const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
		return isObject ? { position, values: value as Values } : toUnreadable(position, text);
	} catch {
		return toUnreadable(position, text);
	}
}
