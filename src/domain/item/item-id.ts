/** Reads ids as shops write them: JSON strings, and JSON numbers that stand for their decimal string. */
import { isWithinBytes } from '../../lib/utf8.ts';
import { itemIdBytesMax } from './item.ts';

/** The field that every item has, and can be sorted by. */
export const idField = 'id';

/** The id that a literal stands for, or why it cannot be an id. */
export type IdReading = { readonly id: string } | { readonly reason: string };

const integerPattern = /^-?\d+$/;
/** All whole numbers of 15 digits are exact. */
const sortedNumberPattern = /^-?(?:0|[1-9]\d{0,14})$/;

/**
 * Reads the id of an item or of a group from its literal.
 *
 * A string is used as it is, with 1–512 UTF-8 bytes. Integers keep all their digits; other numbers are written in the
 * shortest way, so `6.0` and `6` are the same id. A number that needs an exponent has no obvious decimal string and is
 * rejected.
 */
export function readItemId(literal: string): IdReading {
	const id = literal.startsWith('"') ? toText(literal) : toDecimal(literal);
	if (id === undefined) return { reason: 'must be a string, or a number without an exponent' };
	if (id === '') return { reason: 'must not be empty' };
	if (!isWithinBytes(id, itemIdBytesMax)) return { reason: `must not be longer than ${itemIdBytesMax} bytes` };
	if (id.includes('\0')) return { reason: 'has a NUL character' };
	return { id };
}

/** The number by which an id is sorted, before those that are none: a whole one of up to 15 digits, without leading zeros. */
export function toSortedNumber(id: string): number | undefined {
	return sortedNumberPattern.test(id) ? Number(id) : undefined;
}

/** The value of a string literal. */
function toText(literal: string): string {
	return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

/** The decimal string of a number literal; undefined for any other literal and for numbers that need an exponent. */
function toDecimal(literal: string): string | undefined {
	if (literal === '-0') return '0';
	if (integerPattern.test(literal)) return literal;
	const isNumber = /^[-\d]/.test(literal);
	const decimal = isNumber ? String(Number(literal)) : '';
	return isNumber && !decimal.includes('e') ? decimal : undefined;
}
