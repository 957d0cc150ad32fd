import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	isRangeName,
	normalizeQuery,
	parseIndicesName,
	parseItemName,
	parseLocationName,
	parseRangeName,
	toIndicesName,
	toItemName,
	toLocationName,
	toNamedText,
	toQueryName,
	toRangeName,
	toValueName,
} from './fact-name.ts';

test('names say what went into them', () => {
	const item = { indexName: 'product', itemKey: '0123456789abcdef0123456789abcdef' };
	assert.deepEqual(parseItemName(toItemName(item)), item);
	const location = { country: 'DE', continent: 'EU', city: 'Köln', latitude: 50.94, longitude: null };
	assert.deepEqual(parseLocationName(toLocationName(location)), location);
	assert.deepEqual(parseRangeName(toRangeName({ from: 0.5, to: null })), { from: 0.5, to: null });
	assert.deepEqual(parseIndicesName(toIndicesName(['product', 'blog'])), ['blog', 'product']);
	assert.deepEqual(parseIndicesName(toIndicesName([])), []);
	assert.equal(toNamedText(toQueryName('red shoes')), 'red shoes');
});

test('a value that looks like a range is none', () => {
	assert.deepEqual([toValueName('[1,2]'), toRangeName({ from: 1, to: 2 })].map(isRangeName), [false, true]);
});

test('queries that differ in case, blanks or composition are one', () => {
	for (const text of ['Café  au\u00a0lait ', 'cafe\u0301 au lait', ' CAFÉ\tau\u0000lait']) {
		assert.equal(normalizeQuery(text), 'café au lait');
	}
	assert.equal(normalizeQuery('\ud800x'), '\ufffdx', 'no store keeps half a character');
});
