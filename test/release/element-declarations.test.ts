/** The declarations of the elements for React and Vue: they know the elements' own attributes, and refuse what is wrong. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe('the declarations of the elements', () => {
	it('let pages of React and Vue compile, and refuse values and events that do not exist, and what is missing', async () => {
		const compiler = toPath('../clients/node_modules/typescript/bin/tsc');
		const words = [compiler, '-p', toPath('../clients/element-declarations/tsconfig.json')];
		await run(process.execPath, words).catch(({ stdout, message }) => assert.fail(stdout || message));
	});

	it('have the attributes that the elements observe, and no others', async () => {
		const declared = await readFile(toPath('../../web/client/elements/elements.d.ts'), 'utf8');
		const names = new Set(
			[...declared.matchAll(/^\t'?([a-z-]+)'?\??: (?!CustomEvent|\w+Attributes;)/gm)].map(([, name]) => name),
		);
		const observed = new Set(['theme']);
		for (const file of ['define-element.ts', 'search-box.tsx', 'results.tsx', 'recommendations.tsx']) {
			const code = await readFile(toPath(`../../web/storefront/${file}`), 'utf8');
			for (const [, list = ''] of code.matchAll(/(?:attributes|commonAttributes|more)(?: =|:) \[(['\w][^\]]*)\]/gi))
				for (const [, name = ''] of list.matchAll(/'([a-z-]+)'/g)) observed.add(name);
		}
		assert.deepEqual([...names].toSorted(), [...observed].toSorted());
	});
});
