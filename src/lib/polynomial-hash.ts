/**
 * Hashes of bytes that can be put together: that of two texts in a row follows from the hashes of both. So a part in the
 * middle of a text is replaced without reading what is around it.
 *
 *     hash(b₁ … bₙ) = b₁·mⁿ⁻¹ + … + bₙ, modulo 2³²     hash(xy) = hash(x)·m^|y| + hash(y)
 *
 * As in the string search of Karp and Rabin (1987). The lowest bits depend on the lowest bits of the bytes alone, so a table
 * has to mix them with the others first.
 */

/** The most bytes that can be joined to others. */
export const joinedBytesMax = 255;

/** The hash of no bytes. */
export const hashOfNone = 0;
const multiplier = 0x01000193;

/** The hash of a text with a byte behind it. */
export function addByte(hash: number, byte: number): number {
	return (Math.imul(hash, multiplier) + byte) | 0;
}

/** The hash of a text with the first `count` bytes of these behind it. Cost: O(count). */
export function addBytes(hash: number, bytes: Uint8Array, count: number): number {
	let longer = hash;
	for (let at = 0; at < count; at++) longer = addByte(longer, bytes[at] as number);
	return longer;
}

/** By number of bytes, the multiplier to that power. */
const powers = new Int32Array(joinedBytesMax + 1);
powers[0] = 1;
for (let count = 1; count <= joinedBytesMax; count++)
	powers[count] = Math.imul(powers[count - 1] as number, multiplier);

/** The hash of the bytes from … to-1, 32 bits with a sign. Cost: O(bytes). */
export function toHash(bytes: Uint8Array, from: number, to: number): number {
	let hash = hashOfNone;
	for (let at = from; at < to; at++) hash = addByte(hash, bytes[at] as number);
	return hash;
}

/** The hash of two texts in a row. @param secondLength the bytes of the second, at most `joinedBytesMax` */
export function joinHashes(first: number, second: number, secondLength: number): number {
	return (Math.imul(first, powers[secondLength] as number) + second) | 0;
}
