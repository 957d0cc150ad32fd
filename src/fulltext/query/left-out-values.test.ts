import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

test('what any field of a data sheet says is left out as well, not only what titles and choices say', () => {
	const { search } = createSmallIndex({
		reel: { title: 'Lawn Mower Reel', specs: { power_source: 'Manual' } },
		honda: { title: 'Gas Lawn Mower', specs: { power_source: 'Gas' } },
		tractor: { title: 'Riding Lawn Mower', specs: { power_source: 'Gas' } },
		ego: { title: 'Cordless Lawn Mower', specs: { power_source: 'Battery' } },
	});
	const { hits } = search({ text: 'lawn mower not gas', hasUnderstanding: true });
	assert.deepEqual(new Set(hits.map(({ id }) => id)), new Set(['reel', 'ego']));
});
