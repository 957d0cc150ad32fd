/**
 * The number by which the events of a session's cart are found: an index of numbers takes a fifth of the pages that one
 * of search engine and session would, and each event touches a page of it at random.
 *
 * Two sessions may have the same number, one pair in 2⁴⁸: who looks up must compare engine and session too.
 */

/** @returns a whole number from 0 to 2⁴⁸ − 1: FNV-1a over both texts, with 32 bits of one seed and 16 of another. */
export function toCartKey(hashid: string, sessionId: string): number {
	const low = hashText(hashText(0x811c9dc5, hashid), sessionId) >>> 0;
	const high = hashText(hashText(0x2b3c1d9f, sessionId), hashid) & 0xffff;
	return high * 2 ** 32 + low;
}

function hashText(seed: number, text: string): number {
	let hash = seed;
	for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	return hash;
}
