/**
 * Is a word a code, such as a part number or a bar code, that people only type when they have it in front of them?
 *
 *     code       006r90321  9130dn  1xr0010723  blkdx38bt  24000
 *     not        usb3  ps4  ddr3  256gb  1080p  office365  2019  8k
 */
import type { UnitOf } from '../analysis/units.ts';

const digitPattern = /\p{Nd}/gu;
const letterPattern = /\p{L}/gu;
/** A number and letters that may be a unit: 256gb, 43.2cm. */
const measurePattern = /^(\p{Nd}+(?:[.,]\p{Nd}+)?)(\p{L}{1,4})$/u;
/** Letters after a number that are not units to a search. */
const numberEndings = new Set(
	'p i k x s d g m st nd rd th pk pack ct way port in1 led lux bit ply kv va kva btu cc cu sq ga core pin inc tc'.split(
		' ',
	),
);
/** A name followed by a small number: office365, galaxy10. */
const namePattern = /^\p{L}{4,}\p{Nd}{1,3}$/u;
/** Resolutions and sizes: 1920x1080. */
const productPattern = /^\p{Nd}{1,4}x\p{Nd}{1,4}(?:x\p{Nd}{1,4})?\p{L}{0,2}$/u;
/** Shorter words are generations and families: mp3, usb3, i7. */
const mixedLengthMin = 5;
/** Years and sizes have at most four digits. */
const digitsMin = 5;

/** Signs between the parts of a shop's own numbers: alb_1xr0010723, nx.hbraa.003. */
const codeChunkPattern = /^(?=.*\p{Nd}).*\p{L}?_|\p{L}\.\p{L}+\.\p{Nd}/u;

/** Whether the signs alone show that a text without blanks, as a title has it, is a code. */
export function isCodeChunk(text: string): boolean {
	return codeChunkPattern.test(text);
}

const beginningLengthMin = 3;

/** Whether someone who types this may be copying a code: `006r`, `wh1`. */
export function isCodeBeginning(word: string): boolean {
	return word.length >= beginningLengthMin && /\p{Nd}/u.test(word);
}

/**
 * Whether a word is a code.
 * @param word a term, without hyphens
 */
export function isProductCode(word: string, unitOf: UnitOf): boolean {
	const digitCount = word.match(digitPattern)?.length ?? 0;
	if (digitCount === 0) return false;
	const letterCount = word.match(letterPattern)?.length ?? 0;
	if (letterCount === 0) return digitCount >= digitsMin && !/[.,]/.test(word);
	if (digitCount + letterCount < mixedLengthMin || namePattern.test(word) || productPattern.test(word)) return false;
	const [, , ending] = measurePattern.exec(word) ?? [];
	return ending === undefined || (unitOf(ending) === undefined && !numberEndings.has(ending));
}
