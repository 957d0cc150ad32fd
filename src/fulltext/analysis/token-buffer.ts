/**
 * The tokens of one text, as parallel arrays that are reused: no object per token.
 *
 *     "Sony WH-1000XM4 headphones"          (position: terms found there)
 *      0: sony
 *      1: wh   wh1000xm4 (joined)
 *      2: 1000xm4   xm4 (joined)   ␂1000 ␂xm ␂4 (parts)
 *      3: headphones   ␁headphon (stem)
 *
 * Terms live in three namespaces, distinguished by their first character. So a form of lower quality is never mistaken
 * for the word itself, and a prefix range over words contains only words:
 *
 *     plain     what was written: words, numbers, joined model numbers, number and unit, bigrams
 *     ␁ stem    the stem, only where it differs from the word
 *     ␂ loose   a subword of a model number ("1000" of 1000xm4); another spelling of a word (drucker for drücker)
 */

/** The first character of terms in a namespace; a plain term starts with neither. */
export const stemPrefix = '\u0001';
export const loosePrefix = '\u0002';

/** The kinds of tokens in `TokenBuffer.kinds`. Only `word` and `bigram` count towards the length of a field. */
export const tokenKinds = { word: 0, bigram: 1, joined: 2, unit: 3, stem: 4, variant: 5, part: 6 } as const;

export interface TokenBuffer {
	/** The tokens are entries 0 … count-1 of the three arrays. */
	count: number;
	/** The number of positions, which is that of words (and bigrams) of the text; positions are 0 … positionCount-1. */
	positionCount: number;
	/** Whether the text had more than `tokensMax` tokens, so that the rest was left out. */
	isTruncated: boolean;
	readonly tokensMax: number;
	/** Numbered by the dictionary of the caller. */
	termIds: Int32Array;
	/** Ascending, except that joined forms have the position of their first part. */
	positions: Int32Array;
	/** Values of `tokenKinds`. */
	kinds: Uint8Array;
}

/** An empty buffer that grows up to `tokensMax` (≥ 1) tokens. */
export function createTokenBuffer(tokensMax: number): TokenBuffer {
	const capacity = Math.min(tokensMax, 256);
	return {
		count: 0,
		positionCount: 0,
		isTruncated: false,
		tokensMax,
		termIds: new Int32Array(capacity),
		positions: new Int32Array(capacity),
		kinds: new Uint8Array(capacity),
	};
}

/** Removes the tokens but keeps the memory. */
export function clearTokens(tokens: TokenBuffer): void {
	tokens.count = 0;
	tokens.positionCount = 0;
	tokens.isTruncated = false;
}

/** A position and a kind are packed in one number; the kind has this many of the lowest bits. */
export const kindBits = 3;
export const kindMask = (1 << kindBits) - 1;

/**
 * Adds one token; beyond `tokensMax` it only sets `isTruncated`. Amortised O(1).
 * @param packedPosition the position and, in its lowest bits, the kind
 */
export function pushToken(tokens: TokenBuffer, termId: number, packedPosition: number): void {
	const { count } = tokens;
	if (count === tokens.termIds.length && !grow(tokens)) {
		tokens.isTruncated = true;
		return;
	}
	tokens.termIds[count] = termId;
	tokens.positions[count] = packedPosition >> kindBits;
	tokens.kinds[count] = packedPosition & kindMask;
	tokens.count = count + 1;
}

/** @returns false when the buffer already has its largest size */
function grow(tokens: TokenBuffer): boolean {
	const capacity = Math.min(tokens.tokensMax, tokens.termIds.length * 2);
	if (capacity === tokens.termIds.length) return false;
	const termIds = new Int32Array(capacity);
	const positions = new Int32Array(capacity);
	const kinds = new Uint8Array(capacity);
	termIds.set(tokens.termIds);
	positions.set(tokens.positions);
	kinds.set(tokens.kinds);
	Object.assign(tokens, { termIds, positions, kinds });
	return true;
}
