import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { runSteps, unhurried } from '../../../lib/steps.ts';
import { typedArrayKernels } from '../../kernels/search-kernels.ts';
import { createChunkEntries } from '../../query/chunk-kernels.ts';
import { probeAll, type Scoring, scatterAny, scoreRange } from '../../query/kernels.ts';
import { matchAll } from '../../query/match-all.ts';
import { countPostings, findPosting, toPostings, visitPostings } from './postings.ts';

/** Documents on both sides of chunk boundaries, and a chunk without any. */
const first = [0, 5, 65_535, 65_536, 65_540, 200_000, 200_001];
const second = [5, 65_536, 131_071, 200_001, 262_143];
const documents = Uint32Array.from([...first, ...second]);
const postings = toPostings({
	offsets: Uint32Array.of(0, first.length, first.length, documents.length),
	documents,
	counts: Uint8Array.from(documents, (_, at) => at + 1),
});
const terms = [first, [], second];

it('returns the documents of each term', () => {
	for (const [term, expected] of terms.entries()) {
		const found: number[] = [];
		visitPostings(postings, term, (document) => found.push(document));
		assert.deepEqual(found, expected);
		assert.equal(countPostings(postings, term), expected.length);
	}
});

it('finds the posting of a document, and no other', () => {
	for (const [term, expected] of terms.entries()) {
		for (const document of [...first, ...second, 1, 65_537, 131_072, 300_000]) {
			const posting = findPosting(postings, term, document);
			assert.equal(posting >= 0, expected.includes(document), `term ${term}, document ${document}`);
			if (posting >= 0)
				assert.equal(postings.counts[posting], documents.indexOf(document, term === 2 ? first.length : 0) + 1);
		}
	}
});

const table = Float32Array.from({ length: 65_536 }, (_, at) => at >> 8);

function createScoring(): Scoring {
	return {
		grid: 0,
		lengths: new Uint8Array(300_000),
		masks: new Uint32Array(300_000),
		scores: new Float32Array(300_000),
		origin: 0,
		touched: new Uint32Array(300_000),
	};
}

function toRange(term: number, weight: number) {
	const { chunkHighs, chunkStarts, chunkOffsets, documents: lows, counts } = postings;
	const [chunkFrom = 0, chunkTo = 0] = chunkOffsets.subarray(term, term + 2);
	const postingCount = countPostings(postings, term);
	return {
		highs: chunkHighs,
		starts: chunkStarts,
		documents: lows,
		counts,
		chunkFrom,
		chunkTo,
		postingCount,
		weight,
		table,
	};
}

const kernels = typedArrayKernels;

it('is walked in the same way by all loops', () => {
	const one = createScoring();
	const keys = new Float64Array(10);
	assert.equal(scoreRange(toRange(0, 2), one, { keys, count: 0 }), first.length);
	assert.deepEqual([...one.touched.subarray(0, first.length)], first);
	assert.deepEqual([...keys.subarray(0, 3)], [2, 4, 6]);
	const scored = createScoring();
	const count = scatterAny(toRange(0, 1), scored, { bit: 1, count: 0 });
	probeAll(toRange(2, 10), scored, { bit: 2, needed: 1, count });
	const both = first.filter((document) => scored.masks[document] === 3);
	assert.deepEqual(both, [5, 65_536, 200_001]);
	const expected = [2 + 80, 4 + 90, 7 + 110];
	assert.deepEqual(
		both.map((document) => scored.scores[document]),
		expected,
	);
	const words = [toRange(0, 1), toRange(2, 10)].map((range) => ({ ranges: [range], isOptional: false }));
	for (const order of [words, [...words].reverse()]) {
		const listed = createScoring();
		const matchCount = runSteps(
			matchAll(order, listed, { kernels, keys, entries: createChunkEntries(), pace: unhurried }),
		);
		assert.deepEqual([...listed.touched.subarray(0, matchCount)], both);
		assert.deepEqual([...keys.subarray(0, matchCount)], expected);
	}
});

/** Lists of random documents: some long enough to be walked, some short enough that the others are sought in. */
const list = fc.record({
	documents: fc.uniqueArray(fc.integer({ min: 65_500, max: 65_700 }), { minLength: 1, maxLength: 120 }),
	weight: fc.integer({ min: 1, max: 9 }),
});
const listedWord = fc.record({ lists: fc.array(list, { minLength: 1, maxLength: 3 }), isOptional: fc.boolean() });

it('matches several words of several lists as one document after another would', () => {
	const scoring = createScoring();
	const keys = new Float64Array(1_000);
	const entries = createChunkEntries();
	fc.assert(
		fc.property(fc.array(listedWord, { minLength: 1, maxLength: 4 }), ([first, ...others]) => {
			const words = [{ ...(first as (typeof others)[number]), isOptional: false }, ...others];
			const ranges = words.map(({ lists, isOptional }) => ({ ranges: lists.map(toOwnRange), isOptional }));
			const count = runSteps(matchAll(ranges, scoring, { kernels, keys, entries, pace: unhurried }));
			const found = Array.from({ length: count }, (_, at) => [scoring.touched[at], keys[at]]);
			const expected = Array.from({ length: 201 }, (_, at) => at + 65_500).flatMap((document) => {
				const best = words.map(({ lists }) => lists.find((entry) => entry.documents.includes(document)));
				if (best.some((entry, word) => entry === undefined && words[word]?.isOptional === false)) return [];
				return [[document, best.reduce((sum, entry) => sum + (entry?.weight ?? 0) * 7, 0)]];
			});
			assert.deepEqual(
				found.sort(([a = 0], [b = 0]) => a - b),
				expected,
			);
		}),
	);
});

/** Each document, with the packed counts 7. */
function toOwnRange({ documents, weight }: { readonly documents: readonly number[]; readonly weight: number }) {
	const own = toPostings({
		offsets: Uint32Array.of(0, documents.length),
		documents: Uint32Array.from(documents).sort(),
		counts: new Uint8Array(documents.length).fill(7),
	});
	return {
		highs: own.chunkHighs,
		starts: own.chunkStarts,
		documents: own.documents,
		counts: own.counts,
		chunkFrom: 0,
		chunkTo: own.chunkHighs.length,
		postingCount: documents.length,
		weight,
		table,
	};
}

it('can be probed for documents in any order', () => {
	const scoring = createScoring();
	for (const [at, document] of [200_001, 65_536, 5, 65_540, 0].entries()) {
		scoring.touched[at] = document;
		scoring.masks[document] = 1;
	}
	probeAll(toRange(2, 1), scoring, { bit: 2, needed: 1, count: 5 });
	assert.deepEqual(
		[200_001, 65_536, 5, 65_540, 0].map((document) => scoring.masks[document]),
		[3, 3, 3, 1, 1],
	);
});
