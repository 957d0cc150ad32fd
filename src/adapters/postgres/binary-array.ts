/**
 * Columns of a batch as arrays in PostgreSQL's binary format. As texts, arrays of JSON would be escaped quote by quote here
 * and unescaped there.
 *
 *     header   dimensions, 1 │ has nulls, 0 or 1 │ type of the elements │ number of elements │ first index, 1
 *     element  length in bytes, -1 for null │ bytes
 *
 * All numbers are big-endian, of 4 bytes. https://github.com/postgres/postgres/blob/REL_18_0/src/backend/utils/adt/arrayfuncs.c#L1276
 */
import type { ColumnKind } from '../sql/batch-query.ts';
import type { SqlValue } from '../sql/query.ts';
import { toEscapedText } from './escaped-text.ts';

/** How values of a column are written. */
interface ElementFormat {
	/** Of `pg_type`. */
	readonly type: number;
	/** What a value is before it is measured and written. */
	readonly prepare: (value: NonNullable<SqlValue>) => NonNullable<SqlValue>;
	readonly measure: (value: NonNullable<SqlValue>) => number;
	/** @param length as measured. */
	readonly write: (into: Buffer, value: NonNullable<SqlValue>, at: { offset: number; length: number }) => void;
}

const numberLength = 8;

const formats: Readonly<Record<ColumnKind, ElementFormat>> = {
	integer: {
		type: 20,
		prepare: (value) => value,
		measure: () => numberLength,
		write: (into, value, { offset }) => writeInteger(into, value as number, offset),
	},
	real: {
		type: 701,
		prepare: (value) => value,
		measure: () => numberLength,
		write: (into, value, { offset }) => void into.writeDoubleBE(value as number, offset),
	},
	text: {
		type: 25,
		prepare: (value) => toEscapedText(value as string),
		measure: (value) => Buffer.byteLength(value as string),
		write: (into, value, { offset, length }) => void into.write(value as string, offset, length, 'utf8'),
	},
	bytes: {
		type: 17,
		prepare: (value) => value,
		measure: (value) => (value as Uint8Array).length,
		write: (into, value, { offset }) => into.set(value as Uint8Array, offset),
	},
};

const headerLength = 20;
const lengthLength = 4;
const nullLength = -1;

/** @throws {RangeError} for an integer that is not a safe one. Cost: O(bytes). */
export function toBinaryArray(kind: ColumnKind, values: readonly SqlValue[]): Buffer {
	const format = formats[kind];
	const prepared = values.map((value) => (value === null ? null : format.prepare(value)));
	const lengths = prepared.map((value) => (value === null ? nullLength : format.measure(value)));
	const byteCount = lengths.reduce((sum, length) => sum + lengthLength + Math.max(length, 0), headerLength);
	const bytes = Buffer.allocUnsafe(byteCount);
	let offset = 0;
	const hasNulls = Number(lengths.includes(nullLength));
	for (const word of [1, hasNulls, format.type, values.length, 1]) offset = bytes.writeInt32BE(word, offset);
	for (const [index, value] of prepared.entries()) {
		const length = lengths[index] as number;
		offset = bytes.writeInt32BE(length, offset);
		if (value === null) continue;
		format.write(bytes, value, { offset, length });
		offset += length;
	}
	return bytes;
}

/** In two halves, which takes a third of the time of a `BigInt`. */
function writeInteger(into: Buffer, value: number, offset: number): void {
	if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`);
	const high = Math.floor(value / 2 ** 32);
	into.writeInt32BE(high, offset);
	into.writeUInt32BE(value - high * 2 ** 32, offset + lengthLength);
}
