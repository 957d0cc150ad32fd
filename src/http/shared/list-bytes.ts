const comma = Buffer.from(',');
const end = Buffer.from(']}');

/** The JSON of an object that ends with a list. @param start up to the bracket that opens the list */
export function toListBytes(start: string, entries: readonly Buffer[]): Buffer {
	const chunks = entries.flatMap((entry, at) => (at === 0 ? [entry] : [comma, entry]));
	return Buffer.concat([Buffer.from(start), ...chunks, end]);
}
