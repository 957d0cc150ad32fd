import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { resolveWords } from './resolve-words.ts';
import { findFinishes } from './word-finishes.ts';

const query = createAnalyzer('en').analyzeQuery('2m ');

it('counts the items that have a word whole, and its subwords only where none has', () => {
	const apart = { title: 'adapter 2x M8' };
	const { view } = createSmallIndex(
		{ a: apart, b: apart, whole: { title: 'cable 2 m' }, c: apart, d: apart, e: apart },
		{ itemsPerSegment: 3 },
	);
	const counts = view.segments.map(({ segment }) => resolveWords(segment, query)[0]?.matchCount);
	assert.deepEqual(counts, [1, 3]);
});

it('takes a word for known in all segments if one of them has it as typed, and for finished if several titles do', () => {
	const items = { a: { title: 'desktop' }, b: { title: 'desk' }, c: { title: 'lamp', description: 'for any desk' } };
	const { view, search } = createSmallIndex(items, { itemsPerSegment: 1 });
	const segments = view.segments.map(({ segment }) => segment);
	const toFinishes = (text: string) => findFinishes(segments, view.analyzer.analyzeQuery(text));
	assert.deepEqual([toFinishes('desk'), toFinishes('deskt'), toFinishes('desk ')], [['known'], ['open'], ['open']]);
	const scores = search({ text: 'desk' }).hits.map(({ score }) => score);
	assert.ok((scores[0] as number) > 2 * (scores[1] as number));
	const more = createSmallIndex({ ...items, d: { title: 'oak desk' } }, { itemsPerSegment: 1 });
	assert.deepEqual(more.idsOf({ text: 'desk' }).sort(), ['b', 'c', 'd']);
});

it('finds what begins with a word only as long as titles do not have the word', () => {
	const items = {
		dresser: { title: 'Dresser for Bedroom Double Chest' },
		loft: { title: 'Loft Bed with Desk' },
		sofa: { title: 'Sofa Bed' },
		drops: { title: 'Vitamin D Drops' },
		softgels: { title: 'Vitamin D Softgels' },
		daily: { title: 'Daily Vitamin C' },
	};
	const { search, idsOf } = createSmallIndex(items);
	assert.equal(search({ text: 'double bed' }).strictCount, 0);
	assert.deepEqual(idsOf({ text: 'bed' }).sort(), ['loft', 'sofa']);
	assert.deepEqual(idsOf({ text: 'bedr' }), ['dresser']);
	const { strictCount, hits } = search({ text: 'vitamin d' });
	assert.deepEqual([strictCount, hits.length], [2, 3]);
	const heels = { 黒: { title: '黒ヒール' }, 靴: { title: '登山靴' }, 他: { title: '革靴' }, 棚: { title: '靴棚' } };
	const japanese = createSmallIndex(heels, { language: 'ja' });
	assert.deepEqual(japanese.idsOf({ text: '靴' }).sort(), ['他', '棚', '靴'].sort());
});

it('ranks words that the typed one begins before typos where no item has it as typed', () => {
	const { idsOf } = createSmallIndex({ typo: { title: 'headpone' }, prefix: { title: 'headphonestand' } });
	assert.deepEqual(idsOf({ text: 'headphone', queryName: 'fuzzy' }), ['prefix', 'typo']);
});
