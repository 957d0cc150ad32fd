import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTable } from './text-table.ts';

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
