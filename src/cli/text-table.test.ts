import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitText, formatBlock, formatTable } from './text-table.ts';

const titles = ['ID', 'TITLE', 'BRAND'];
const rows = [
	['0123456789abcdef', 'A very long title that goes on and on', 'Skarvind of the North'],
	['2', 'Short', null],
];

test('columns are as wide as their widest cell where the width does not matter', () => {
	assert.equal(
		formatTable(titles, rows),
		[
			'ID                TITLE                                  BRAND',
			'0123456789abcdef  A very long title that goes on and on  Skarvind of the North',
			'2                 Short                                  -',
			'',
		].join('\n'),
	);
});

test('on a narrow terminal the widest columns are cut, but not those that must be whole', () => {
	const table = formatTable(titles, rows, { widthMax: 50, elastic: ['TITLE', 'BRAND'] });
	assert.equal(
		table,
		[
			'ID                TITLE            BRAND',
			'0123456789abcdef  A very long ti…  Skarvind of th…',
			'2                 Short            -',
			'',
		].join('\n'),
	);
	const narrowest = formatTable(titles, rows, { widthMax: 5, elastic: ['TITLE', 'BRAND'] });
	assert.match(narrowest, /^0123456789abcdef {2}A very lo… {2}Skarvind…$/m);
});

test('wide characters take two columns and marks none', () => {
	assert.equal(
		formatTable(
			['TITLE', 'N'],
			[
				['無線耳機', 1],
				['Cafe\u0301', 2],
				['abcdefgh', 3],
			],
		),
		['TITLE     N', '無線耳機  1', 'Cafe\u0301      2', 'abcdefgh  3', ''].join('\n'),
	);
	const cut = formatTable(['TITLE'], [['無線耳機無線耳機']], { widthMax: 12, elastic: ['TITLE'] });
	assert.equal(cut, 'TITLE\n無線耳機無…\n');
});

/** Columns on a terminal. */
const widths: readonly (readonly [text: string, columns: number])[] = [
	['naïve', 5],
	['nai\u0308ve', 5],
	['ｆｕｌｌ', 8],
	['ﾊﾝｶｸ', 4],
	['한국어', 6],
	['\u1112\u1161\u11ab', 2],
	['हिन्दी', 5],
	['👨‍👩‍👧', 2],
	['👍🏽', 2],
	['🇩🇪', 2],
	['1️⃣', 2],
	['❤️', 2],
	['a\u200bb', 2],
];

test('the width of a text is that on a terminal', () => {
	for (const [text, columns] of widths) {
		const line = formatTable(
			['T', '|'],
			[
				[text, '|'],
				['x'.repeat(12), '|'],
			],
		).split('\n')[1];
		assert.equal(line, `${text}${' '.repeat(12 - columns)}  |`, text);
	}
});

test('a text is cut between signs, never inside of one', () => {
	assert.equal(fitText('Cafe\u0301 au lait', 5), 'Cafe\u0301…');
	assert.equal(fitText('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 5), '👨‍👩‍👧👨‍👩‍👧…');
	assert.equal(fitText('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 4), '👨‍👩‍👧…');
	assert.equal(fitText('無線', 4), '無線');
});

test('values stand in one column behind names of any script', () => {
	assert.equal(
		formatBlock([
			['色', 'blau'],
			['size', 41],
		]),
		'色:    blau\nsize:  41\n',
	);
});
