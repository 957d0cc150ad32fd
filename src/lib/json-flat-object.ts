/** A fast path for the smallest and most frequent bodies: one object of scalars without escapes. */

/** Longer texts gain too little. */
const textLengthMax = 4096;

/**
 * The value of a JSON text, if it is one object without nested values, escapes, duplicate names, `__proto__` or numbers
 * out of range, so that `scanJson` would find no fault with it. Undefined for everything else.
 *
 * Without escapes a quotation mark always opens or closes a string. A duplicate name is one member of the value but two
 * strings of the text, so counting the marks is enough to detect it.
 */
export function parseFlatObject(text: string): Readonly<Record<string, unknown>> | undefined {
	if (text.length > textLengthMax || text.includes('\\')) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		// The scanner will report what is wrong.
		return undefined;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
	const object = value as Readonly<Record<string, unknown>>;
	let stringCount = 0;
	for (const name of Object.keys(object)) {
		const member = object[name];
		if (name === '__proto__' || (typeof member === 'object' && member !== null)) return undefined;
		if (typeof member === 'number' && !Number.isFinite(member)) return undefined;
		stringCount += typeof member === 'string' ? 2 : 1;
	}
	return countQuotes(text) === 2 * stringCount ? object : undefined;
}

function countQuotes(text: string): number {
	let count = 0;
	for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
	return count;
}
