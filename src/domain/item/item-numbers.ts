/** Numbers that shops send as numbers or as text: prices, boosts. A *literal* is the JSON text of one value. */
import type { PriceFormat } from '../price/price-format.ts';
import { type PriceReading, readNumber, readPrice } from '../price/price-text.ts';

type Reader = (text: string, format: PriceFormat) => PriceReading;

const shownLengthMax = 100;

/** The price in a literal: null for null and for a blank text, undefined for anything that is not a number. */
export function readPriceLiteral(literal: string, format: PriceFormat): PriceReading {
	return readLiteral(literal, format, readPrice);
}

/** What is wrong with a literal as a price; undefined when it is valid. */
export function findPriceProblem(literal: string, format: PriceFormat): string | undefined {
	return findProblem(literal, readLiteral(literal, format, readPrice));
}

/** The same for a number without a currency. */
export function findNumberProblem(literal: string, format: PriceFormat): string | undefined {
	return findProblem(literal, readLiteral(literal, format, readNumber));
}

export function isNumberLiteral(literal: string): boolean {
	const code = literal.charCodeAt(0);
	return code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function readLiteral(literal: string, format: PriceFormat, read: Reader): PriceReading {
	if (isNumberLiteral(literal)) return Number(literal);
	if (literal === 'null') return null;
	return literal.startsWith('"') ? read(JSON.parse(literal) as string, format) : undefined;
}

function findProblem(literal: string, reading: PriceReading): string | undefined {
	const isText = literal.startsWith('"');
	if (reading === undefined) {
		return isText ? `must be a number or null: ${toShown(literal)} cannot be read as one` : 'must be a number or null';
	}
	if (reading === null || reading >= 0) return undefined;
	return `must be greater than or equal to 0${isText ? `: ${toShown(literal)} is not` : ''}`;
}

function toShown(literal: string): string {
	const text = JSON.parse(literal) as string;
	return JSON.stringify(text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text);
}
