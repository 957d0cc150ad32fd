/**
 * Rows of comma-separated values (RFC 4180): fields may be quoted, and then contain commas, line breaks and doubled quotes.
 */

export interface CsvRow {
	/** Of its first line, from 1. */
	readonly line: number;
	readonly fields: readonly string[];
}

/**
 * Calls `onRow` for each row that is not blank, in order. A quote inside an unquoted field is an ordinary character.
 * Cost: O(length).
 * @returns the line of a quoted field that never ends; undefined if there is none.
 */
export function readCsv(text: string, onRow: (row: CsvRow) => void): number | undefined {
	let line = 1;
	for (let at = 0; at < text.length; ) {
		const row = readRow(text, at, line);
		if (row === undefined) return line;
		if (row.fields.length > 1 || row.fields[0] !== '') onRow({ line, fields: row.fields });
		({ at, line } = row);
	}
	return undefined;
}

interface ReadRow {
	readonly fields: readonly string[];
	/** Where the next row begins. */
	readonly at: number;
	readonly line: number;
}

function readRow(text: string, start: number, firstLine: number): ReadRow | undefined {
	const fields: string[] = [];
	let line = firstLine;
	for (let at = start; ; at += 1) {
		const isQuoted = text[at] === '"';
		const end = isQuoted ? findClosingQuote(text, at + 1) : findFieldEnd(text, at);
		if (end === undefined) return undefined;
		const field = isQuoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end);
		for (const character of field) if (character === '\n') line += 1;
		fields.push(isQuoted ? field : field.replace(/\r$/, ''));
		at = isQuoted ? findFieldEnd(text, end + 1) : end;
		if (text[at] !== ',') return { fields, at: at + 1, line: line + 1 };
	}
}

/** The next comma or line break, or the end. */
function findFieldEnd(text: string, start: number): number {
	let at = start;
	while (at < text.length && text[at] !== ',' && text[at] !== '\n') at += 1;
	return at;
}

function findClosingQuote(text: string, start: number): number | undefined {
	for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 2)) {
		if (text[at + 1] !== '"') return at;
	}
	return undefined;
}
