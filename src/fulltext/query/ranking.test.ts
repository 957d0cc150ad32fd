import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';

function assertClose(actual: number | undefined, expected: number): void {
	assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-5, `${actual} is not ${expected}`);
}

/**
 * One item "lamp": lengths 2, 3, 0 by their buckets, which are the averages too. So one occurrence in class A has
 * 1 / (5 + 1) = 0.166667 in the table. Rarity with 1 of 1: ln(1 + 0.5 / 1.5) = 0.287682. The title is covered (0.35)
 * and the word is all of it (0.1): 1.45.
 */
it('scores one word in one title as worked out by hand', () => {
	const { search } = createSmallIndex({ a: { title: 'lamp' } });
	assertClose(search({ text: 'lamp ' }).hits[0]?.score, (1 / 6) * 0.287682 * 1.45);
});

/**
 * Three items, all of one word in class A; "desk" in one of three: ln(1 + 2.5 / 1.5) = 0.980829; "lamp" in two of three:
 * ln(1 + 1.5 / 2.5) = 0.470004. Title factors: "desk lamp" for the query "desk lamp" covers all (0.35), the words are
 * neighbours (0.25) and whole (0.1): 1.7; "lamp" for it covers half: 1.175.
 */
it('adds up words by their rarity, and puts items with all of them first', () => {
	const { search } = createSmallIndex({ a: { title: 'lamp' }, b: { title: 'desk lamp' }, c: { title: 'chair' } });
	const { hits, queryName } = search({ text: 'desk lamp ', queryName: 'match_or' });
	assert.equal(queryName, 'match_or');
	assert.deepEqual(
		hits.map(({ id }) => id),
		['b', 'a'],
	);
	assertClose(hits[0]?.score, (1 / 6) * (0.980829 + 0.470004) * 1.7);
	assertClose(hits[1]?.score, (1 / 6) * 0.470004 * 1.175);
});

it('ranks the word as typed before its stem, a word it begins, and a word that is nearly it', () => {
	const { idsOf } = createSmallIndex({
		typo: { title: 'headphnes' },
		prefix: { title: 'headphonestand' },
		stem: { title: 'headphone' },
		exact: { title: 'headphones' },
	});
	assert.deepEqual(idsOf({ text: 'headphones', queryName: 'fuzzy' }), ['exact', 'stem', 'prefix', 'typo']);
});

it('ranks title before brand before description', () => {
	const { idsOf } = createSmallIndex({
		c: { title: 'thing one', description: 'acme' },
		b: { title: 'thing two', brand: 'acme' },
		a: { title: 'acme three' },
	});
	assert.deepEqual(idsOf({ text: 'acme ' }), ['a', 'b', 'c']);
});

it('counts a short description and the brand among what an item is, and its data sheet behind all that', () => {
	const { idsOf } = createSmallIndex({
		sheet: { title: 'thing one', works_with: 'acme' },
		story: { title: 'thing two', description: `acme ${'and so on '.repeat(60)}` },
		short: { title: 'thing three', description: 'an acme thing' },
		title: { title: 'acme four' },
	});
	const ids = idsOf({ text: 'acme ' });
	assert.deepEqual(ids.slice(0, 2), ['title', 'short']);
	assert.deepEqual(ids.slice(2).sort(), ['sheet', 'story']);
});

it('takes the name for a title only where there is no other', () => {
	const { idsOf } = createSmallIndex({
		both: { title: 'thing one', name: 'acme' },
		named: { name: 'acme two' },
	});
	assert.deepEqual(idsOf({ text: 'acme ' }), ['named', 'both']);
});

it('ranks words next to each other and in order before words apart', () => {
	const { idsOf } = createSmallIndex({
		apart: { title: 'table white with many legs' },
		together: { title: 'many legs with white table' },
	});
	assert.deepEqual(idsOf({ text: 'white table ' }), ['together', 'apart']);
});

it('puts the item whose number was typed on top, however it is spelt', () => {
	const { idsOf } = createSmallIndex({
		'P-77': { title: 'cable', sku: 'XR 200-1', ean: '4006381333931' },
		other: { title: 'XR 200-1 XR 200-1 spare part', description: '4006381333931' },
	});
	for (const text of ['xr200-1', 'XR 200 1', 'p77', '4006381333931']) assert.equal(idsOf({ text })[0], 'P-77', text);
});

it('finds an item by its number even when no word matches, and reports it as match_and', () => {
	const { search } = createSmallIndex({ 'AB/99': { title: 'cable' } });
	assert.deepEqual(
		search({ text: 'ab99' }).hits.map(({ id }) => id),
		['AB/99'],
	);
	assert.equal(search({ text: 'ab99' }).queryName, 'match_and');
});

it('multiplies by df_manual_boost', () => {
	const { search } = createSmallIndex({ plain: { title: 'lamp' }, boosted: { title: 'lamp', df_manual_boost: 3 } });
	const [first, second] = search({ text: 'lamp ' }).hits;
	assert.equal(first?.id, 'boosted');
	assertClose((first?.score ?? 0) / (second?.score ?? 1), 3);
});

it('puts what is out of stock last where the index says so, and only there', () => {
	const items = {
		gone: { title: 'lamp', availability: 'out of stock' },
		here: { title: 'a long title with a lamp', availability: 'in stock' },
	};
	assert.deepEqual(createSmallIndex(items, { isOutOfStockLast: true }).idsOf({ text: 'lamp ' }), ['here', 'gone']);
	assert.deepEqual(createSmallIndex(items).idsOf({ text: 'lamp ' }), ['gone', 'here']);
});

it('tries all words, then some, then misspelt ones, and says which of them answered', () => {
	const { search } = createSmallIndex({
		both: { title: 'red lamp' },
		red: { title: 'red chair' },
		blue: { title: 'blue table' },
		samsung: { title: 'samsung tv' },
		tv: { title: 'philips tv' },
	});
	const expected: readonly (readonly [string, string, number])[] = [
		['red lamp ', 'match_and', 1],
		['red table ', 'match_or', 3],
		['samsng tv ', 'fuzzy', 1],
		['qwertz tv ', 'match_or', 2],
		['qwertz smasung ', 'fuzzy', 1],
		['qwertz ', 'fuzzy', 0],
		['lam', 'match_and', 1],
	];
	for (const [text, queryName, count] of expected) {
		const answer = search({ text });
		assert.deepEqual([answer.queryName, answer.count], [queryName, count], text);
	}
});

it('keeps to the query_name it is given', () => {
	const { search } = createSmallIndex({ a: { title: 'red lamp' }, b: { title: 'red chair' } });
	assert.equal(search({ text: 'red table ', queryName: 'match_and' }).count, 0);
	assert.equal(search({ text: 'red table ', queryName: 'match_or' }).count, 2);
	assert.equal(search({ text: 'lmap ', queryName: 'fuzzy' }).count, 1);
});

it('lets filters narrow a search down without turning it into another one', () => {
	const { search } = createSmallIndex({ a: { title: 'red lamp', price: 5 }, b: { title: 'red chair', price: 50 } });
	const answer = search({ text: 'red lamp ', filters: [{ kind: 'range', fieldName: 'price', gte: 20 }] });
	assert.deepEqual([answer.queryName, answer.count], ['match_and', 0]);
});
