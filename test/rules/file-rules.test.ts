import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findBarrels, findDefaultExports, findLongFiles, findMergeRemains, findVagueNames } from './file-rules.ts';
import { readSourceFiles, type SourceFiles } from './source-files.ts';

const project = readSourceFiles(['src', 'test', 'bench', 'web'], '.ts', '.tsx');

function one(text: string, path = 'src/lib/a.ts'): SourceFiles {
	return new Map([[path, text]]);
}

describe('the files of the project', () => {
	it('are short enough to be read', () => {
		// Made from the OpenAPI document, and read by nobody.
		const written = [...project].filter(([path]) => path !== 'web/client/schema.ts');
		assert.deepEqual(findLongFiles(new Map(written)), []);
	});

	it('are named after their content', () => {
		assert.deepEqual(findVagueNames(project), []);
	});

	it('export by name', () => {
		assert.deepEqual(findDefaultExports(project), []);
	});

	it('have nothing that a merge left', () => {
		assert.deepEqual(
			findMergeRemains(readSourceFiles(['src', 'test', 'bench', 'web', 'docs'], '.ts', '.tsx', '.md')),
			[],
		);
	});

	it('have something of their own', () => {
		assert.deepEqual(findBarrels(project), []);
	});
});

describe('what a merge left', () => {
	it('is found where a line begins with it', () => {
		const remains = `${'<'.repeat(7)} HEAD`;
		assert.deepEqual(findMergeRemains(one(`a {}\n${remains}\n`)), ['src/lib/a.ts has what a merge left']);
		assert.deepEqual(findMergeRemains(one(`const text = '${remains}';\n`)), []);
	});
});

describe('the length of a file', () => {
	it('is 400 lines at most, the last line break not counted', () => {
		assert.deepEqual(findLongFiles(one('x;\n'.repeat(400))), []);
		assert.deepEqual(findLongFiles(one('x;\n'.repeat(401))), ['src/lib/a.ts has 401 lines; 400 is the limit']);
	});
});

describe('a vague name', () => {
	const vague = ['src/lib/utils.ts', 'src/lib/string-utils.ts', 'src/lib/helpers.test.ts', 'src/common/a.ts'];
	for (const path of [...vague, 'src/app/item-manager.ts', 'src/domain/item/types.ts']) {
		it(`is ${path}`, () => {
			assert.equal(findVagueNames(one('', path)).length, 1);
		});
	}

	it('is not a word that only resembles one', () => {
		assert.deepEqual(findVagueNames(one('', 'src/http/content-type.ts')), []);
		assert.deepEqual(findVagueNames(one('', 'src/lib/utilisation.ts')), []);
	});
});

describe('a default export', () => {
	it('is found in both of its forms', () => {
		assert.equal(findDefaultExports(one('export default 1;')).length, 1);
		assert.equal(findDefaultExports(one('const a = 1;\nexport { a as default };')).length, 1);
	});

	it('is not a default value, nor one in a comment', () => {
		assert.deepEqual(findDefaultExports(one('export const defaultPort = 1;\n// export default 1;')), []);
	});
});

describe('a barrel', () => {
	const barrels = [
		"export * from './a.ts';\nexport { b } from './b.ts';\n",
		"/** All of it. */\nexport type { A } from './a.ts';\n",
		"import { a } from './a.ts';\n\nexport { a };\n",
		"export {\n\ta,\n\tb,\n} from './a.ts';\n",
	];
	for (const text of barrels) {
		it(`is a file that only says ${JSON.stringify(text)}`, () => {
			assert.equal(findBarrels(one(text)).length, 1);
		});
	}

	it('is not a file that re-exports something beside its own exports', () => {
		assert.deepEqual(findBarrels(one("export { a } from './a.ts';\nexport const b = 1;\n")), []);
	});

	it('is not a file that runs code or computes something from its imports', () => {
		assert.deepEqual(findBarrels(one("import './a.ts';\nstart();\n")), []);
		assert.deepEqual(findBarrels(one("import { a } from './a.ts';\nexport const list = [a];\n")), []);
	});
});
