/**
 * By which sizes is a value of a field of sizes found, beside its own text?
 *
 *     EU 42, 42 EU, Gr. 42      42              US 9 / EU 42, 42 (UK 8)     each of them
 *     39-42, 38/40              39 … 42         S/M                         S and M, among others
 *     W32 L34, 32W x 34L        32, w32, l34, 32/34
 *
 * A number without its system is a size of each system that items have: shoppers know their own number, and shops sell by one system.
 */
import { toLetterSize } from './letter-size.ts';
import { toPlainText } from './plain-text.ts';

export interface ListedSize {
	readonly text: string;
	/** Whether the item is of this size alone, in whatever system. */
	readonly isWhole: boolean;
}

const numberSource = String.raw`\d{1,3}(?:[.,]\d{1,2}|\s+\d\/\d)?`;
/** Systems by their names in plain text; shoes are measured in centimetres in Japan. */
const systems: Readonly<Record<string, string>> = {
	eu: 'eu',
	eur: 'eu',
	uk: 'uk',
	gb: 'uk',
	us: 'us',
	usa: 'us',
	fr: 'fr',
	it: 'it',
	de: 'de',
	jp: 'jp',
	cn: 'cn',
	br: 'br',
	mx: 'mx',
	au: 'au',
	cm: 'cm',
};
const systemSource = Object.keys(systems).join('|');
const numberedPattern = new RegExp(
	String.raw`^(?:(${systemSource})[\s.:]*)?(${numberSource})(?:\s*(${systemSource}))?$`,
	'u',
);
const rangePattern = new RegExp(
	String.raw`^(?:(${systemSource})[\s.:]*)?(\d{1,3})\s?[-/]\s?(\d{1,3})(?:\s*(${systemSource}))?$`,
	'u',
);
const trousersPattern = /^(?:w\s?(\d\d)[\s/x,-]*l\s?(\d\d)|(\d\d)\s?w[\s/x,-]*(\d\d)\s?l)$/u;
const waistPattern = /^(?:w\s?(\d\d)|(\d\d)\s?w)$/u;
/** Between sizes that are the same or go together; a stroke within a fraction separates nothing. */
const separatorPattern = /\s*[|;()[\]]\s*|,\s+|\s+[/-]\s+|\s*\/\s*(?!\d)|(?<!\d)\s*\/\s*/u;
/** The most sizes of a range; further ends are two numbers of another kind. */
const rangeSizesMax = 7;
const lengthMax = 40;
const partsMax = 8;

/** The key of a size with its system, whichever stands first: `42 EU` and `EUR 42`; undefined for any other plain text. */
export function toSystemSize(plain: string, toNumber: (text: string) => string): string | undefined {
	const [, before, number = '', behind] = numberedPattern.exec(plain) ?? [];
	const system = before ?? behind;
	return system === undefined || (before !== undefined && behind !== undefined)
		? undefined
		: `${systems[system]} ${toNumber(number)}`;
}

/** Other texts by which the value is found; none where it says no more than one size. Cost: O(length). */
export function listSizes(value: string, names: ReadonlySet<string>): readonly ListedSize[] {
	if (value.length > lengthMax) return [];
	const plain = withoutName(toPlainText(value.trim()), names);
	const whole = readSize(plain);
	if (whole !== undefined) return whole.map((text) => ({ text, isWhole: true }));
	const parts = plain
		.split(separatorPattern)
		.filter((part) => part !== '')
		.map((part) => withoutName(part, names))
		.flatMap((part) => (readSize(part) === undefined ? part.split('-') : part));
	const read = parts.map(readSize);
	if (parts.length > partsMax || read.some((texts) => texts === undefined)) return [];
	// Of letters, an item that has two is between them; a number beside a letter is the same size.
	const isWhole = parts.some((part) => toLetterSize(part) === undefined);
	return read.flatMap((texts = []) => texts.map((text) => ({ text, isWhole })));
}

/** The texts of a single size, or of a range of them; undefined for another text. */
function readSize(plain: string): readonly string[] | undefined {
	if (toLetterSize(plain) !== undefined) return [plain];
	const numbered = numberedPattern.exec(plain);
	if (numbered !== null) return withSystem(numbered[1] ?? numbered[3], [numbered[2] as string]);
	const [, waist = '', length = '', waistBefore = waist, lengthBefore = length] = trousersPattern.exec(plain) ?? [];
	if (waistBefore !== '') return listTrousers(waistBefore, lengthBefore);
	const [, onlyWaist, onlyWaistBefore = onlyWaist] = waistPattern.exec(plain) ?? [];
	if (onlyWaistBefore !== undefined) return [onlyWaistBefore, `w${onlyWaistBefore}`];
	return readRange(plain);
}

function withSystem(system: string | undefined, numbers: readonly string[]): readonly string[] {
	return system === undefined ? numbers : numbers.flatMap((number) => [number, `${system} ${number}`]);
}

function listTrousers(waist: string, length: string): readonly string[] {
	return [waist, `w${waist}`, `l${length}`, `w${waist} l${length}`, `${waist}/${length}`, `${waist}x${length}`];
}

function readRange(plain: string): readonly string[] | undefined {
	const match = rangePattern.exec(plain);
	if (match === null) return undefined;
	const [, before, first = '', last = '', behind] = match;
	const count = Number(last) - Number(first) + 1;
	if (!(count > 1 && count <= rangeSizesMax)) return undefined;
	const numbers = Array.from({ length: count }, (_, at) => `${Number(first) + at}`);
	return withSystem(before ?? behind, numbers);
}

/** Without the word for sizes that it begins or ends with: Gr. 42, talla 42, 42码. */
function withoutName(plain: string, names: ReadonlySet<string>): string {
	const isName = (word: string) => names.has(word) && systems[word] === undefined;
	const [before = '', first = ''] = /^(\p{L}+)[.:]?\s*(?=[\p{L}\d])/u.exec(plain) ?? [];
	if (isName(first)) return plain.slice(before.length);
	const [behind = '', last = ''] = /(?<=\d)\s*(\p{L}+)$/u.exec(plain) ?? [];
	return isName(last) ? plain.slice(0, plain.length - behind.length) : plain;
}
