/** UTF-8 as it comes over the wire and as limits count it. */
import { isAscii } from 'node:buffer';

const decoder = new TextDecoder('utf-8', { fatal: true });
/** Texts of one kind are decoded as fast either way when they are long. */
const asciiBytesMax = 4096;

/** The text of UTF-8 bytes, without the byte order mark it may start with; undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	// Most small bodies are: this takes a third of the time.
	if (bytes instanceof Buffer && bytes.length <= asciiBytesMax && isAscii(bytes)) return bytes.toString('latin1');
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
