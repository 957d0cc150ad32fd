/** Plain tables for terminals. */

export interface TableFit {
	/** Columns of the terminal; undefined where the table goes into a file or another program, which gets all of it. */
	readonly widthMax: number | undefined;
	/** Titles of the columns that may be cut for it. Ids are none of them: a cut one is of no use. */
	readonly elastic: readonly string[];
}

const cutWidthMin = 10;

/** A row per record under a row of titles, columns as wide as their widest cell; cells are cut to one line. */
export function formatTable(
	titles: readonly string[],
	rows: readonly (readonly unknown[])[],
	fit: TableFit = { widthMax: undefined, elastic: [] },
): string {
	const lines = [titles, ...rows].map((cells) => cells.map(toCell));
	const widths = titles.map((_, column) => Math.max(...lines.map((cells) => toWidth(cells[column] ?? ''))));
	fitWidths(widths, titles, fit);
	return lines
		.map((cells) => cells.map((cell, column) => toPadded(cell, widths[column] ?? 0)).join('  '))
		.map((line) => `${line.trimEnd()}\n`)
		.join('');
}

/** Takes from the widest elastic column, again and again, until the table fits or nothing is left to take. */
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
	const missing = width - toWidth(cell);
	return missing >= 0 ? cell + ' '.repeat(missing) : toPadded(`${cutTo(cell, width - 1)}…`, width);
}

function cutTo(cell: string, width: number): string {
	let kept = '';
	let left = width;
	for (const character of cell) {
		left -= toWidth(character);
		if (left < 0) break;
		kept += character;
	}
	return kept.trimEnd();
}

/** Columns that a text takes on a terminal: two for characters of Chinese, Japanese and Korean, none for marks. */
function toWidth(text: string): number {
	let width = 0;
	for (const character of text) width += /[ -~]/.test(character) ? 1 : toWideWidth(character);
	return width;
}

function toWideWidth(character: string): number {
	if (/[\p{M}\u200b-\u200f\u2060\ufeff]/u.test(character)) return 0;
	const isWide =
		/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
	return isWide.test(character) ? 2 : 1;
}

/** One `name: value` line per entry, values aligned. */
export function formatBlock(entries: readonly (readonly [string, unknown])[]): string {
	const width = Math.max(0, ...entries.map(([name]) => name.length));
	return `${entries.map(([name, value]) => `${`${stripControls(name)}:`.padEnd(width + 1)}  ${toCell(value)}`.trimEnd()).join('\n')}\n`;
}

/** Control characters would let a shop's texts steer the terminal. */
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
