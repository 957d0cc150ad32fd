import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

const titles = [
	'N°5 Eau de Parfum',
	'Nº5 Eau de Parfum',
	'No. 5 Eau de Parfum',
	'Nr. 5 Eau de Parfum',
	'#5 Eau de Parfum',
];
const items = {
	...Object.fromEntries(titles.map((title) => [title, { title }])),
	other: { title: 'N°19 Eau de Parfum' },
	mask: { title: 'Mask N95' },
	pack: { title: '95 Masks' },
};

for (const language of ['en', 'fr', 'de', 'es']) {
	const { search } = createSmallIndex(items, { language });
	for (const sign of ['N°5', 'n° 5', 'nº5', 'nº 5', '№5', 'no 5', 'no. 5', 'No.5', 'nr. 5', '#5', 'number 5', '5']) {
		it(`finds a number however its sign is written: ${sign} in ${language}`, () => {
			const { hits, strictCount } = search({ text: `${sign} parfum ` });
			assert.equal(strictCount, titles.length);
			assert.deepEqual(
				hits
					.slice(0, titles.length)
					.map(({ id }) => id)
					.toSorted(),
				titles.toSorted(),
			);
		});
	}
}

it('takes a letter of a model for no sign', () => {
	assert.equal(createSmallIndex(items).search({ text: 'n 95 mask' }).strictCount, 1);
});
