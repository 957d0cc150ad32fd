/** CSV as RFC 4180 says. Programs for tables compute cells that begin like a formula, so such texts get a quote in front. */

export const csvType = 'text/csv; charset=utf-8';

/** Lists and objects are JSON in a cell; nothing is an empty one. */
export function toCsvLine(cells: readonly unknown[]): string {
	return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const plain = typeof value === 'string' ? quoteFormula(text) : text;
	return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** As OWASP advises against "CSV injection". Numbers are not texts, so negative ones stay as they are. */
function quoteFormula(text: string): string {
	return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}
