import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const items = {
	mouse: { title: 'Gaming mouse' },
	chair: { title: 'Gaming chair' },
	shoe: { title: 'Running shoe' },
	office: { title: 'Office chair' },
};
const { search, idsOf } = createSmallIndex(items);

for (const [text, expected] of [
	['gift for gamer', ['chair', 'mouse']],
	['gifts for gamers ', ['chair', 'mouse']],
	['gamer chair', ['chair']],
	['runner gift', ['shoe']],
	['gift for baker', []],
] as const) {
	it(`lists what is for the activity of somebody whom nothing is called after: ${text}`, () => {
		assert.deepEqual(
			idsOf({ text, hasUnderstanding: true })
				.slice(0, expected.length || 1)
				.toSorted(),
			expected,
		);
	});
}

it('reports fuzzy, no product with all the words and no correction', () => {
	const { queryName, strictCount, correctedText } = search({ text: 'gift for gamer' });
	assert.deepEqual([queryName, strictCount, correctedText], ['fuzzy', 0, undefined]);
});

it('finds the word itself where a product has it', () => {
	const { idsOf } = createSmallIndex({ ...items, shirt: { title: 'Gamer shirt' } });
	assert.deepEqual(idsOf({ text: 'gamer' }), ['shirt']);
});
