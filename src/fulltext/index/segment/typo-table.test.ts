import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../../test/support/chosen-seed.ts';
import { chooseLength } from '../../../../test/support/test-length.ts';
import { runSteps } from '../../../lib/steps.ts';
import { findSimilarTerms } from '../../query/similar-terms.ts';
import type { Segment } from './segment.ts';
import { compareByBytes, decodeString, toSortedStrings } from './sorted-strings.ts';
import { countErrors, isTypoTarget, makeTypoTable, tabledTermsMin, toErrorsMax } from './typo-table.ts';

it('counts letters left out, added, replaced and swapped', () => {
	const cases: readonly (readonly [string, string, number])[] = [
		['samsung', 'samsung', 0],
		['samsng', 'samsung', 1],
		['samssung', 'samsung', 1],
		['samzung', 'samsung', 1],
		['smasung', 'samsung', 1],
		['zamsung', 'samsung', 1],
		['smsng', 'samsung', 2],
		['headphnoes', 'headphones', 1],
		['ca', 'abc', 3],
		['lamp', 'desk', 3],
	];
	for (const [left, right, expected] of cases) {
		assert.equal(countErrors(left, right, 2), expected, `${left} ${right}`);
		assert.equal(countErrors(right, left, 2), expected, `${right} ${left}`);
	}
});

it('allows one error from four letters on, two from eight, and none in short words and numbers', () => {
	assert.deepEqual([3, 4, 7, 8, 40, 41].map(toErrorsMax), [0, 1, 1, 2, 2, 0]);
	for (const term of ['1000', 'xm4000', 'tv', '\u0001stem']) assert.equal(isTypoTarget(term), false, term);
});

/** Words made of letters that the tested words do not have, enough for the dictionary to get a table. */
const filler = Array.from({ length: tabledTermsMin }, (_, number) => {
	const digits = number.toString(16).padStart(5, '0');
	return digits.replace(/./g, (digit) => String.fromCharCode(0x70 + Number.parseInt(digit, 16)));
});

it('finds the same words as comparing with every one of them, with a table and without', (context) => {
	const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ñ'), minLength: 3, maxLength: 10 });
	fc.assert(
		fc.property(
			fc.uniqueArray(letters, { minLength: 1, maxLength: 40 }),
			letters,
			fc.boolean(),
			(few, word, isLarge) => {
				const sorted = (isLarge ? [...few, ...filler] : few).sort(compareByBytes);
				const strings = toSortedStrings(sorted);
				const { buckets, terms } = runSteps(makeTypoTable(strings));
				const postings = { chunkOffsets: new Uint32Array(sorted.length + 1), chunkStarts: new Uint32Array(1) };
				const segment = { terms: strings, typoBuckets: buckets, typoTerms: terms, postings } as unknown as Segment;
				const similar = findSimilarTerms(segment, word, new Map()).filter(({ errorCount }) => errorCount <= 2);
				const found = similar.map(({ term, errorCount }) => [decodeString(strings, term), errorCount]);
				const errorsMax = (term: string) => Math.min(toErrorsMax(word.length), toErrorsMax(term.length));
				const expected = sorted
					.map((term) => [term, countErrors(word, term, 2)] as const)
					.filter(([term, errorCount]) => errorCount > 0 && errorCount <= errorsMax(term));
				assert.deepEqual(found, expected);
			},
		),
		{ numRuns: chooseLength(20, 60), seed: chooseSeed(context) },
	);
});
