import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listImports, resolveLocal } from './import-lines.ts';
import { readSourceFiles } from './source-files.ts';

it('references of benchmarks import nothing of the server, which would change what it is compared with', () => {
	const files = readSourceFiles(['bench'], '.ts');
	const pending = [...files.keys()].filter((path) => path.startsWith('bench/references/'));
	assert(pending.length > 0);
	const seen = new Set(pending);
	for (const path of pending) {
		for (const target of resolveLocal(path, listImports(files.get(path) ?? ''))) {
			assert(files.has(target), `${path} imports ${target}`);
			if (!seen.has(target)) pending.push(target);
			seen.add(target);
		}
	}
});
