/** What browsers tell a reviver of a number: how it was written. */
type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const { rawJSON: toRawJson } = JSON as { readonly rawJSON?: (text: string) => unknown };

/** Numbers with more digits than a number of JavaScript has keep them all, as ids may have. */
export function parseExactly(text: string): unknown {
	if (toRawJson === undefined || !/\d{16}/.test(text)) return JSON.parse(text);
	const keep: Reviver = (_name, value, { source } = {}) =>
		typeof value === 'number' && source !== undefined && String(value) !== source ? toRawJson(source) : value;
	return JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]);
}
