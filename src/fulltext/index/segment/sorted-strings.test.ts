import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareByBytes, decodeString, sortByBytes, toSortedStrings } from './sorted-strings.ts';

/** Letters of one to four bytes, the characters around surrogates among them; some lists have none of those. */
const anyText = fc.string({
	unit: fc.constantFrom('a', 'b', 'é', '鞋', '\ue000', '\uffff', '\u{10000}', '👟'),
	maxLength: 4,
});
const texts = fc.oneof(fc.array(anyText), fc.array(fc.string({ unit: fc.constantFrom('a', 'B', 'é', '鞋') })));

test('strings are sorted by their UTF-8 bytes, and come back from a list of them', () => {
	fc.assert(
		fc.property(texts, (strings) => {
			const sorted = sortByBytes(strings);
			assert.deepEqual(
				sorted,
				strings.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
			);
			assert.deepEqual(sorted, strings.toSorted(compareByBytes));
			const list = toSortedStrings(sorted);
			assert.deepEqual(
				sorted.map((_, index) => decodeString(list, index)),
				sorted,
			);
		}),
	);
});

test('half of a surrogate pair becomes U+FFFD in a list, whatever stands beside it', () => {
	const list = toSortedStrings(['a\ud83d', '\udc5fb', 'c']);
	assert.deepEqual(
		[0, 1, 2].map((index) => decodeString(list, index)),
		['a\ufffd', '\ufffdb', 'c'],
	);
});
