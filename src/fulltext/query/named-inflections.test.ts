import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const description = 'As sharp as all our knives.';
const items = {
	sharpener: { title: 'Kitchen knives sharpener' },
	board: { title: 'Board', description: 'For knives.' },
	chef: { title: 'Chef knife 8 inch', description },
	plain: { title: 'Chef knife 8 inch', description: 'As sharp as all ours.' },
};

it('ranks what the title names in the other number before what only mentions the word, whatever the description says', () => {
	for (const itemsPerSegment of [1_000, 1]) {
		const { idsOf } = createSmallIndex(items, { itemsPerSegment });
		assert.deepEqual(idsOf({ text: 'knives ' }).slice(0, 2).sort(), ['chef', 'plain']);
	}
});
