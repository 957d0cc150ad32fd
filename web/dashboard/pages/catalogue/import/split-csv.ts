/** Tables as text: quoted cells with separators, line breaks and doubled quotes in them, and any kind of line end. */
import { entryLengthMax, type FeedEntry, FeedError, toUnreadable } from './feed-entry.ts';

/** The first row has the names; rows without text are passed over, cells without text are left out. */
export async function* splitCsv(texts: AsyncIterable<string>, separator: string): AsyncGenerator<FeedEntry> {
	let names: readonly string[] | undefined;
	let position = 0;
	for await (const cells of splitRows(texts, separator)) {
		position += 1;
		if (cells.every((cell) => cell.trim() === '')) continue;
		if (names === undefined) {
			// A line such as `sep=;` is for spreadsheets.
			if (!/^sep=.?$/i.test(cells[0] ?? '')) names = toNames(cells);
			continue;
		}
		// A row with more cells than names has been cut in the wrong way: its values would be those of other fields.
		const hasMore = cells.slice(names.length).some((cell) => cell !== '');
		yield hasMore ? toUnreadable(position, cells.join(separator)) : { position, values: toValues(names, cells) };
	}
}

/** Columns without a name, and further ones of a name, get a number. */
function toNames(cells: readonly string[]): readonly string[] {
	const names: string[] = [];
	for (const [index, cell] of cells.entries()) {
		const name = cell.trim() || `column_${index + 1}`;
		names.push(names.includes(name) ? `${name}_${index + 1}` : name);
	}
	return names;
}

function toValues(names: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
	const entries = names.map((name, index) => [name, (cells[index] ?? '').trim()] as const);
	return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** @throws {FeedError} `quote` and `long` */
export async function* splitRows(texts: AsyncIterable<string>, separator: string): AsyncGenerator<readonly string[]> {
	let rest = '';
	for await (const text of texts) {
		rest += text;
		let start = 0;
		for (;;) {
			const row = readRow({ text: rest, separator, isLast: false }, start);
			if (row === undefined) break;
			yield row.cells;
			start = row.end;
		}
		rest = rest.slice(start);
		if (rest.length > entryLengthMax) throw new FeedError('quote');
	}
	for (let start = 0; start < rest.length; ) {
		const row = readRow({ text: rest, separator, isLast: true }, start);
		if (row === undefined) throw new FeedError('quote');
		yield row.cells;
		start = row.end;
	}
}

interface RowText {
	readonly text: string;
	readonly separator: string;
	/** Whether nothing follows. */
	readonly isLast: boolean;
}

interface Part<T> {
	readonly value: T;
	/** The offset behind it. */
	readonly end: number;
}

/** The row at an offset; undefined where the text ends before it does. */
function readRow(rowText: RowText, start: number): { readonly cells: string[]; readonly end: number } | undefined {
	const { text, separator, isLast } = rowText;
	const cells: string[] = [];
	for (let offset = start; ; offset += 1) {
		const cell = readCell(rowText, offset);
		if (cell === undefined) return undefined;
		cells.push(cell.value);
		offset = cell.end;
		if (text[offset] === separator) continue;
		if (text[offset] !== '\r') return { cells, end: offset + 1 };
		// The other half of the line end may come with the next text.
		if (offset + 1 === text.length && !isLast) return undefined;
		return { cells, end: offset + (text[offset + 1] === '\n' ? 2 : 1) };
	}
}

function readCell(rowText: RowText, start: number): Part<string> | undefined {
	const quoted = rowText.text[start] === '"' ? readQuoted(rowText, start + 1) : { value: '', end: start };
	if (quoted === undefined) return undefined;
	const { text, separator, isLast } = rowText;
	let end = quoted.end;
	while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
	if (end === text.length && !isLast) return undefined;
	return { value: quoted.value + text.slice(quoted.end, end), end };
}

/** @param start behind the first quote */
function readQuoted({ text, isLast }: RowText, start: number): Part<string> | undefined {
	let value = '';
	for (let from = start; ; ) {
		const quote = text.indexOf('"', from);
		if (quote === -1 || (quote === text.length - 1 && !isLast)) return undefined;
		if (text[quote + 1] !== '"') return { value: value + text.slice(from, quote), end: quote + 1 };
		value += text.slice(from, quote + 1);
		from = quote + 2;
	}
}
