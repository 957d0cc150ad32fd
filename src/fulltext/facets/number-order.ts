/**
 * Compares numbers in the order of their texts: 1 < 1.5 < 10 < 2. Facets sort values of equal counts by their bytes,
 * and formatting a hundred thousand prices for the ten that are shown would take longer than counting them.
 */

/** Below and above these, JavaScript writes an exponent. */
const plainMin = 1e-6;
const plainMax = 1e21;
/** Whole numbers that a double represents exactly. */
const wholeMax = 2 ** 53;

/** Negative, 0 or positive when `String(left)` comes before, equals or comes after `String(right)`. Neither is NaN. */
export function compareNumberTexts(left: number, right: number): number {
	if (left === right) return 0;
	if (!isPlain(left) || !isPlain(right)) return String(left) < String(right) ? -1 : 1;
	// A minus sign comes before every digit.
	if (left < 0 !== right < 0) return left < 0 ? -1 : 1;
	return comparePlain(Math.abs(left), Math.abs(right));
}

function isPlain(value: number): boolean {
	const size = Math.abs(value);
	return value === 0 || (size >= plainMin && size < plainMax && size < wholeMax);
}

function comparePlain(left: number, right: number): number {
	const leftWhole = Math.floor(left);
	const rightWhole = Math.floor(right);
	// With equal digits before the point, the order is numeric.
	if (leftWhole === rightWhole) return left - right;
	const leftDigits = countDigits(leftWhole);
	const rightDigits = countDigits(rightWhole);
	if (leftDigits === rightDigits) return left - right;
	// The longer one is cut to the length of the other; a point or the end comes before a further digit.
	const difference =
		leftDigits < rightDigits
			? leftWhole - Math.floor(rightWhole / 10 ** (rightDigits - leftDigits))
			: Math.floor(leftWhole / 10 ** (leftDigits - rightDigits)) - rightWhole;
	return difference !== 0 ? difference : leftDigits - rightDigits;
}

function countDigits(whole: number): number {
	let count = 1;
	for (let limit = 10; whole >= limit; limit *= 10) count += 1;
	return count;
}
