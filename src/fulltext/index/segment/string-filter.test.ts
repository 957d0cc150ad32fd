import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../../test/support/chosen-seed.ts';
import { joinHashes, toHash } from '../../../lib/polynomial-hash.ts';
import { compareByBytes, toSortedStrings } from './sorted-strings.ts';
import { beginningBytesMax, headBytes, mayBegin, mayHave, toBlock, toStringFilter } from './string-filter.ts';

it('never rules out a string of the list or what one begins with, however it is put together', (context) => {
	const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcé語😀'), minLength: 1, maxLength: 9 }));
	fc.assert(
		fc.property(words, fc.nat(12), (unsorted, cut) => {
			const filter = toStringFilter(toSortedStrings(unsorted.sort(compareByBytes)));
			for (const word of unsorted) {
				const bytes = new TextEncoder().encode(word);
				if (bytes.length < headBytes) continue;
				const block = toBlock(filter, bytes);
				assert(mayHave(block, toJoined(bytes, cut)));
				for (let depth = headBytes; depth <= Math.min(bytes.length, beginningBytesMax); depth++)
					assert(mayBegin(block, toJoined(bytes.subarray(0, depth), cut)));
			}
		}),
		{ seed: chooseSeed(context) },
	);
});

it('rules most of the others out', () => {
	const letters = [...'abcdefghijklmnopqrstuvwxyz'];
	const unsorted = letters.flatMap((first) => letters.map((second) => `wo${first}${second}s`));
	const filter = toStringFilter(toSortedStrings(unsorted.sort(compareByBytes)));
	const absent = unsorted.map((word) => new TextEncoder().encode(`wo${word.slice(2, 4)}r`));
	const begun = absent.filter((bytes) => mayBegin(toBlock(filter, bytes), toJoined(bytes, 2)));
	assert(begun.length < absent.length / 3, String(begun.length));
	const whole = absent.filter((bytes) => mayHave(toBlock(filter, bytes), toJoined(bytes, 2)));
	assert(whole.length < absent.length / 20, String(whole.length));
	const [other] = absent as [Uint8Array];
	assert(!mayHave(toBlock(toStringFilter(toSortedStrings([])), other), toJoined(other, 0)));
});

/** The hash of the bytes, joined from those of the first `cut` and of the others. */
function toJoined(bytes: Uint8Array, cut: number): number {
	const depth = Math.min(cut, bytes.length);
	return joinHashes(toHash(bytes, 0, depth), toHash(bytes, depth, bytes.length), bytes.length - depth);
}
