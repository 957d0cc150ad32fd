import assert from 'node:assert/strict';
import { it } from 'node:test';
import { probeAll, type Scoring, scatterAll, scatterAny, scoreRange } from '../query/kernels.ts';
import { countPostings, findPosting, toPostings, visitPostings } from './postings.ts';

/** Documents on both sides of the places where chunks are cut, and a chunk without any. */
const first = [0, 5, 65_535, 65_536, 65_540, 200_000, 200_001];
const second = [5, 65_536, 131_071, 200_001, 262_143];
const documents = Uint32Array.from([...first, ...second]);
const postings = toPostings({
	offsets: Uint32Array.of(0, first.length, first.length, documents.length),
	documents,
	counts: Uint8Array.from(documents, (_, at) => at + 1),
});
const terms = [first, [], second];

it('gives back the documents of each term', () => {
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
			const place = findPosting(postings, term, document);
			assert.equal(place >= 0, expected.includes(document), `term ${term}, document ${document}`);
			if (place >= 0)
				assert.equal(postings.counts[place], documents.indexOf(document, term === 2 ? first.length : 0) + 1);
		}
	}
});

function createScoring(): Scoring {
	return {
		table: Float32Array.from({ length: 65_536 }, (_, at) => at >> 8),
		lengths: new Uint8Array(300_000),
		masks: new Uint32Array(300_000),
		scores: new Float32Array(300_000),
		touched: new Uint32Array(300_000),
	};
}

function toRange(term: number, weight: number) {
	const { chunkHighs, chunkStarts, chunkOffsets, documents: lows, counts } = postings;
	const [chunkFrom = 0, chunkTo = 0] = chunkOffsets.subarray(term, term + 2);
	const postingCount = countPostings(postings, term);
	return { highs: chunkHighs, starts: chunkStarts, documents: lows, counts, chunkFrom, chunkTo, postingCount, weight };
}

it('is walked by all loops in the same way', () => {
	const one = createScoring();
	const keys = new Float64Array(10);
	assert.equal(scoreRange(toRange(0, 2), one, keys), first.length);
	assert.deepEqual([...one.touched.subarray(0, first.length)], first);
	assert.deepEqual([...keys.subarray(0, 3)], [2, 4, 6]);
	for (const add of [scatterAll, probeAll]) {
		const scoring = createScoring();
		const count = scatterAny(toRange(0, 1), scoring, { bit: 1, count: 0 });
		add(toRange(2, 10), scoring, { bit: 2, needed: 1, count });
		const both = first.filter((document) => scoring.masks[document] === 3);
		assert.deepEqual(both, [5, 65_536, 200_001], add.name);
		assert.deepEqual(
			Array.from(both, (document) => scoring.scores[document]),
			[2 + 80, 4 + 90, 7 + 110],
		);
	}
});

it('is probed for documents in any order', () => {
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
