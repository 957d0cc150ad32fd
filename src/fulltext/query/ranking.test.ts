import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex, many } from '../../../test/support/small-index.ts';
import type { SortRule } from '../../domain/query/index-query.ts';

function assertClose(actual: number | undefined, expected: number): void {
	assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-5, `${actual} is not ${expected}`);
}

/**
 * One item "lamp". Its lengths fall into the buckets 2, 3 and 0, which are also the averages. So one occurrence in
 * class A that names the thing counts twice and has 2 / (2 + 2) = 0.5 in the table. The rarity of 1 of 1 is
 * ln(1 + 0.5 / 1.5) = 0.287682. The title has the word (0.5), has no others (0.3), is the query (0.1), and names the
 * thing (0.5): 2.4.
 */
it('scores one word in one title as calculated by hand', () => {
	const { search } = createSmallIndex({ a: { title: 'lamp' } });
	assertClose(search({ text: 'lamp ' }).hits[0]?.score, 0.5 * 0.287682 * 2.4);
});

/**
 * Three items, each with one-word matches in class A: 1 / (2 + 1) for "desk", 2 / (2 + 2) for "lamp", which names the thing. "desk" in one of three: ln(1 + 2.5 / 1.5) = 0.980829; "lamp" in
 * two of three: ln(1 + 1.5 / 2.5) = 0.470004. Title factors for the query "desk lamp": the title "desk lamp" covers all
 * words (0.5), they are neighbours (0.25), there are no others (0.3), it is the query (0.1), and names a lamp (0.5): 2.65.
 * The title "lamp" covers 0.470004 / 1.450833 = 0.323955 of the rarity, with no other words, and names a lamp, too:
 * 1 + 0.5 · 0.323955 + 0.3 + 0.5 · 0.323955 = 1.623955. It lacks a word: a quarter. All items have the average length, so what a word
 * adds once in a title is 0.18 · 1 / (0.5 + 1) = 0.12 of its rarity, whatever is lacking.
 */
it('adds up words by their rarity, and lowers items that lack some', () => {
	const { search } = createSmallIndex({ a: { title: 'lamp' }, b: { title: 'desk lamp' }, c: { title: 'chair' } });
	const { hits } = search({ text: 'desk lamp ' });
	assert.deepEqual(
		hits.map(({ id }) => id),
		['b', 'a'],
	);
	assertClose(hits[0]?.score, ((1 / 3) * 0.980829 + 0.5 * 0.470004) * 2.65 + 0.12 * 1.450833);
	assertClose(hits[1]?.score, (0.5 * 0.470004 * 1.623955) / 4 + 0.12 * 0.470004);
	const named = search({ text: 'desk lamp ', queryName: 'match_or' });
	assertClose(named.hits[1]?.score, (0.5 * 0.470004 * 1.623955) / 4);
});

it('ranks what a title names before what the word only describes, and hides nothing', () => {
	const { idsOf } = createSmallIndex({
		bag: { title: 'Acme laptop bag' },
		computer: { title: 'Acme 20SL laptop gray 35.6 cm' },
		set: { title: 'Acme sleeve with laptop' },
	});
	assert.deepEqual(idsOf({ text: 'laptop ' }), ['computer', 'bag', 'set']);
	assert.deepEqual(idsOf({ text: 'laptop bag ' })[0], 'bag');
});

it('ranks what begins with a brand before what is made for it, wherever there is no field for brands', () => {
	const { idsOf } = createSmallIndex({
		listed: { title: 'Earbuds S6, S7, Samsung Level, Samsung Active' },
		own: { title: 'Samsung EHS64 in-ear headset with microphone and volume control for calls and music, white' },
		made: { title: 'Earbuds for Samsung S6, Samsung S7, Samsung M31, Samsung M53' },
		tablet: { title: 'Samsung tab' },
		phone: { title: 'Samsung smartphone' },
	});
	const ids = idsOf({ text: 'samsung ' });
	assert.deepEqual(ids.slice(0, 3).sort(), ['own', 'phone', 'tablet']);
	assert.deepEqual(ids.slice(3), ['listed', 'made']);
});

it('ranks what a long title names before what a short title describes', () => {
	const { idsOf } = createSmallIndex({
		filter: { title: 'Laptop filter' },
		computer: { title: 'Lenovo 20SL0012US notebook grey 35.6 cm (14") 1920 x 1080 pixels, 8 GB, 256 GB, Windows' },
	});
	assert.deepEqual(idsOf({ text: 'laptop ' }), ['computer', 'filter']);
});

it('ranks what a title names first in scripts without blanks, too', () => {
	const items = {
		case: { title: '索尼 耳机收纳盒 黑色' },
		set: { title: '耳机 支架' },
		headphones: { title: '索尼 WH-1000XM4 头戴式 无线降噪耳机 黑色 2023' },
	};
	assert.equal(createSmallIndex(items, { language: 'zh' }).idsOf({ text: '耳机 ' })[0], 'headphones');
	assert.equal(createSmallIndex(items, { language: 'zh' }).idsOf({ text: '耳机收纳盒 ' })[0], 'case');
});

it('ranks the word as typed before its stem, then typos, then words that it begins', () => {
	const { idsOf } = createSmallIndex({
		typo: { title: 'headphnes' },
		prefix: { title: 'headphonestand' },
		stem: { title: 'headphone' },
		exact: { title: 'headphones' },
	});
	assert.deepEqual(idsOf({ text: 'headphones', queryName: 'fuzzy' }), ['exact', 'stem', 'typo', 'prefix']);
});

it('ranks title before brand before description', () => {
	const { idsOf } = createSmallIndex({
		c: { title: 'thing one', description: 'acme' },
		b: { title: 'thing two', brand: 'acme' },
		a: { title: 'acme three' },
	});
	assert.deepEqual(idsOf({ text: 'acme ' }), ['a', 'b', 'c']);
});

it('ranks a short description and the brand among what an item is, and its data sheet behind', () => {
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

it('takes the name for a title only where there is no other title', () => {
	const { idsOf } = createSmallIndex({
		both: { title: 'thing one', name: 'acme' },
		named: { name: 'acme two' },
	});
	assert.deepEqual(idsOf({ text: 'acme ' }), ['named', 'both']);
});

it('ranks adjacent words in order before words apart', () => {
	const { idsOf } = createSmallIndex({
		apart: { title: 'table white over many legs' },
		together: { title: 'many legs under white table' },
	});
	assert.deepEqual(idsOf({ text: 'white table ' }), ['together', 'apart']);
});

it('finds the words in titles whatever their inflection', () => {
	const { idsOf } = createSmallIndex({
		apart: { title: 'batteries and chargers that are always camera black' },
		together: { title: 'black and also light that are camera batteries here' },
	});
	assert.deepEqual(idsOf({ text: 'camera battery ' }), ['together', 'apart']);
});

it('finds the words in titles whatever their inflection, even where the description has the word as typed', () => {
	const { idsOf } = createSmallIndex({
		synonym: { title: 'notebook', df_manual_boost: 0.35 },
		inflected: { title: 'laptops red', description: 'laptop' },
	});
	assert.deepEqual(idsOf({ text: 'laptop ' }), ['inflected', 'synonym']);
});

it('treats a number and its unit as one thing, and ranks items that have them apart behind', () => {
	const { idsOf } = createSmallIndex({
		apart: { title: 'Monitor 19 inch', weight: '27 kg' },
		sign: { title: 'Monitor with frame 68.6 cm (27")' },
		words: { title: 'Monitor 27 inch' },
	});
	for (const text of ['27 inch monitor ', '27-inch monitor ', '27" monitor ', 'monitor 27in '])
		assert.deepEqual(idsOf({ text }).slice(0, 2).sort(), ['sign', 'words'], text);
});

it('ranks items that are the thing before items made for it', () => {
	const { idsOf } = createSmallIndex({
		charger: { title: 'Charger for Galaxy 9' },
		phone: { title: 'Samsung smartphone Galaxy 9 with 128 GB of memory, black' },
	});
	assert.deepEqual(idsOf({ text: 'galaxy 9 ' }), ['phone', 'charger']);
	assert.equal(idsOf({ text: 'charger galaxy 9 ' })[0], 'charger');
});

it('ranks items of the kind that was typed before items of a more specific kind', () => {
	const { idsOf } = createSmallIndex({
		bag: { title: 'Acme laptop bag 17', category: 'Computers > Laptop bags' },
		laptop: {
			title: 'Acme Proline laptop 17, silver, 16 GB',
			category: ['Sale', 'Computers > Laptops'],
		},
	});
	assert.deepEqual(idsOf({ text: 'acme laptop 17 ' }), ['laptop', 'bag']);
	assert.equal(idsOf({ text: 'laptop bag ' })[0], 'bag');
});

it('finds items by an everyday synonym, behind those named as typed', () => {
	const { idsOf } = createSmallIndex({
		other: { title: 'Acme notebook' },
		same: { title: 'Acme laptop' },
		none: { title: 'Acme desk' },
	});
	assert.deepEqual(idsOf({ text: 'laptops ' }), ['same', 'other']);
});

it('does not count bar codes in the length of a title', () => {
	const eans = Array.from({ length: 20 }, (_, index) => String(4_006_381_333_000 + index));
	const { search } = createSmallIndex({ coded: { title: 'lamp', ean: eans }, plain: { title: 'lamp' } });
	const [first, second] = search({ text: 'lamp ' }).hits;
	assert.equal(first?.score, second?.score);
});

it('puts the item whose identifier was typed first, however it is spelt', () => {
	const { idsOf } = createSmallIndex({
		'P-77': { title: 'cable', sku: 'XR 200-1', ean: '4006381333931' },
		other: { title: 'XR 200-1 XR 200-1 spare part', description: '4006381333931' },
	});
	for (const text of ['xr200-1', 'XR 200 1', 'p77', '4006381333931']) assert.equal(idsOf({ text })[0], 'P-77', text);
});

it('finds an item by its identifier even when no word matches, and reports match_and', () => {
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

it('puts items out of stock last where the index asks for it, and only there', () => {
	const items = {
		gone: { title: 'lamp', availability: 'out of stock' },
		here: { title: 'a long title with a lamp', availability: 'in stock' },
	};
	assert.deepEqual(createSmallIndex(items, { isOutOfStockLast: true }).idsOf({ text: 'lamp ' }), ['here', 'gone']);
	assert.deepEqual(createSmallIndex(items).idsOf({ text: 'lamp ' }), ['gone', 'here']);
});

it('tries all words, then some, then misspelt ones, and reports which attempt answered', () => {
	const { search } = createSmallIndex({
		both: { title: 'red lamp' },
		red: { title: 'red chair' },
		blue: { title: 'blue table' },
		samsung: { title: 'samsung tv' },
		tv: { title: 'philips tv' },
	});
	const expected: readonly (readonly [string, string, string, number])[] = [
		['red lamp ', 'match_and', 'both red', 1],
		['red table ', 'match_or', 'blue both red', 0],
		['samsng tv ', 'fuzzy', 'samsung tv', 1],
		['qwertz tv ', 'match_or', 'samsung tv', 0],
		['qwertz smasung ', 'fuzzy', 'samsung', 0],
		['qwertz ', 'fuzzy', '', 0],
		['lam', 'match_and', 'both', 1],
	];
	for (const [text, queryName, ids, strictCount] of expected) {
		const answer = search({ text });
		const found = answer.hits.map(({ id }) => id).join(' ');
		assert.deepEqual([answer.queryName, found, answer.strictCount], [queryName, ids, strictCount], text);
	}
});

/** Many items of the same words, each with a number. */
it('fills a short list with the items that have the most of the words, and counts those with all of them', () => {
	const items = [...many('gaming', 20), ...many('pad', 20), ...many('gaming pad', 3)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const answer = search({ text: 'gaming pad ', size: 100 });
	assert.deepEqual([answer.queryName, answer.count, answer.strictCount], ['match_and', 43, 3]);
	assert.equal(
		answer.hits.slice(0, 3).every(({ id }) => id.startsWith('gaming pad')),
		true,
	);
	assert.equal(search({ text: 'gaming pad ', queryName: 'match_and' }).count, 3);
});

it('ranks what the title says before what only a long description mentions, even if that has all the words', () => {
	const text = 'notebook with every port and radio that there is, such as bluetooth, and a jack for headphones '.repeat(
		4,
	);
	const { search } = createSmallIndex({
		notebook: { title: 'Notebook 14 inch gray', description: text },
		wired: { title: 'Stereo headphones' },
		wireless: { title: 'Bluetooth headphones' },
		...Object.fromEntries(many('bluetooth', 4)),
	});
	const { hits, strictCount } = search({ text: 'bluetooth headphones ' });
	const ids = hits.map(({ id }) => id);
	assert.deepEqual(ids.slice(0, 2), ['wireless', 'wired']);
	assert.equal(strictCount, 2);
	assert.ok(ids.includes('notebook'));
});

it('fills no list that is long enough', () => {
	const items = [...many('gaming', 20), ...many('gaming pad', 100)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const answer = search({ text: 'gaming pad ' });
	assert.deepEqual([answer.count, answer.strictCount], [100, 100]);
});

it('ends a list where what follows has little of the query: a common word beside rare ones', () => {
	const items = [...many('shoe', 900), ...many('trail', 4), ...many('waterproof trail shoe', 2)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	const answer = search({ text: 'waterproof trail shoe ' });
	assert.deepEqual([answer.count, answer.strictCount], [6, 2]);
});

it('adds no more than can be paged through to a list that is long enough for some pages', () => {
	const items = [...many('red', 1100), ...many('lamp', 1100), ...many('red lamp', 60)];
	const { search } = createSmallIndex(Object.fromEntries(items));
	assert.equal(search({ text: 'red lamp ' }).count, 60);
});

it('adds nothing to an item whose identifier was typed', () => {
	const items = [...many('ab', 5), ['sku', { title: 'lamp', mpn: 'AB 12' }] as const];
	const { search } = createSmallIndex(Object.fromEntries(items));
	assert.equal(search({ text: 'ab 12' }).hits[0]?.id, 'sku');
	assert.equal(search({ text: 'ab 12' }).count, 1);
});

it('counts a group with a strict item once, whichever item represents it', () => {
	const { search } = createSmallIndex({
		a: { title: 'red lamp', group_id: 'g', price: 9 },
		b: { title: 'red chair', group_id: 'g', price: 1 },
		c: { title: 'red table', price: 5 },
		...Object.fromEntries(many('lamp', 3)),
	});
	const byPrice = { kind: 'field', fieldName: 'price', isDescending: false } as const;
	const answer = search({ text: 'red lamp ', isGrouped: true, sort: [byPrice] });
	assert.deepEqual([answer.count, answer.strictCount, answer.hits[0]?.id], [5, 1, 'b']);
});

it('ranks by score however items are split into segments, also for one word with match_or', () => {
	const items = {
		weak: { title: 'red', description: 'shoe' },
		other: { title: 'blue', description: 'shoes' },
		strong: { title: 'shoes' },
	};
	for (const itemsPerSegment of [2, 3]) {
		const { search } = createSmallIndex(items, { itemsPerSegment });
		for (const queryName of ['match_and', 'match_or', 'fuzzy'] as const) {
			const [first] = search({ text: 'shoe ', queryName }).hits;
			assert.equal(first?.id, 'strong', `${queryName}, ${itemsPerSegment} in a segment`);
		}
	}
});

it('keeps to the query_name of the request', () => {
	const { search } = createSmallIndex({ a: { title: 'red lamp' }, b: { title: 'red chair' } });
	assert.equal(search({ text: 'red table ', queryName: 'match_and' }).count, 0);
	assert.equal(search({ text: 'red table ', queryName: 'match_or' }).count, 2);
	assert.equal(search({ text: 'lmap ', queryName: 'fuzzy' }).count, 1);
});

it('lets filters narrow a search down without changing which attempt answers', () => {
	const { search } = createSmallIndex({ a: { title: 'red lamp', price: 5 }, b: { title: 'red chair', price: 50 } });
	const answer = search({ text: 'red lamp ', filters: [{ kind: 'range', fieldName: 'price', gte: 20 }] });
	assert.deepEqual([answer.queryName, answer.count, answer.strictCount], ['match_and', 1, 0]);
});

it('reads titles where the score comes after another rule, too, and then reports the score', () => {
	const { search } = createSmallIndex({
		apart: { title: 'table white over many legs', price: 5 },
		together: { title: 'many legs under white table', price: 5 },
		cheap: { title: 'white box', description: 'for a table', price: 1 },
	});
	const byPrice = { kind: 'field', fieldName: 'price', isDescending: false } as const;
	const hitsOf = (sort: readonly SortRule[]) => search({ text: 'white table ', sort }).hits;
	assert.deepEqual(
		hitsOf([byPrice, { kind: 'score' }]).map(({ id }) => id),
		['cheap', 'together', 'apart'],
	);
	const scoreOf = new Map(hitsOf([]).map(({ id, score }) => [id, score]));
	for (const { id, score } of hitsOf([byPrice, { kind: 'score' }])) assert.equal(score, scoreOf.get(id));
	for (const { score } of hitsOf([byPrice])) assert.equal(score, 0);
});

it('pages through every match once, across the end of the window that is ranked by title', () => {
	const fillers = ['', 'box', 'lamp box', 'box with many things'];
	const items = Array.from({ length: 300 }, (_, index) => {
		const title = `${fillers[index % 4]} lamp desk ${index}`;
		return [`p${index}`, { title, brand: `brand ${index % 3}`, description: 'desk '.repeat(index % 5) }] as const;
	});
	const { idsOf } = createSmallIndex(Object.fromEntries(items), { itemsPerSegment: 110 });
	const byBrand = { kind: 'field', fieldName: 'brand', isDescending: false } as const;
	for (const sort of [[], [{ kind: 'score' }, byBrand], [byBrand, { kind: 'score' }]] as const) {
		const pages = Array.from({ length: 8 }, (_, page) =>
			idsOf({ text: 'desk lamp ', sort, from: 40 * page, size: 40 }),
		);
		assert.deepEqual(
			pages.map(({ length }) => length),
			[40, 40, 40, 40, 40, 40, 40, 20],
		);
		assert.equal(new Set(pages.flat()).size, 300);
	}
});

it('ranks equal items in the order of writing, whichever of their words counts for more', () => {
	const words = ['laptop', 'notebook'];
	for (const written of [words, [...words].reverse()]) {
		const items = Object.fromEntries(written.map((word) => [word, { description: `${word} here` }]));
		for (const itemsPerSegment of [1, 2]) {
			const { search } = createSmallIndex(items, { itemsPerSegment });
			for (const queryName of ['match_and', 'match_or'] as const) {
				const { hits } = search({ text: 'laptop notebook ', queryName });
				assert.deepEqual(
					hits.map(({ id }) => id),
					written,
				);
				assert.equal(hits[0]?.score, hits[1]?.score);
			}
		}
	}
});
