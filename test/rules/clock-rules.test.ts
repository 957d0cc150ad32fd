import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDateReaders } from './clock-rules.ts';
import { readSourceFiles } from './source-files.ts';

describe('the date of the machine', () => {
	it('is read in one place of the program', () => {
		assert.deepEqual(findDateReaders(readSourceFiles(['src'], '.ts')), []);
	});

	for (const text of ['x(Date.now)', 'const at = Date.now();', 'new Date().getTime()', 'new Date;', 'Date()']) {
		it(`is asked for by ${text}`, () => {
			assert.equal(findDateReaders(new Map([['src/lib/a.ts', text]])).length, 1);
		});
	}

	for (const text of [
		'new Date(atMs)',
		'Date.UTC(2026, 1, 1)',
		'Date.parse(text)',
		'// Date.now()',
		'toDate(x)',
		'a.Date(x)',
	]) {
		it(`is not asked for by ${text}`, () => {
			assert.deepEqual(findDateReaders(new Map([['src/lib/a.ts', text]])), []);
		});
	}

	it('may be asked for by a test', () => {
		assert.deepEqual(findDateReaders(new Map([['src/lib/a.test.ts', 'Date.now()']])), []);
	});
});
