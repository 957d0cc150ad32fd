/** Files of any system in the import of the dashboard: how they are written, what is no product, and markup in their texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { detectFormat } from '../../web/dashboard/pages/catalogue/import/detect-format.ts';
import { toPlainText } from '../../web/dashboard/pages/catalogue/import/plain-text.ts';
import { type Bytes, importFile } from '../support/imported-file.ts';

describe('a file', () => {
	it('is known by its beginning, however it is written', async () => {
		const table = 'id;name;price\n1;Schuhgröße;"1.234,56 €"\n';
		const utf16 = Buffer.from(`\uFEFF${table}`, 'utf16le');
		const files: readonly (readonly [string | Bytes, string])[] = [
			[`sep=;\r\n${table}`, 'csv utf-8'],
			[`\uFEFF${table}`, 'csv utf-8'],
			[new Uint8Array(utf16), 'csv utf-16le'],
			[new Uint8Array(utf16.subarray(2)), 'csv utf-16le'],
			[new Uint8Array(Buffer.from(utf16).swap16()), 'csv utf-16be'],
			[new Uint8Array(Buffer.from(table.replace('€', ''), 'latin1')), 'csv windows-1252'],
			[new Uint8Array(gzipSync(table)), 'csv utf-8'],
		];
		for (const [content, expected] of files) {
			const { format, items } = await importFile(content);
			assert.equal(`${format.kind} ${format.encoding}`, expected);
			assert.deepEqual([items.length, items[0]?.title], [1, 'Schuhgröße'], expected);
		}
	});

	it('in XML has the letters that it declares', async () => {
		const bytes = [...Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?><a>'), 0xb9, ...Buffer.from('</a>')];
		const { encoding, kind } = await detectFormat(new Blob([new Uint8Array(bytes)]));
		assert.deepEqual([kind, encoding], ['xml', 'iso-8859-2']);
	});

	it('of a spreadsheet is named as what it is', async () => {
		const workbook = new Blob([new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0])]);
		await assert.rejects(detectFormat(workbook), { reason: 'workbook' });
	});

	it('with an object in each line is no list of the first one', async () => {
		const lines = '{"objectID":"a","name":"A","offers":[{"x":1}]}\n{"objectID":"b","name":"B","offers":[{"x":2}]}\n';
		const { format, items } = await importFile(lines);
		assert.equal(format.kind, 'json-lines');
		assert.deepEqual(
			items.map(({ id, title }) => [id, title]),
			[
				['a', 'A'],
				['b', 'B'],
			],
		);
		assert.equal((await importFile(lines.replaceAll('objectID', 'key'))).items.length, 2);
		assert.deepEqual((await importFile('{"results":[{"id":"m"}],"total":1}')).items, [{ id: 'm' }]);
	});

	it('has its rows counted as spreadsheets do', async () => {
		const { positions } = await importFile('id,name\n1,a\n\n,\n2,b\n');
		assert.deepEqual(positions, [2, 5]);
	});

	it('keeps what the shop pays from shoppers', async () => {
		const { items } = await importFile('id,name,cost_of_goods_sold,Einkaufspreis,costume\n1,a,3,4,5\n');
		assert.deepEqual(items, [{ id: '1', title: 'a', costume: '5' }]);
	});
});

describe('markup', () => {
	it('becomes the text that people read', () => {
		const cases = [
			['<p>One<br/>two</p><ul><li>three</li></ul>', 'One\ntwo\nthree'],
			['<style>p { color: red }</style><b>Bold</b>, &quot;x&quot; &eacute;&Uuml;&#8364;&#x1F600;', 'Bold, "x" éÜ€😀'],
			['3 < 4 and 5 > 2 &unknown; &#0;', '3 < 4 and 5 > 2 &unknown; &#0;'],
			['<!-- <p>no</p> --><script>alert(1)</script>yes', 'yes'],
		] as const;
		for (const [html, text] of cases) assert.equal(toPlainText(html), text);
	});
});
