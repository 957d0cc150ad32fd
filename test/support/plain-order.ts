/** By the bytes of their UTF-8. */
export function compareTexts(a: string, b: string): number {
	return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
