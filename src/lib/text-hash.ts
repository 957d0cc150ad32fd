/** Hashes of short texts for tables and draws, never for secrets. */

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;
/** Not a code unit. Without it "a", "bc" and "ab", "c" would have the same hash. */
const textEnd = 0x10000;

/** FNV-1a over the UTF-16 code units of the texts, with an end after each: 0 … 2³² − 1. Cost: O(length). */
export function hashTexts(texts: readonly string[], seed: number = offsetBasis): number {
	let hash = seed;
	for (const text of texts) {
		for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
		hash = Math.imul(hash ^ textEnd, prime);
	}
	return hash >>> 0;
}
