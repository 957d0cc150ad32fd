/** UTF-8 as it comes over the wire and as limits count it. */

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of UTF-8 bytes, without the byte order mark it may start with; undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	try {
		return decoder.decode(bytes);
	} catch {
		return undefined;
	}
}

/** Whether `text` takes at most `bytesMax` bytes as UTF-8. Counts only texts whose length in code units leaves it open. */
export function isWithinBytes(text: string, bytesMax: number): boolean {
	if (text.length * 3 <= bytesMax) return true;
	return text.length <= bytesMax && Buffer.byteLength(text) <= bytesMax;
}
