/** UTF-8 as received over the wire and as counted by limits. */
import { isAscii } from 'node:buffer';

const decoder = new TextDecoder('utf-8', { fatal: true });
/** Longer texts decode equally fast either way. */
const asciiBytesMax = 4096;

/** The text of UTF-8 bytes without a byte order mark; undefined when the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	// Most small bodies are ASCII: this takes a third of the time.
	if (bytes instanceof Buffer && bytes.length <= asciiBytesMax && isAscii(bytes)) return bytes.toString('latin1');
	try {
		return decoder.decode(bytes);
	} catch {
		return undefined;
	}
}

/**
 * Whether `text` takes at most `bytesMax` bytes as UTF-8. Only counts bytes when the number of code units does not
 * decide it.
 */
export function isWithinBytes(text: string, bytesMax: number): boolean {
	if (text.length * 3 <= bytesMax) return true;
	return text.length <= bytesMax && Buffer.byteLength(text) <= bytesMax;
}
