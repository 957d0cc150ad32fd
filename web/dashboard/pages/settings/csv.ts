/** Small tables as CSV (RFC 4180), as spreadsheets read and write them. */

/** Rows of fields; separated by what the first line has most of: a comma, a semicolon or a tab. */
export function parseCsv(text: string): readonly (readonly string[])[] {
	const separator = findSeparator(text);
	const rows: string[][] = [];
	const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^\\r\\n${separator}]*))(${separator}|\\r?\\n|$)`, 'gy');
	let row: string[] = [];
	for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
		row.push(fromSpreadsheet(quoted?.replaceAll('""', '"') ?? plain));
		if (end === separator) continue;
		if (row.some((field) => field !== '')) rows.push(row);
		row = [];
	}
	return rows;
}

/** With a mark of the byte order, without which spreadsheets take letters with accents for others. */
export function toCsv(rows: readonly (readonly string[])[]): string {
	const toField = (text: string) => `"${toSpreadsheet(text).replaceAll('"', '""')}"`;
	return `\ufeff${rows.map((row) => row.map(toField).join(',')).join('\r\n')}\r\n`;
}

function findSeparator(text: string): string {
	const [line = ''] = text.split('\n', 1);
	const count = (separator: string) => line.split(separator).length;
	return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** What begins like a formula is none. */
function toSpreadsheet(text: string): string {
	return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

function fromSpreadsheet(text: string): string {
	return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
}
