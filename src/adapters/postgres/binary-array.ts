/**
 * Columns of a batch as arrays in PostgreSQL's binary format. As texts, arrays of JSON would be escaped quote by quote here
 * and unescaped there.
 *
 *     header   dimensions, 1 │ has nulls, 0 or 1 │ type of the elements │ number of elements │ first index, 1
 *     element  length in bytes, -1 for null │ bytes
 *
 * All numbers are big-endian, of 4 bytes. https://github.com/postgres/postgres/blob/REL_18_0/src/backend/utils/adt/arrayfuncs.c#L1276
 */
import assert from 'node:assert/strict';
import type { ColumnKind } from '../sql/batch-query.ts';
import type { SqlValue } from '../sql/query.ts';
import { toEscapedText } from './escaped-text.ts';

/** How values of a column are written. */
interface ElementFormat {
	/** Of `pg_type`. */
	readonly type: number;
	/** @throws {RangeError} for a value that cannot be written. */
	readonly measure: (value: NonNullable<SqlValue>) => number;
	/** @returns the offset behind it, which is `offset` and the measured length. */
	readonly write: (into: Buffer, value: NonNullable<SqlValue>, offset: number) => number;
}

const numberLength = 8;

const formats: Readonly<Record<ColumnKind, ElementFormat>> = {
	integer: {
		type: 20,
		measure: (value) => {
			if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`);
			return numberLength;
		},
		write: (into, value, offset) => writeInteger(into, value as number, offset),
	},
	real: {
		type: 701,
		measure: () => numberLength,
		write: (into, value, offset) => into.writeDoubleBE(value as number, offset),
	},
	text: {
		type: 25,
		measure: (value) => Buffer.byteLength(toEscapedText(value as string)),
		write: (into, value, offset) => offset + into.write(toEscapedText(value as string), offset),
	},
	bytes: {
		type: 17,
		measure: (value) => (value as Uint8Array).length,
		write: (into, value, offset) => {
			into.set(value as Uint8Array, offset);
			return offset + (value as Uint8Array).length;
		},
	},
};

const headerLength = 20;
const lengthLength = 4;
const nullLength = -1;

/** A value to bind, once. */
export interface BinaryArray {
	/** Called by the driver, which copies the bytes at once. */
	toPostgres(): Buffer;
}

/**
 * Arrays are written here, one after another. A buffer for each would be memory that V8 counts but does not allocate: some
 * megabytes of it begin a collection of all garbage.
 */
let scratch = Buffer.alloc(0);
/** Longer arrays have a buffer of their own. */
const scratchBytesMax = 1024 * 1024;

function takeBytes(byteCount: number): Buffer {
	if (byteCount > scratchBytesMax) return Buffer.allocUnsafeSlow(byteCount);
	if (byteCount > scratch.length) scratch = Buffer.allocUnsafeSlow(byteCount);
	return scratch.subarray(0, byteCount);
}

/**
 * What was bound is forgotten: the driver's queries outlive two collections of young objects, and their values would become
 * old with them.
 * @throws {RangeError} for an integer that is not a safe one. Cost: O(bytes).
 */
export function toBinaryArray(kind: ColumnKind, values: readonly SqlValue[]): BinaryArray {
	const { measure } = formats[kind];
	let byteCount = headerLength + lengthLength * values.length;
	for (const value of values) if (value !== null) byteCount += measure(value);
	let unbound: readonly SqlValue[] | undefined = values;
	return {
		toPostgres() {
			assert(unbound, 'an array is bound once');
			const bytes = writeArray(takeBytes(byteCount), kind, unbound);
			unbound = undefined;
			return bytes;
		},
	};
}

/** @param bytes as many as the array takes. */
function writeArray(bytes: Buffer, kind: ColumnKind, values: readonly SqlValue[]): Buffer {
	const { type, write } = formats[kind];
	const hasNulls = Number(values.includes(null));
	let offset = 0;
	for (const word of [1, hasNulls, type, values.length, 1]) offset = bytes.writeInt32BE(word, offset);
	for (const value of values) {
		const start = offset + lengthLength;
		const end = value === null ? start : write(bytes, value, start);
		bytes.writeInt32BE(value === null ? nullLength : end - start, offset);
		offset = end;
	}
	return bytes;
}

/** In two halves, which takes a third of the time of a `BigInt`. */
function writeInteger(into: Buffer, value: number, offset: number): number {
	const high = Math.floor(value / 2 ** 32);
	into.writeInt32BE(high, offset);
	return into.writeUInt32BE(value - high * 2 ** 32, offset + lengthLength);
}
