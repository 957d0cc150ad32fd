import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hasComputedImport, listImports } from './import-lines.ts';
import {
	findBrowserCodeProblems,
	findCycles,
	findDirectionProblems,
	findImpureImports,
	findSlowImports,
	findUninstalledPackages,
	findUnknownImports,
} from './import-rules.ts';
import { projectRoot, readSourceFiles, type SourceFiles } from './source-files.ts';

const project = readSourceFiles(['src'], '.ts');
const browserCode = readSourceFiles(['web'], '.ts', '.tsx');
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

/** A project of two files, the first of which imports the second. */
function link(from: string, to: string): SourceFiles {
	const upwards = '../'.repeat(from.split('/').length - 1);
	return new Map([
		[from, `import { x } from '${upwards}${to}';\n`],
		[to, 'export const x = 1;\n'],
	]);
}

describe('the files in src', () => {
	it('are found', () => {
		assert(project.has('src/lib/seeded-random.ts'));
		assert(project.size > 50, `only ${project.size} files were found`);
	});

	it('import inwards', () => {
		assert.deepEqual(findDirectionProblems(project), []);
	});

	it('import files that are there, by names that can be read', () => {
		assert.deepEqual(findUnknownImports(project), []);
	});

	it('have no import cycles', () => {
		assert.deepEqual(findCycles(project), []);
	});

	it('import packages that are installed with the program', () => {
		// A checkout bundles with it, and a release has the bundles.
		const installed = [...Object.keys(manifest.dependencies), 'esbuild'];
		assert.deepEqual(findUninstalledPackages(project, installed), []);
	});

	it('of browsers import nothing of the server', () => {
		assert(browserCode.has('web/storefront/storefront.ts'));
		assert.deepEqual(findBrowserCodeProblems(browserCode), []);
		assert.deepEqual(findCycles(browserCode), []);
	});

	it('do no input or output where they only compute', () => {
		assert.deepEqual(findImpureImports(project), []);
	});

	it('do not import node:http in the way that is slow', () => {
		assert.deepEqual(findSlowImports(project), []);
	});
});

describe('the direction of imports', () => {
	const refused: readonly (readonly [string, string])[] = [
		['src/lib/a.ts', 'src/domain/item/b.ts'],
		['src/domain/item/a.ts', 'src/ports/b.ts'],
		['src/ports/a.ts', 'src/app/item/b.ts'],
		['src/fulltext/a.ts', 'src/ports/b.ts'],
		['src/recommend/a.ts', 'src/ports/b.ts'],
		['src/recommend/a.ts', 'src/fulltext/b.ts'],
		['src/learning/a.ts', 'src/fulltext/b.ts'],
		['src/learning/a.ts', 'src/recommend/b.ts'],
		['src/ingest/a.ts', 'src/ports/b.ts'],
		['src/ingest/a.ts', 'src/cli/b.ts'],
		['src/fulltext/query/a.ts', 'src/recommend/b.ts'],
		['src/app/item/a.ts', 'src/adapters/sql/b.ts'],
		['src/app/item/a.ts', 'src/fulltext/b.ts'],
		['src/app/item/a.ts', 'src/app/store/b.ts'],
		['src/app/item/a.ts', 'src/http/server/b.ts'],
		['src/adapters/sql/a.ts', 'src/adapters/opensearch/b.ts'],
		['src/adapters/sql/a.ts', 'src/app/item/b.ts'],
		['src/http/search/a.ts', 'src/adapters/sql/b.ts'],
		['src/adapters/sql/a.ts', 'src/adapters/sqlite/b.ts'],
		['src/adapters/sqlite/a.ts', 'src/adapters/postgres/b.ts'],
		['src/http/admin/a.ts', 'src/http/search/b.ts'],
		['src/http/shared/a.ts', 'src/http/search/b.ts'],
		['src/http/server/a.ts', 'src/http/search/b.ts'],
		['src/http/server/a.ts', 'src/http/shared/b.ts'],
		['src/followers/search-index/a.ts', 'src/adapters/sqlite/b.ts'],
		['src/followers/search-index/a.ts', 'src/app/item/b.ts'],
		['src/followers/search-index/a.ts', 'src/followers/popular-queries/b.ts'],
		['src/followers/runtime/a.ts', 'src/followers/popular-queries/b.ts'],
		['src/fulltext/a.ts', 'src/followers/search-index/b.ts'],
		['src/http/search/a.ts', 'src/maintenance/b.ts'],
		['src/maintenance/a.ts', 'src/http/search/b.ts'],
		['src/maintenance/a.ts', 'src/adapters/sqlite/b.ts'],
		['src/cli/a.ts', 'src/http/search/b.ts'],
		['src/cli/a.ts', 'src/main/settings/settings.ts'],
		['src/http/search/a.ts', 'src/main/settings/settings.ts'],
		['src/main/open-zone.ts', 'src/adapters/sqlite/b.ts'],
		['src/main/topologies/postgres.ts', 'src/adapters/sqlite/b.ts'],
		['src/stray/a.ts', 'src/lib/b.ts'],
		['src/lib/a.ts', 'package.json'],
	];
	for (const [from, to] of refused) {
		it(`refuses ${from} → ${to}`, () => {
			assert.equal(findDirectionProblems(link(from, to)).length, 1);
		});
	}

	const accepted: readonly (readonly [string, string])[] = [
		['src/lib/a.ts', 'src/lib/deep/b.ts'],
		['src/domain/item/a.ts', 'src/domain/query/b.ts'],
		['src/domain/item/a.ts', 'src/lib/b.ts'],
		['src/fulltext/query/a.ts', 'src/fulltext/index/b.ts'],
		['src/app/item/a.ts', 'src/app/item/b.ts'],
		['src/app/item/a.ts', 'src/ports/b.ts'],
		['src/adapters/fulltext-index/a.ts', 'src/fulltext/b.ts'],
		['src/adapters/sql/a.ts', 'src/adapters/sql/deep/b.ts'],
		['src/adapters/sqlite/a.ts', 'src/adapters/sql/b.ts'],
		['src/adapters/postgres/a.ts', 'src/adapters/sql/b.ts'],
		['src/adapters/fulltext-index/a.ts', 'src/followers/search-index/b.ts'],
		['src/followers/search-index/a.ts', 'src/followers/runtime/b.ts'],
		['src/followers/search-index/a.ts', 'src/fulltext/b.ts'],
		['src/main/topologies/embedded.ts', 'src/maintenance/b.ts'],
		['src/http/search/a.ts', 'src/http/server/b.ts'],
		['src/http/search/a.ts', 'src/http/shared/b.ts'],
		['src/http/shared/a.ts', 'src/http/server/b.ts'],
		['src/main/serve.ts', 'src/adapters/crypto/b.ts'],
		['src/main/topologies/embedded.ts', 'src/adapters/sqlite/b.ts'],
		['src/main/vitrine.ts', 'src/cli/b.ts'],
		['src/main/version.ts', 'package.json'],
		['src/lib/a.test.ts', 'src/main/b.ts'],
	];
	for (const [from, to] of accepted) {
		it(`accepts ${from} → ${to}`, () => {
			assert.deepEqual(findDirectionProblems(link(from, to)), []);
		});
	}

	it('is checked for every form of import', () => {
		const forms = [
			"import { x } from '../ports/b.ts';",
			"import type { x } from '../ports/b.ts';",
			"import {\n\ttype x,\n\ty,\n} from '../ports/b.ts';",
			"import * as all from '../ports/b.ts';",
			"import '../ports/b.ts';",
			"export { x } from '../ports/b.ts';",
			"export type { x } from '../ports/b.ts';",
			"export * from '../ports/b.ts';",
			"export * as all from '../ports/b.ts';",
			"const late = await import('../ports/b.ts');",
			"export function f(x: import('../ports/b.ts').X): void {}",
			"const thread = new Worker(new URL('../ports/b.ts', import.meta.url));",
		];
		for (const form of forms) {
			const files = new Map([['src/lib/a.ts', `/** A file. */\n${form}\n`]]);
			assert.equal(findDirectionProblems(files).length, 1, form);
		}
	});
});

describe('the reading of imports', () => {
	it('keeps to their order and passes over comments', () => {
		const text = [
			'/**\n * An example:\n * import { no } from "./no.ts";\n */',
			"import { readFileSync } from 'node:fs';",
			"// import { no } from './no.ts';",
			"import { a } from './a.ts';",
			'export const b = 1;',
			"export { c } from './c.ts';",
		].join('\n');
		assert.deepEqual(listImports(text), ['node:fs', './a.ts', './c.ts']);
	});

	it('does not count declarations as imports', () => {
		const text = "export const from = 'x';\nexport { from };\nexport interface A {\n\treadonly from: 'x';\n}\n";
		assert.deepEqual(listImports(text), []);
	});

	it('notices a computed import', () => {
		assert(hasComputedImport('const late = await import(name);'));
		assert(hasComputedImport('const late = await import(\n\tprefix + name,\n);'));
		assert(!hasComputedImport("const late = await import(\n\t'./a.ts',\n);"));
		assert(!hasComputedImport("import { a } from './a.ts';\nconst here = import.meta.dirname;"));
	});
});

describe('unknown imports', () => {
	it('are files that are not there', () => {
		const files = new Map([['src/lib/a.ts', "import { b } from './b.ts';"]]);
		assert.deepEqual(findUnknownImports(files), ['src/lib/a.ts imports src/lib/b.ts, which is not in src']);
	});

	it('are files beyond src', () => {
		const files = new Map([['src/lib/a.ts', "import { b } from '../../test/support/b.ts';"]]);
		assert.equal(findUnknownImports(files).length, 1);
	});

	it('are threads whose file is not there', () => {
		const files = new Map([['src/lib/a.ts', "new Worker(new URL('./a-thread.ts', import.meta.url));"]]);
		assert.equal(findUnknownImports(files).length, 1);
	});

	it('are tests', () => {
		assert.equal(findUnknownImports(link('src/lib/a.ts', 'src/lib/b.test.ts')).length, 1);
	});

	it('are computed names', () => {
		assert.equal(findUnknownImports(new Map([['src/lib/a.ts', 'await import(name);']])).length, 1);
	});

	it('include every file outside the layers', () => {
		assert.equal(findUnknownImports(new Map([['src/stray.ts', 'export const a = 1;']])).length, 1);
		assert.equal(findUnknownImports(new Map([['src/stray/a.ts', 'export const a = 1;']])).length, 1);
	});
});

describe('circles', () => {
	it('are found whatever their length, once each', () => {
		const files = new Map([
			['src/lib/a.ts', "import { b } from './b.ts';\nimport { d } from './d.ts';"],
			['src/lib/b.ts', "import type { c } from './c.ts';"],
			['src/lib/c.ts', "import { a } from './a.ts';"],
			['src/lib/d.ts', "import { d } from './d.ts';"],
		]);
		assert.deepEqual(findCycles(files), [
			'src/lib/a.ts → src/lib/b.ts → src/lib/c.ts → src/lib/a.ts',
			'src/lib/d.ts → src/lib/d.ts',
		]);
	});

	it('are not a thread and the file that starts it', () => {
		const files = new Map([
			['src/lib/a.ts', "const thread = new Worker(new URL('./a-thread.ts', import.meta.url));"],
			['src/lib/a-thread.ts', "import type { Order } from './a.ts';"],
		]);
		assert.deepEqual(findCycles(files), []);
	});

	it('are not two ways to the same file', () => {
		const files = new Map([
			['src/lib/a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';"],
			['src/lib/b.ts', "import { d } from './d.ts';"],
			['src/lib/c.ts', "import { d } from './d.ts';"],
			['src/lib/d.ts', 'export const d = 1;'],
		]);
		assert.deepEqual(findCycles(files), []);
	});
});

describe('packages', () => {
	it('are refused when only developers have them, in every form of name', () => {
		const files = new Map([
			[
				'src/lib/a.ts',
				"import { x } from 'fastify';\nimport y from 'ajv/dist/2020.js';\nimport '@a/b/c';\nimport 'node:fs';",
			],
			['src/lib/a.test.ts', "import fc from 'fast-check';"],
		]);
		assert.deepEqual(findUninstalledPackages(files, ['fastify']), [
			'src/lib/a.ts imports ajv, which is not in the dependencies of package.json',
			'src/lib/a.ts imports @a/b, which is not in the dependencies of package.json',
		]);
	});
});

describe('code for browsers', () => {
	const refused = ["'../../src/lib/a.ts'", "'../dashboard/a.ts'", "'node:fs'", "'../../test/support/a.ts'"];

	it('imports its own folder, what pages share, and packages', () => {
		const lines = ["'./b.ts'", "'./texts/c.ts'", "'../ui/d.ts'", "'../client/e.ts'", "'preact'"];
		const text = lines.map((line) => `import { x } from ${line};`).join('\n');
		assert.deepEqual(findBrowserCodeProblems(new Map([['web/storefront/a.tsx', text]])), []);
	});

	for (const specifier of refused) {
		it(`does not import ${specifier}`, () => {
			const files = new Map([['web/storefront/a.tsx', `import { x } from ${specifier};`]]);
			assert.equal(findBrowserCodeProblems(files).length, 1);
		});
	}

	it('is imported by nothing in src', () => {
		assert.equal(findDirectionProblems(link('src/http/pages/a.ts', 'web/ui/b.ts')).length, 1);
	});
});

describe('input and output', () => {
	it('is refused in the layers that compute, whatever the spelling', () => {
		for (const layer of ['lib', 'domain', 'fulltext', 'recommend', 'ingest']) {
			for (const name of ['node:fs', 'fs', 'node:fs/promises', 'node:worker_threads', 'node:tls']) {
				const files = new Map([[`src/${layer}/a.ts`, `import { x } from '${name}';`]]);
				assert.equal(findImpureImports(files).length, 1, `${layer} ${name}`);
			}
		}
	});

	it('is accepted elsewhere, and so are modules that only compute', () => {
		const files = new Map([
			['src/adapters/sql/a.ts', "import { x } from 'node:fs';"],
			['src/domain/item/a.ts', "import { hash } from 'node:crypto';"],
			['src/lib/a.test.ts', "import { x } from 'node:fs';"],
		]);
		assert.deepEqual(findImpureImports(files), []);
	});
});

describe('what is imported from outside', () => {
	const toProject = (line: string): SourceFiles => new Map([['src/lib/a.ts', `/** A file. */\n${line}\n`]]);

	it('is no input or output where a layer only computes, in whatever way it is asked for', () => {
		for (const line of ["import fs from 'node:fs';", "const { createServer } = process.getBuiltinModule('node:http');"])
			assert.equal(findImpureImports(toProject(line)).length, 1, line);
		assert.deepEqual(findImpureImports(toProject("import { isIP } from 'node:net';")), []);
	});

	it('is the types of node:http alone', () => {
		for (const line of [
			"import { createServer } from 'node:http';",
			"import { Agent, type Server } from 'node:https';",
		])
			assert.equal(findSlowImports(toProject(line)).length, 1, line);
		for (const line of ["import type { Server } from 'node:http';", "process.getBuiltinModule('node:http');"])
			assert.deepEqual(findSlowImports(toProject(line)), [], line);
	});
});
