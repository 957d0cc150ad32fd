/** The declarations of the elements for React and Vue: they know the elements' own attributes, and refuse what is wrong. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertCompiles } from './assert-compiles.ts';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe('the declarations of the elements', () => {
	it('let pages of React and Vue compile, and refuse values and events that do not exist, and what is missing', async () => {
		await assertCompiles(toPath('../clients/element-declarations/tsconfig.json'));
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
