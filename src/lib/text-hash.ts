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

/**
 * Two hashes of 32 bits in one pass, together 0 … 2⁵³ − 1: among ten million texts, two have the same with a chance of
 * 0.6 %. Cost: O(length).
 */
export function hash53(text: string): number {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		high = Math.imul(high ^ unit, 0x9e3779b1);
		low = Math.imul(low ^ unit, 0x5f356495);
	}
	high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
	low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
	return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}
