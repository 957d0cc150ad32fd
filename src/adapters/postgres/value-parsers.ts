/**
 * Parses values of PostgreSQL to the same form as SQLite's: the code above has one set of row types for both.
 *
 *     int8, numeric → number      bool → 0 or 1      bytea → bytes      text → unescaped      others → as the driver does
 */
import assert from 'node:assert/strict';
import pg from 'pg';
import { fromEscapedText } from './escaped-text.ts';

const boolType = 16;
const int8Type = 20;
const textType = 25;
/** The type of sums of `int8`. */
const numericType = 1700;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
	[boolType, (text) => (text === 't' ? 1 : 0)],
	[int8Type, parseInteger],
	[textType, fromEscapedText],
	[numericType, Number],
]);

function parseInteger(text: string): number {
	const value = Number(text);
	assert(Number.isSafeInteger(value), `${text} is too large for a number`);
	return value;
}

/** For the `types` of a connection. */
export const valueParsers: pg.CustomTypesConfig = {
	getTypeParser: ((type: number, format?: 'text' | 'binary') =>
		(format === 'binary' ? undefined : parsers.get(type)) ??
		pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};
