/** Files that are imported in the dashboard: what they are known for, and the items in them, however they are cut. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FeedEntry } from '../../web/dashboard/pages/catalogue/import/feed-entry.ts';
import { readTexts } from '../../web/dashboard/pages/catalogue/import/file-bytes.ts';
import { guessMapping, toItem } from '../../web/dashboard/pages/catalogue/import/map-columns.ts';
import { splitCsv } from '../../web/dashboard/pages/catalogue/import/split-csv.ts';
import { splitJsonLines, splitJsonList } from '../../web/dashboard/pages/catalogue/import/split-json.ts';
import { readJsonObject } from '../../web/dashboard/pages/catalogue/json-text.ts';
import { chooseSeed } from '../support/chosen-seed.ts';

/** The text in pieces, as a file is read. */
async function* cut(text: string, lengths: readonly number[]): AsyncGenerator<string> {
	let start = 0;
	for (let part = 0; start < text.length; part += 1) {
		const length = lengths[part % lengths.length] ?? text.length;
		yield text.slice(start, start + length);
		start += length;
	}
}

async function collect(entries: AsyncIterable<FeedEntry>): Promise<readonly unknown[]> {
	const values: unknown[] = [];
	for await (const entry of entries) values.push(entry.values ?? { unreadable: entry.text });
	return values;
}

const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const separator = fc.constantFrom(',', ';', '\t', '|');
/** Cells are trimmed, and those without text are left out. */
const cell = fc
	.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '|', '\n', '\r', 'é', '7') })
	.map((text) => `x${text}x`);

describe('a table', () => {
	it('has the cells that were written into it, whatever is in them', async (context) => {
		const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
		const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
		const property = fc.asyncProperty(rows, separator, lineEnd, lengths, async (written, sign, end, cuts) => {
			const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
			const text = [['a', 'b', 'c'], ...written].map((row) => row.map(quote).join(sign)).join(end);
			const expected = written.map(([a, b, c]) => ({ a, b, c }));
			assert.deepEqual(await collect(splitCsv(cut(text, cuts), sign)), expected);
		});
		await fc.assert(property, { seed: chooseSeed(context), numRuns: 300 });
	});

	it('keeps apart columns of one name, passes over empty rows, and reads no row with too many cells', async () => {
		const text = 'id,note,note,\n1,a,b,c\n,,,\n2\n3,a,b,c,d\n__proto__,x\n';
		assert.deepEqual(await collect(splitCsv(cut(text, [5]), ',')), [
			{ id: '1', note: 'a', note_3: 'b', column_4: 'c' },
			{ id: '2' },
			{ unreadable: '3,a,b,c,d' },
			{ id: '__proto__', note: 'x' },
		]);
	});

	it('is refused where a quote is never closed', async () => {
		await assert.rejects(collect(splitCsv(cut('id\n"1\n2\n', [3]), ',')), { reason: 'quote' });
	});
});

describe('JSON', () => {
	const items = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 });

	it('has its items in lines and in lists, wherever it is cut', async (context) => {
		const property = fc.asyncProperty(items, lengths, async (written, cuts) => {
			const parsed = JSON.parse(JSON.stringify(written));
			const lines = written.map((item) => `${JSON.stringify(item)}\n`).join('\n');
			assert.deepEqual(await collect(splitJsonLines(cut(lines, cuts))), parsed);
			const list = JSON.stringify(written, null, 1);
			assert.deepEqual(await collect(splitJsonList(cut(list, cuts))), parsed);
			const wrapped = `{"meta":{"a":[{}]},"tags":["["],"products":${list},"after":[{"no":1}]}`;
			const found = await collect(splitJsonList(cut(wrapped, cuts)));
			assert.deepEqual(found, written.length === 0 ? [{ no: 1 }] : parsed);
		});
		await fc.assert(property, { seed: chooseSeed(context), numRuns: 200 });
	});

	it('keeps all digits of long numbers', async () => {
		const [item] = await collect(splitJsonLines(cut('{"id":12345678901234567890,"price":1.5}', [99])));
		assert.equal(JSON.stringify(item), '{"id":12345678901234567890,"price":1.5}');
	});

	it('that is wrong is so at the first character that cannot be there', () => {
		const cases = [
			['{"a":1,\n "b": }', 2, 7],
			['{"a":1,}', 1, 8],
			['{"a" 1}', 1, 6],
			['{"a":[1,2}', 1, 10],
			['{"a":"x\ny"}', 1, 6],
			['{"a":01}', 1, 6],
			['{"a":1} x', 1, 9],
			['{', 1, 2],
			['', 1, 1],
		] as const;
		for (const [text, line, column] of cases) {
			assert.deepEqual(readJsonObject(text), { fault: { reason: 'syntax', line, column } }, text);
		}
	});
});

describe('columns', () => {
	it('become the fields that they are called in several languages, each field once', () => {
		const row = {
			Artikelnummer: '1',
			Título: 'T',
			'Prix TTC': '9',
			name: 'N',
			title: 'own',
			Kategorien: 'A|B',
			Farbe: 'rot',
		};
		const mapping = guessMapping([row], true);
		assert.deepEqual(
			mapping.map(({ field }) => field),
			['id', 'Título', 'price', 'name', 'title', 'categories', 'Farbe'],
		);
		const item = { id: '1', Título: 'T', price: '9', name: 'N', title: 'own', categories: ['A', 'B'], Farbe: 'rot' };
		assert.deepEqual(toItem(row, mapping), item);
	});

	it('that are left out are in no item', () => {
		const mapping = [{ column: 'secret', field: '', form: 'one', address: '', examples: [] }] as const;
		assert.deepEqual(toItem({ secret: 'x', other: 1 }, mapping), { other: 1 });
	});
});

describe('a packed file', () => {
	it('is read no further than its items are taken, so that progress is true', async () => {
		const lines = Array.from(
			{ length: 60_000 },
			(_, n) => `{"id":"${n}","key":"${createHash('md5').update(`${n}`).digest('hex')}"}\n`,
		);
		const packed = new Blob([gzipSync(lines.join(''))]);
		let byteCount = 0;
		const entries = splitJsonLines(readTexts(packed, 'utf-8', (count) => (byteCount = count)));
		const atShare: number[] = [];
		for await (const { position } of entries) {
			if (position % (lines.length / 10) === 0) atShare.push(byteCount / packed.size);
		}
		for (const [index, share] of atShare.entries()) {
			const taken = (index + 1) / 10;
			assert.ok(share >= taken - 0.01 && share < taken + 0.25, `${share} of it was read when ${taken} was taken`);
		}
	});

	it('or a list that ends too early is refused at its end, as what was read until then must replace nothing', async () => {
		const list = Buffer.from(
			JSON.stringify(Array.from({ length: 9_000 }, (_, n) => ({ id: `${n}`, key: `${n * 7_919}` }))),
		);
		const packed = gzipSync(list);
		const read = (bytes: Uint8Array<ArrayBuffer>) => collect(splitJsonList(readTexts(new Blob([bytes]), 'utf-8')));
		assert.equal((await read(list)).length, 9_000);
		assert.equal((await read(packed)).length, 9_000);
		const cut = [list.subarray(0, -1), list.subarray(0, list.length / 2), packed.subarray(0, packed.length / 2)];
		for (const part of cut) await assert.rejects(read(part), { reason: 'cut' });
	});
});
