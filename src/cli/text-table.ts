/** Plain tables for terminals: `string-width` measures how many columns a text takes. */
import stringWidth from 'string-width';

export interface TableFit {
	/** Columns of the terminal; undefined if the table is written to a file or another program, and so is not cut. */
	readonly widthMax: number | undefined;
	/** Titles of the columns that may be cut. Ids are not among them, because a cut id is useless. */
	readonly elastic: readonly string[];
}

const cutWidthMin = 10;

/** One row per record under a row of titles, columns as wide as their widest cell; a cell has one line. */
export function formatTable(
	titles: readonly string[],
	rows: readonly (readonly unknown[])[],
	fit: TableFit = { widthMax: undefined, elastic: [] },
): string {
	const lines = [titles, ...rows].map((cells) => cells.map(toCell));
	const widths = titles.map((_, column) => Math.max(...lines.map((cells) => stringWidth(cells[column] ?? ''))));
	fitWidths(widths, titles, fit);
	return lines
		.map((cells) => cells.map((cell, column) => toPadded(cell, widths[column] ?? 0)).join('  '))
		.map((line) => `${line.trimEnd()}\n`)
		.join('');
}

/** Shrinks the widest elastic column repeatedly, until the table fits or no column can shrink. */
function fitWidths(
	widths: number[],
	titles: readonly string[],
	{ widthMax = Number.POSITIVE_INFINITY, elastic }: TableFit,
) {
	let excess = widths.reduce((sum, width) => sum + width + 2, -2) - widthMax;
	for (; excess > 0; excess -= 1) {
		let widest: number | undefined;
		for (const [column, width] of widths.entries()) {
			if (!elastic.includes(titles[column] ?? '') || width <= cutWidthMin) continue;
			if (widest === undefined || width > (widths[widest] ?? 0)) widest = column;
		}
		if (widest === undefined) return;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
}

function toPadded(cell: string, width: number): string {
	const fitting = fitText(cell, width);
	return fitting + ' '.repeat(Math.max(0, width - stringWidth(fitting)));
}

const graphemes = new Intl.Segmenter();

/** The text if it takes at most `widthMax` columns of a terminal, otherwise its beginning, followed by `…`. */
export function fitText(text: string, widthMax: number): string {
	if (stringWidth(text) <= widthMax) return text;
	let kept = '';
	let left = widthMax - 1;
	// What the reader sees as one character, such as a letter with accents or an emoji of a family, is kept or cut as a
	// whole.
	for (const { segment } of graphemes.segment(text)) {
		left -= stringWidth(segment);
		if (left < 0) break;
		kept += segment;
	}
	return `${kept.trimEnd()}…`;
}

/** The text in lines of at most `widthMax` columns, where no word is wider; in one line if `widthMax` is undefined. */
export function wrapText(text: string, widthMax = Number.POSITIVE_INFINITY): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		if (line !== '' && stringWidth(line) + 1 + stringWidth(word) > widthMax) {
			lines.push(line);
			line = word;
		} else line = line === '' ? word : `${line} ${word}`;
	}
	return [...lines, line];
}

/** One `name: value` line per entry, values aligned. */
export function formatBlock(entries: readonly (readonly [string, unknown])[]): string {
	const names = entries.map(([name]) => `${stripControls(name)}:`);
	const width = Math.max(1, ...names.map((name) => stringWidth(name)));
	const lines = entries.map(([, value], index) => `${toPadded(names[index] ?? '', width)}  ${toCell(value)}`.trimEnd());
	return `${lines.join('\n')}\n`;
}

/** Control characters would let a shop's texts control the terminal. */
function toCell(value: unknown): string {
	if (value === null || value === undefined) return '-';
	if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(toCell).join(', ');
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return stripControls(text);
}

/** The text with every control character replaced by a space. */
export function stripControls(text: string): string {
	return text.replace(/\p{Cc}/gu, ' ');
}
