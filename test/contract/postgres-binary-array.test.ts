/** What PostgreSQL reads from binary arrays is what it reads from the driver's array literals. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { toBinaryArray } from '../../src/adapters/postgres/binary-array.ts';
import { toEscapedText } from '../../src/adapters/postgres/escaped-text.ts';
import type { ColumnKind } from '../../src/adapters/sql/batch-query.ts';
import type { SqlValue } from '../../src/adapters/sql/query.ts';
import { createPreparedDatabase } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

const types: Readonly<Record<ColumnKind, string>> = {
	integer: 'bigint',
	real: 'double precision',
	text: 'text',
	bytes: 'bytea',
};
const values: Readonly<Record<ColumnKind, fc.Arbitrary<SqlValue>>> = {
	integer: fc.maxSafeInteger(),
	real: fc.double({ noNaN: true }),
	text: fc.string({ unit: 'binary' }).filter((text) => toEscapedText(text) === text),
	bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
};

it('columns of every kind, with nulls', async () => {
	const url = await createPreparedDatabase();
	for (const kind of ['integer', 'real', 'text', 'bytes'] as const) {
		const column = fc.array(fc.option(values[kind], { freq: 5 }), { minLength: 1, maxLength: 40 });
		await fc.assert(
			fc.asyncProperty(column, async (given) => {
				const text = `select $1::${types[kind]}[] is not distinct from $2::${types[kind]}[] as same, cardinality($1) as count`;
				const rows = await queryPostgres(url, text, [toBinaryArray(kind, given), given]);
				assert.deepEqual(rows, [{ same: true, count: given.length }]);
			}),
			{ numRuns: 25 },
		);
	}
});

it('a long column, and shorter ones after it', async () => {
	const url = await createPreparedDatabase();
	for (const length of [3, 2_000_000, 5]) {
		const given = ['a', 'b'.repeat(length), 'é'.repeat(length / 2)];
		const rows = await queryPostgres(url, 'select $1::text[] = $2::text[] as same', [
			toBinaryArray('text', given),
			given,
		]);
		assert.deepEqual(rows, [{ same: true }]);
	}
});

it('an integer that is no safe one is refused', () => {
	for (const value of [2 ** 53, 0.5, Number.NaN]) assert.throws(() => toBinaryArray('integer', [value]), RangeError);
});
