import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { endsWithAny, findWording, findWordings, startsWithAny, toWording, toWordings } from './wording.ts';

const list = (text: string, wording: string) =>
	findWording(text, toWording(wording)).map(({ start, end }) => text.slice(start, end));

it('finds wordings as whole words, with any blanks in them', () => {
	assert.deepEqual(list('no more than no moreover', 'no more'), ['no more']);
	assert.deepEqual(list('no   more', 'no more'), ['no   more']);
	assert.deepEqual(list('piano nobel', 'no'), []);
	assert.deepEqual(list('no, no. -no-', 'no'), ['no', 'no', 'no']);
	assert.deepEqual(list('эno noэ éno no\u{1d7d8} \u{1d7d8}no', 'no'), []);
	assert.deepEqual(list('no\u{1f600}no', 'no'), ['no', 'no']);
});

it('finds them within a run of a script without blanks', () => {
	assert.deepEqual(list('蓋ない瓶', 'ない'), ['ない']);
	assert.deepEqual(list('蓋no瓶', 'no'), ['no']);
});

it('finds abbreviations with their point, which is none before a digit', () => {
	assert.deepEqual(list('a max. b max c maxi', 'max'), ['max.', 'max']);
	assert.deepEqual(list('max.50', 'max'), ['max']);
});

it('finds the longest at a place, and says what a text begins and ends with', () => {
	const wordings = toWordings(['no', 'no more', 'non']);
	const text = 'no more, non no moreover';
	assert.deepEqual(
		findWordings(text, wordings).map(({ start, end }) => text.slice(start, end)),
		['no more', 'non', 'no'],
	);
	assert.deepEqual([startsWithAny('  no x', wordings), startsWithAny('x no', wordings)], [true, false]);
	assert.deepEqual([endsWithAny('x no ', wordings), endsWithAny('no x', wordings)], [true, false]);
});

const letter = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]`;

it('finds what one pattern of all wordings matches', (context) => {
	const part = fc.constantFrom('a', 'b', 'ab', '7', ' ', '  ', '-', 'é', '한', '手', '\u{1d400}', '\u{1f600}');
	const text = fc.array(part, { maxLength: 16 }).map((parts) => parts.join(''));
	fc.assert(
		fc.property(text, (typed) => {
			const wordings = ['a', 'ab', 'b a', 'a - b'];
			const sources = [String.raw`a\s+-\s+b`, String.raw`b\s+a`, 'ab', 'a'];
			const pattern = new RegExp(`(?<!${letter})(?:${sources.join('|')})(?!${letter})`, 'gu');
			assert.deepEqual(
				findWordings(typed, toWordings(wordings)),
				Array.from(typed.matchAll(pattern), ({ 0: found, index }) => ({ start: index, end: index + found.length })),
			);
		}),
		{ seed: chooseSeed(context), numRuns: 500 },
	);
});
