/** Plain tables for terminals. */

/** A row per record under a row of titles, columns as wide as their widest cell; cells are cut to one line. */
export function formatTable(titles: readonly string[], rows: readonly (readonly unknown[])[]): string {
	const lines = [titles, ...rows].map((cells) => cells.map(toCell));
	const widths = titles.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)));
	return lines
		.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
		.map((line) => `${line.trimEnd()}\n`)
		.join('');
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
