import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCsv } from './csv.ts';

function readAll(text: string): { rows: (readonly string[])[]; lines: number[]; open: number | undefined } {
	const rows: (readonly string[])[] = [];
	const lines: number[] = [];
	const open = readCsv(text, ({ line, fields }) => {
		rows.push(fields);
		lines.push(line);
	});
	return { rows, lines, open };
}

test('quoted fields keep commas, quotes and line breaks, and rows know their line', () => {
	const { rows, lines, open } = readAll('query,docid\r\n"32"" tv, black",1\n\n"two\nlines",2\n3,a"b');

	assert.deepEqual(rows, [
		['query', 'docid'],
		['32" tv, black', '1'],
		['two\nlines', '2'],
		['3', 'a"b'],
	]);
	assert.deepEqual([lines, open], [[1, 2, 4, 6], undefined]);
});

test('a quote that is not closed is named by its line', () => {
	assert.equal(readAll('a,b\n"c,d\ne').open, 2);
});

test('what is written by the rules is read back', () => {
	const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') });
	const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
	fc.assert(
		fc.property(table, (rows) => {
			const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
			const text = rows.map((row) => `${row.map(quote).join(',')}\n`).join('');
			assert.deepEqual(readAll(text).rows, rows);
		}),
	);
});
