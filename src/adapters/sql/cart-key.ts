/**
 * The number by which the events of a session's cart are found. An index of numbers takes a fifth of the pages of one of
 * search engine and session, and each event touches a random page of it.
 *
 * Two sessions have the same number with a probability of 1 in 2⁴⁸, so a look-up must compare engine and session, too.
 */

/**
 * @param hashid 32 hex digits.
 * @returns a whole number from 0 to 2⁴⁸ − 1: FNV-1a over the session, from two seeds of the search engine's digits.
 */
export function toCartKey(hashid: string, sessionId: string): number {
	let low = Number.parseInt(hashid.slice(0, 8), 16) ^ 0x811c9dc5;
	let high = Number.parseInt(hashid.slice(8, 16), 16) ^ 0x2b3c1d9f;
	for (let index = 0; index < sessionId.length; index += 1) {
		const code = sessionId.charCodeAt(index);
		low = Math.imul(low ^ code, 0x01000193);
		high = Math.imul(high ^ code, 0x01000193);
	}
	return (high & 0xffff) * 2 ** 32 + (low >>> 0);
}
