import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findInnerGenerators, searchFolders } from './generator-rules.ts';
import { readSourceFiles } from './source-files.ts';

describe('the generator functions of a search', () => {
	it('are looked for in folders that exist', () => {
		const paths = [...readSourceFiles(['src'], '.ts').keys()];
		assert.deepEqual(
			searchFolders.filter((folder) => !paths.some((path) => path.startsWith(folder))),
			[],
		);
	});

	it('are made once', () => {
		assert.deepEqual(findInnerGenerators(readSourceFiles(['src'], '.ts')), []);
	});

	for (const line of ['\tfunction* read() {', '\t\t*read(place) {', '\treturn run(function* (memory) {']) {
		it(`are made by each search with ${line.trim()}`, () => {
			assert.equal(findInnerGenerators(new Map([['src/fulltext/query/a.ts', line]])).length, 1);
		});
	}

	for (const line of ['export function* read() {', '\t * (see `function*`)', '\tconst part = yield* read(place);']) {
		it(`are made once with ${line.trim()}`, () => {
			assert.deepEqual(findInnerGenerators(new Map([['src/fulltext/query/a.ts', line]])), []);
		});
	}
});
