import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findSharedSource, findUnusedShares, listOracles } from './oracle-rules.ts';
import { readSourceFiles } from './source-files.ts';

const project = readSourceFiles(['src', 'test'], '.ts');

describe('what answers are compared with', () => {
	it('is found', () => {
		const oracles = listOracles(project);
		for (const path of [
			'test/support/scan-search.ts',
			'test/contract/scan-search-index.ts',
			'test/support/plain-value.ts',
		])
			assert.ok(oracles.includes(path), path);
	});

	it('runs nothing of the core but its analysis', () => {
		assert.deepEqual(findSharedSource(project), []);
	});

	it('uses every file that it may share', () => {
		assert.deepEqual(findUnusedShares(project), []);
	});
});

describe('an oracle that runs the core', () => {
	const core: readonly [string, string] = ['src/fulltext/ranking/score-table.ts', 'export const k1 = 2;\n'];
	const toFiles = (text: string, ...others: readonly (readonly [string, string])[]) =>
		new Map([core, ['test/support/scan-search.ts', text], ...others]);

	it('is told', () => {
		const files = toFiles("import { k1 } from '../../src/fulltext/ranking/score-table.ts';\n");
		assert.deepEqual(findSharedSource(files), [
			'test/support/scan-search.ts runs src/fulltext/ranking/score-table.ts: what it checks must not be part of it',
		]);
	});

	it('is told when another file stands between them', () => {
		const files = toFiles("import { score } from './scoring.ts';\n", [
			'test/support/scoring.ts',
			"import { type K1, k1 } from '../../src/fulltext/ranking/score-table.ts';\n",
		]);
		assert.equal(findSharedSource(files).length, 1);
	});

	for (const text of [
		"import type { K1 } from '../../src/fulltext/ranking/score-table.ts';\n",
		"import { type K1, type Table } from '../../src/fulltext/ranking/score-table.ts';\n",
		"import {\n\ttype K1,\n\ttype Table as T,\n} from '../../src/fulltext/ranking/score-table.ts';\n",
		"import { formQualities } from '../../src/fulltext/analysis/analyzed-query.ts';\n",
	]) {
		it(`is not meant by ${JSON.stringify(text)}`, () => {
			assert.deepEqual(findSharedSource(toFiles(text)), []);
		});
	}
});
