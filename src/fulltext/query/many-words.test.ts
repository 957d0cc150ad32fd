import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { queryWordsMax } from '../analysis/analyzed-query.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { resolveWords } from './resolve-words.ts';

/** Words of letters that share no stem and are no typos of each other. */
const words = Array.from({ length: 40 }, (_, at) => `w${'abcdefgh'[at % 8]}${'klmno'[at % 5]}`);
const { search, view } = createSmallIndex({ a: { title: words.join(' ') } });

/** A text of at most ten typed words, in each of which hyphens join up to four of the list. */
function toText(list: readonly string[]): string {
	const typed = Array.from({ length: Math.ceil(list.length / 4) }, (_, at) => list.slice(4 * at, 4 * at + 4));
	return `${typed.map((chunk) => chunk.join('-')).join(' ')} `;
}

describe('a query of very many words', () => {
	for (let count = 28; count <= 36; count++) {
		it(`is reported as cut, or its last word is searched too: ${count}`, () => {
			const text = toText([...words.slice(0, count - 1), 'nowhere']);
			const found = search({ text, queryName: 'match_and' });
			assert.equal(found.count, found.isTruncated ? 1 : 0);
			assert.equal(found.isTruncated, count > queryWordsMax);
		});
	}

	it('has no more words than there are bits', () => {
		const [entry] = view.segments;
		const query = createAnalyzer('en').analyzeQuery('shoe ');
		const many = { ...query, words: Array.from({ length: 32 }, () => query.words[0] as (typeof query.words)[number]) };
		assert.ok(entry !== undefined);
		assert.throws(() => resolveWords(entry.segment, many), RangeError);
	});
});
