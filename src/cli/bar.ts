/** Small bars for tables in a terminal: ▉ with eighths of a column. */

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar for a value ≥ 0; that of `valueMax` is `widthMax` columns wide. What is more than nothing has at least an eighth. */
export function formatBar(value: number, valueMax: number, widthMax = 20): string {
	if (!(value > 0) || !(valueMax > 0)) return '';
	const length = Math.max(1, Math.round((Math.min(value, valueMax) / valueMax) * widthMax * 8));
	return '█'.repeat(Math.floor(length / 8)) + eighths[length % 8];
}
