import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { countTitles } from './title-counts.ts';

const items = {
	sofa: { title: 'Sofa grey' },
	couch: { title: 'Couch grey' },
	table: { title: 'Table grey' },
};

it('counts the titles with a text, and those of them with one of the phrases', () => {
	const { view } = createSmallIndex(items, { itemsPerSegment: 1 });
	assert.deepEqual(countTitles(view, 'grey', ['sofa grey', 'table grey']), { titleCount: 3, phraseCount: 2 });
	assert.deepEqual(countTitles(view, 'grey', ['grey sofa']), { titleCount: 3, phraseCount: 0 });
});

it('counts the same where an answer is known, and of another language anew', () => {
	const { view } = createSmallIndex({ ...items, tables: { title: 'Tables grey' } });
	const japanese = { ...view, analyzer: createAnalyzer('ja') };
	for (let round = 0; round < 2; round++) {
		assert.deepEqual(countTitles(view, 'tables', []), { titleCount: 2, phraseCount: 0 });
		assert.deepEqual(countTitles(japanese, 'tables', []), { titleCount: 1, phraseCount: 0 });
	}
});
