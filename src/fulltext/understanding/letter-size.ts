/**
 * Sizes of clothes in one spelling, in letters or in the English words that shops of all languages use.
 *
 *     XXL, 2XL, 2X-Large, xx large → 2xl      Medium → m      Extra Small → xs
 */
const letterPattern = /^(?:(\d)[\s-]*)?(x*)[\s-]*(s|m|l|small|medium|med|large)$/;
/** The most that shops sell. */
const timesMax = 9;

/** The key of a size in plain text (see `toPlainText`); undefined for any other text. */
export function toLetterSize(plain: string): string | undefined {
	const match = letterPattern.exec(plain.replace(/extra[\s-]*/g, 'x'));
	if (match === null) return undefined;
	const [, digit, letters = '', name = ''] = match;
	// The digit counts what a single letter, or none, says: 2xl and 2x-large, while 2l is a volume.
	if (digit !== undefined && letters.length !== 1) return undefined;
	const times = digit === undefined ? letters.length : Number(digit);
	const letter = name.charAt(0);
	if (times > timesMax || (letter === 'm' && times > 0)) return undefined;
	if (times === 0) return letter;
	return times === 1 ? `x${letter}` : `${times}x${letter}`;
}

/** Whether it is a word for a size, which has other meanings, too: small, extra large. */
export function isSizeWord(plain: string): boolean {
	return /(?:small|medium|med|large)$/.test(plain) && toLetterSize(plain) !== undefined;
}
