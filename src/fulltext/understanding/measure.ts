/**
 * Numbers, sizes and fractions in one spelling, with their unit if they have one.
 *
 *     16 GB, 16gb → 16gb      32 x 14, 32×14 → 32x14      1-1/4", 1 1/4 in → 1.25in      ½ → 0.5
 */
import { toCanonicalNumber, type UnitOf } from '../analysis/units.ts';

/** A number in plain text: decimals, a fraction, or a whole number with a fraction. */
export const numberSource = String.raw`\d+[- ]\d+\/\d+|\d+\/\d+|\d+(?:[.,]\d+)?`;
const measurePattern = new RegExp(
	String.raw`^(${numberSource})((?:\s*[x*]\s*(?:${numberSource}))*)[\s-]*(''|["'%]|\p{L}{1,20})?\.?$`,
	'u',
);
const decimalsMax = 4;
const lengthMax = 40;

/** The key of a measure in plain text (see `toPlainText`); undefined for any other text. Cost: O(length). */
export function toMeasureKey(plain: string, unitOf: UnitOf): string | undefined {
	if (!/^\d/.test(plain) || plain.length > lengthMax) return undefined;
	const match = measurePattern.exec(plain);
	if (match === null) return undefined;
	const [, first = '', others = '', name] = match;
	const unit = name === undefined ? '' : unitOf(name);
	if (unit === undefined) return undefined;
	const numbers = [first, ...others.split(/[x*]/).slice(1)].map((text) => toNumberKey(text.trim()));
	return numbers.includes(undefined) ? undefined : numbers.join('x') + unit;
}

/** A number with leading zeros is a code. */
function toNumberKey(text: string): string | undefined {
	if (/^0\d/.test(text)) return undefined;
	const fraction = /^(?:(\d+)[- ])?(\d+)\/(\d+)$/.exec(text);
	if (fraction === null) return toCanonicalNumber(text.replace(',', '.'));
	const [, whole = '0', top = '', bottom = ''] = fraction;
	if (Number(bottom) === 0) return undefined;
	return String(Number((Number(whole) + Number(top) / Number(bottom)).toFixed(decimalsMax)));
}
