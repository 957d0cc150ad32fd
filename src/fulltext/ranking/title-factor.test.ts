import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

/**
 * One item, so its length is the average, and a word that names the thing has 2 / (2 + 2) in the table and the rarity
 * ln(1 + 0.5 / 1.5) = 0.287682. Its title names three things. "lamp" covers the query (0.5), is one of its three words
 * (0.1), and names a third of the things: 0.5 · 1.8 / 3 = 0.3.
 */
it('gives less for naming the thing where the title names others, too', () => {
	const { search } = createSmallIndex({ a: { title: 'lamp, cooler, heater' } });
	const score = search({ text: 'lamp ' }).hits[0]?.score ?? 0;
	assert.ok(Math.abs(score - 0.5 * 0.287682 * 1.9) < 1e-5, String(score));
});

it('ranks what names one thing before a list of things', () => {
	const { idsOf } = createSmallIndex({
		several: { title: 'Acme lamp, cooler, heater' },
		one: { title: 'Acme small bright reading lamp' },
	});
	assert.deepEqual(idsOf({ text: 'lamp ' }), ['one', 'several']);
	assert.equal(idsOf({ text: 'lamp heater ' })[0], 'several');
});
