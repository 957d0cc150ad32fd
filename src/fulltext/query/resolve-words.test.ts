import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { findFinished, resolveWords } from './resolve-words.ts';

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

it('takes a word for finished in all segments if one of them has it as typed', () => {
	const { view, search } = createSmallIndex({ a: { title: 'desktop' }, b: { title: 'desk' } }, { itemsPerSegment: 1 });
	const segments = view.segments.map(({ segment }) => segment);
	const toFinished = (text: string) => findFinished(segments, view.analyzer.analyzeQuery(text));
	assert.deepEqual([toFinished('desk'), toFinished('deskt'), toFinished('desk ')], [[true], [false], [false]]);
	const scores = search({ text: 'desk' }).hits.map(({ score }) => score);
	assert.ok((scores[0] as number) > 2 * (scores[1] as number));
});

it('ranks words that the typed one begins before typos where no item has it as typed', () => {
	const { idsOf } = createSmallIndex({ typo: { title: 'headpone' }, prefix: { title: 'headphonestand' } });
	assert.deepEqual(idsOf({ text: 'headphone', queryName: 'fuzzy' }), ['prefix', 'typo']);
});
