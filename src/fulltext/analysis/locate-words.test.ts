import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { createAnalyzer } from './analyzer.ts';
import { createTokenBuffer, tokenKinds } from './token-buffer.ts';

test('words get the offsets of their chunk, and words of a run those of their characters', () => {
	const { locateWords } = createAnalyzer('fr');
	const { source, words } = locateWords(`L'Écran WH-1000XM4, 27" ソニー`);
	assert.deepEqual(
		words.map(({ term, start, end }) => [term, source.slice(start, end)]),
		[
			['ecran', "L'Écran"],
			['wh', 'WH-1000XM4'],
			['1000xm4', 'WH-1000XM4'],
			['27', '27"'],
			['ソニ', 'ソニ'],
			['ニー', 'ニー'],
			['ー', 'ー'],
		],
	);
});

test('the located words are those that a document has of the text, whatever the text and the language', () => {
	const analyzers = ['en', 'fr', 'tr', 'ja', 'th', 'zh', 'de', 'ar'].map(createAnalyzer);
	const wordTexts = fc.constantFrom(
		'WH-1000XM4',
		'27"',
		"l'écran",
		'ソニー',
		'蓝牙耳机',
		'หูฟัง',
		'ＷＨ１',
		'C++',
		'ﬁn',
		'𠀀𠀁',
		'½',
	);
	const text = fc.oneof(
		fc.string({ unit: codePoint, maxLength: 40 }),
		fc.array(wordTexts, { maxLength: 6 }).map((all) => all.join(' ')),
	);
	fc.assert(
		fc.property(fc.constantFrom(...analyzers), text, (analyzer, written) => {
			const terms: string[] = [];
			const tokens = createTokenBuffer(4_096);
			analyzer.openDocuments((term) => terms.push(term) - 1).analyze(written, tokens);
			const expected: string[] = [];
			for (let at = 0; at < tokens.count; at++) {
				const kind = tokens.kinds[at];
				if (kind === tokenKinds.word || kind === tokenKinds.bigram)
					expected.push(terms[tokens.termIds[at] as number] as string);
			}
			const { source, words } = analyzer.locateWords(written);
			assert.deepEqual(
				words.map(({ term }) => term),
				expected,
			);
			for (const { start, end } of words) assert(start < end && end <= source.length);
		}),
	);
});
