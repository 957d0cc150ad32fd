/** Unpredictable values, as an argument. */
export interface Randomness {
	/** `byteCount` random bytes as 2 × `byteCount` lower-case hex digits. */
	hex(byteCount: number): string;
	/** A random UUID (version 4) in lower case. */
	uuid(): string;
}
