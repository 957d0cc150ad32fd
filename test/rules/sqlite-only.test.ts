import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sqliteOnlyTests } from '../support/store/sqlite-only-tests.ts';
import { readSourceFiles } from './source-files.ts';

it('what does not run on PostgreSQL is there: a test that has another name would run after all', () => {
	const files = readSourceFiles(['test'], '.ts');
	for (const { file, tests = [] } of sqliteOnlyTests) {
		const text = files.get(file);
		assert(text !== undefined, file);
		for (const test of tests) assert(text.includes(`'${test}'`) || text.includes(`} ${test}\``), `${file}: ${test}`);
	}
});
