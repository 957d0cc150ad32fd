import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../../test/support/chosen-seed.ts';
import { mayBegin, noBytes, toBeginnings, toLongerHash } from './beginnings.ts';
import { compareByBytes, type SortedStrings, toSortedStrings } from './sorted-strings.ts';

it('never rules out what a string begins with, however it is put together', (context) => {
	const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcé語😀'), minLength: 1, maxLength: 9 }));
	fc.assert(
		fc.property(words, fc.nat(12), (unsorted, cut) => {
			const strings = toSortedStrings(unsorted.sort(compareByBytes));
			for (const word of unsorted) {
				const letters = [...word];
				for (const at of letters.keys()) assert(isPossible(strings, letters.slice(0, at + 1).join(''), cut));
			}
		}),
		{ seed: chooseSeed(context) },
	);
});

it('rules most of the others out', () => {
	const letters = [...'abcdefghijklmnopqrstuvwxyz'];
	const unsorted = letters.flatMap((first) => letters.map((second) => `word${first}${second}s`));
	const strings = toSortedStrings(unsorted.sort(compareByBytes));
	const absent = unsorted.map((word) => `ward${word.slice(4)}`);
	const possible = absent.filter((word) => isPossible(strings, word, 2));
	assert(possible.length < absent.length / 5, String(possible.length));
	assert(!isPossible(toSortedStrings([]), 'word', 0));
});

/** Whether some string may begin so, asked for in two parts: bytes before `cut`, and the others. */
function isPossible(strings: SortedStrings, beginning: string, cut: number): boolean {
	const beginnings = toBeginnings(strings);
	const bytes = new TextEncoder().encode(beginning);
	const depth = Math.min(cut, bytes.length);
	const hash = toLongerHash(beginnings, noBytes, { bytes, from: 0, to: depth });
	return mayBegin(beginnings, toLongerHash(beginnings, { depth, hash }, { bytes, from: depth, to: bytes.length }));
}
