import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findBrokenLinks, findDependencyProblems, findReadmeProblems } from './document-rules.ts';
import { projectRoot, readRootFiles, readSourceFiles } from './source-files.ts';

const documents = new Map([...readRootFiles('.md'), ...readSourceFiles(['docs', 'src'], '.md')]);

const toHeading = (name: string) => new RegExp(`^## ${name}$`, 'm');

describe('the documents', () => {
	it('point to files that are there', () => {
		assert(documents.size > 0);
		assert.deepEqual(
			findBrokenLinks(documents, (path) => existsSync(join(projectRoot, path))),
			[],
		);
	});

	it('say of each top-level folder of src what it is, where to begin and what it must not know', () => {
		assert.deepEqual(
			findReadmeProblems(new Map([...readSourceFiles(['src'], '.ts'), ...readSourceFiles(['src'], '.md')])),
			[],
		);
	});

	const decisions = [...readSourceFiles(['docs/decisions'], '.md')].toSorted(([a], [b]) => (a < b ? -1 : 1));

	it('give each decision its date, status, context, alternatives and consequences', () => {
		const parts = [/^Date: .*Status: /m, ...['Context', 'Decision', 'Alternatives', 'Consequences'].map(toHeading)];
		const incomplete = decisions.filter(([, text]) => parts.some((part) => !part.test(text)));
		assert.deepEqual(
			incomplete.map(([path]) => path),
			[],
		);
	});

	it('number each decision once, by its file', () => {
		const numbers = decisions.map(([path, text]) => [path.split('/').at(-1)?.slice(0, 4), text.slice(2, 6)]);
		const expected = decisions.map((_, at) => String(at + 1).padStart(4, '0'));
		assert.deepEqual(
			numbers,
			expected.map((number) => [number, number]),
		);
	});

	it('have one line for every dependency, and for nothing else', () => {
		const [manifest, ofClients] = ['package.json', 'test/clients/package.json'].map((path) =>
			JSON.parse(readFileSync(join(projectRoot, path), 'utf8')),
		);
		const devDependencies = { ...manifest.devDependencies, ...ofClients.devDependencies };
		const table = readFileSync(join(projectRoot, 'docs/dependencies.md'), 'utf8');
		assert.deepEqual(findDependencyProblems({ ...manifest, devDependencies }, table), []);
	});
});

describe('a broken link', () => {
	const present = new Set(['README.md', 'docs/start.md', 'docs/decisions', 'docs/decisions/0001-a.md']);

	function find(path: string, text: string): string[] {
		return findBrokenLinks(new Map([[path, text]]), (target) => present.has(target));
	}

	it('is one to a missing file, seen from where it is written', () => {
		assert.deepEqual(find('README.md', 'See [how](docs/how.md).'), [
			'README.md points to docs/how.md, which is not there',
		]);
		assert.deepEqual(find('docs/start.md', 'See [how](how.md).'), [
			'docs/start.md points to docs/how.md, which is not there',
		]);
	});

	it('is a page that is only mentioned, too', () => {
		assert.equal(find('README.md', 'See `docs/how.md`.').length, 1);
	});

	it('is not broken if the file or folder exists', () => {
		const links = '[a](start.md#first "Title") [b](../README.md) [c](decisions) [d](./decisions/0001-a.md?plain=1)';
		assert.deepEqual(find('docs/start.md', `${links} and docs/start.md`), []);
	});

	it('is not checked if it points outside', () => {
		assert.deepEqual(find('README.md', '[a](https://example.com/docs/how.md) [b](#here) [c](mailto:a@b.example)'), []);
	});
});

describe('the README of a folder', () => {
	const code: readonly [string, string] = ['src/lib/a.ts', ''];
	const readme = '# lib\n\n1. [a](a.ts)\n\nIt must not know anything.\n';

	it('exists, is short, and says where to begin and what the folder must not know', () => {
		assert.deepEqual(findReadmeProblems(new Map([code, ['src/lib/README.md', readme]])), []);
	});

	it('is missed, and so is what it does not say', () => {
		assert.deepEqual(findReadmeProblems(new Map([code])), ['src/lib has no README.md']);
		assert.equal(findReadmeProblems(new Map([code, ['src/lib/README.md', '# lib\n']])).length, 2);
		assert.equal(findReadmeProblems(new Map([code, ['src/lib/README.md', readme + 'more\n'.repeat(20)]])).length, 1);
	});
});

describe('the table of dependencies', () => {
	const manifest = { dependencies: { fastify: '^5' }, devDependencies: { '@types/node': '^24' } };

	it('is complete with a row for each', () => {
		assert.deepEqual(findDependencyProblems(manifest, '| `fastify` | x |\n| `@types/node` | y |\n'), []);
	});

	it('misses a dependency, explains one that is gone, or repeats one', () => {
		const table = '| `fastify` | x |\n| `express` | y |\n| `fastify` | z |\n';
		assert.deepEqual(findDependencyProblems(manifest, table), [
			'@types/node has no line in docs/dependencies.md',
			'docs/dependencies.md explains express, which is not used',
			'docs/dependencies.md has fastify twice',
		]);
	});
});
