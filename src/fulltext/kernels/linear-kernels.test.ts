import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { chooseSeed } from '../../../test/support/chosen-seed.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import { adoptMemory, reserveLinearMemory } from '../../lib/linear-memory.ts';
import { createXoshiro128StarStar, spreadSeed } from '../../lib/seeded-random.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { toPostings } from '../index/segment/postings.ts';
import { type Allocate, allocateArray } from '../query/allocate.ts';
import { createChunkEntries } from '../query/chunk-kernels.ts';
import type { Scoring } from '../query/kernels.ts';
import { matchAll } from '../query/match-all.ts';
import { matchAny, matchOnly } from '../query/match-any.ts';
import { pickBest } from '../query/pick-best.ts';
import { documentsPerChunk } from '../query/seek-document.ts';
import { openLinearArea } from './open-kernels.ts';
import { type SearchKernels, typedArrayKernels } from './search-kernels.ts';

/** Documents in three chunks. */
const documentCount = 132_000;
const valueCount = 300;
const random = createXoshiro128StarStar(spreadSeed(7n));
const fill = <T extends Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array>(
	list: T,
	max: number,
): T => {
	for (let at = 0; at < list.length; at++) list[at] = Math.floor((random() / 2 ** 32) * max);
	return list;
};

const memory = reserveLinearMemory(2 ** 24) as WebAssembly.Memory;
memory.grow(2 ** 8);
const bytes = adoptMemory(memory);
let bytesEnd = 0;
/** An array of the segment: shared memory that both versions read. */
const inSegment: Allocate = (type, length) => {
	const start = bytesEnd;
	bytesEnd += Math.ceil((length * type.BYTES_PER_ELEMENT) / 8) * 8;
	return new type(bytes as unknown as ArrayBuffer, start, length);
};

const table = fill(new Float32Array(65_536), 1_000);
const lengths = fill(inSegment(Uint8Array, documentCount), 256);
const numbers = fill(inSegment(Float64Array, documentCount), 9_000);
for (let at = 0; at < documentCount; at += 3) numbers[at] = at % 2 === 0 ? Number.NaN : -0.5 * at;
const ordinalsByWidth = [Uint8Array, Uint16Array, Uint32Array].map((type) =>
	fill(inSegment<Uint8Array | Uint16Array | Uint32Array>(type, documentCount), type === Uint8Array ? 256 : valueCount),
);
const offsets = inSegment(Uint32Array, documentCount + 1);
for (let at = 0; at < documentCount; at++) {
	offsets[at + 1] = Math.min(documentCount, (offsets[at] as number) + ((lengths[at] as number) % 4));
}
const postingsFrom = bytesEnd;

/** One version of the kernels, with memory to write to. */
interface Side {
	readonly kernels: SearchKernels;
	readonly allocate: Allocate;
	readonly scoring: Scoring;
	readonly keys: Float64Array;
	readonly strict: Uint8Array;
	readonly entries: ReturnType<typeof createChunkEntries>;
	readonly counts: Uint32Array;
}

function createSide(kernels: SearchKernels, allocate: Allocate): Side {
	return {
		kernels,
		allocate,
		scoring: {
			lengths,
			grid: 1.5 * 2 ** 52 * 2 ** -4,
			origin: 0,
			masks: allocate(Uint32Array, documentsPerChunk),
			scores: allocate(Float32Array, documentsPerChunk),
			touched: allocate(Uint32Array, documentCount + 1),
		},
		keys: allocate(Float64Array, documentCount + 1),
		strict: allocate(Uint8Array, documentCount),
		entries: createChunkEntries(allocate),
		counts: allocate(Uint32Array, valueCount),
	};
}

function createSides(): readonly [Side, Side] {
	const opened = openLinearArea({ arrayBytes: 2 ** 23, arrayCount: 20 }, 0);
	assert.ok(opened !== undefined, 'this Node.js has no WebAssembly with SIMD and several memories');
	const kernels = opened.findKernels({ bytes });
	assert.notEqual(kernels, typedArrayKernels);
	return [createSide(typedArrayKernels, allocateArray), createSide(kernels, opened.area.allocate)];
}

const sides = createSides();

/** Lists of all lengths around those of vectors and of steps, which begin anywhere around the ends of chunks. */
const list = fc.record({
	from: fc.oneof(
		fc.nat({ max: 40 }),
		fc.integer({ min: 65_400, max: 65_600 }),
		fc.integer({ min: 131_000, max: 131_100 }),
	),
	step: fc.constantFrom(1, 2, 3, 7, 90, 2_000),
	count: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 700 }), fc.constantFrom(20_000, 70_000)),
	weight: fc.double({ min: 0.1, max: 9, noNaN: true }),
});
const word = fc.record({ lists: fc.array(list, { minLength: 1, maxLength: 4 }), isOptional: fc.boolean() });
type Word = typeof word extends fc.Arbitrary<infer T> ? T : never;

/** The lists of words as postings of one segment. */
function toWords(words: readonly Word[]) {
	const lists = words.flatMap((of) => of.lists);
	const documents = lists.map(({ from, step, count }) =>
		Array.from({ length: count }, (_, at) => from + at * step).filter((document) => document < documentCount),
	);
	const ends = [0];
	for (const { length } of documents) ends.push((ends.at(-1) as number) + length);
	const postings = toPostings({
		offsets: Uint32Array.from(ends),
		documents: Uint32Array.from(documents.flat()),
		counts: fill(new Uint8Array(ends.at(-1) as number), 256),
	});
	bytesEnd = postingsFrom;
	const lows = inSegment(Uint16Array, postings.documents.length);
	const counts = inSegment(Uint8Array, postings.counts.length);
	lows.set(postings.documents);
	counts.set(postings.counts);
	let term = 0;
	return words.map(({ lists: ofWord, isOptional }, index) => ({
		bit: 1 << index,
		isOptional,
		ranges: ofWord.map(({ weight }) => {
			const [chunkFrom, chunkTo] = [postings.chunkOffsets[term] as number, postings.chunkOffsets[term + 1] as number];
			const postingCount = (ends[term + 1] as number) - (ends[term] as number);
			term += 1;
			const arrays = { highs: postings.chunkHighs, starts: postings.chunkStarts, documents: lows, counts };
			return { ...arrays, chunkFrom, chunkTo, postingCount, weight, table };
		}),
	}));
}

/** Runs work on both sides, and compares what they write. */
function assertSame(work: (side: Side) => number): void {
	const [expected, found] = sides.map((side) => {
		const count = work(side);
		const { scoring, keys, strict } = side;
		assert.ok(
			scoring.masks.every((mask) => mask === 0),
			'masks are 0 again',
		);
		assert.ok(
			side.entries.slots.every((slot) => slot === 0),
			'slots are 0 again',
		);
		const documents = scoring.touched.slice(0, count);
		return { documents, keys: keys.slice(0, count), strict: documents.map((document) => strict[document] as number) };
	});
	assert.deepEqual(found, expected);
}

const runs = { numRuns: chooseLength(12, 400) };

it('matches any and all words, and a single one, like the loops over typed arrays', (context) => {
	const words = fc.array(word, { minLength: 1, maxLength: 4 });
	const coverage = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
	fc.assert(
		fc.property(words, coverage, fc.boolean(), (asked, least, hasBoosts) => {
			const [first, ...others] = toWords(asked) as [ReturnType<typeof toWords>[number]];
			const all = [{ ...first, isOptional: false }, ...others];
			const needed = all.filter(({ isOptional }) => !isOptional);
			const optional = all.filter(({ isOptional }) => isOptional);
			const bits = needed.reduce((sum, { bit }) => sum | bit, 0);
			const worths = Uint32Array.from({ length: 1024 }, (_, at) =>
				at < 16 ? (at & 1) + ((at >> 1) & 1) + (at >> 2) : 0,
			);
			assertSame(({ kernels, scoring, keys, entries }) =>
				runSteps(matchAll(all, scoring, { kernels, keys, entries, pace: unhurried })),
			);
			assertSame(({ kernels, scoring, keys, strict }) =>
				runSteps(
					matchAny({ entering: needed.slice(0, 1), adding: needed.slice(1), optional }, scoring, {
						...{ kernels, keys, strict, all: bits, pace: unhurried },
						boosts: hasBoosts ? new Float32Array(documentCount).fill(1.5) : undefined,
						coverage: least === undefined ? undefined : { least, worths, toWorth: () => 1 },
					}),
				),
			);
			assertSame(({ kernels, scoring, keys, entries }) => {
				const seen = entries.slots.subarray(0, 2048);
				return runSteps(matchOnly(first.ranges, scoring, { kernels, keys, seen, pace: unhurried }));
			});
			for (const range of first.ranges)
				assertSame(({ kernels, scoring, keys }) => kernels.scoreRange(range, scoring, { keys, count: 0 }));
		}),
		{ ...runs, seed: chooseSeed(context) },
	);
});

it('picks the best of any number of keys, also of equal and infinite ones', (context) => {
	const key = fc.oneof(
		fc.nat({ max: 5 }),
		fc.double({ noNaN: true }),
		fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0, -0),
	);
	const matches = fc.uniqueArray(fc.tuple(fc.nat({ max: documentCount - 1 }), key), {
		selector: ([document]) => document,
		maxLength: 90,
	});
	fc.assert(
		fc.property(matches, fc.nat({ max: 30 }), (all, size) => {
			const byRank = [...all.keys()].sort((a, b) => {
				const [[left, leftKey], [right, rightKey]] = [all[a], all[b]] as [[number, number], [number, number]];
				return leftKey === rightKey ? left - right : rightKey > leftKey ? 1 : -1;
			});
			for (const { kernels, scoring, keys } of sides) {
				scoring.touched.set(all.map(([document]) => document));
				keys.set(all.map(([, of]) => of));
				const picked = kernels.pickBest({ documents: scoring.touched, keys }, all.length, size);
				assert.deepEqual([...picked], byRank.slice(0, size));
			}
			// Keys of other rules lie outside the memory of the search.
			const elsewhere = { documents: sides[1].scoring.touched, keys: Float64Array.from(all, ([, of]) => of) };
			assert.deepEqual([...sides[1].kernels.pickBest(elsewhere, all.length, size)], byRank.slice(0, size));
		}),
		{ numRuns: chooseLength(60, 2_000), seed: chooseSeed(context) },
	);
});

it('picks the best of many keys, whatever is guessed of them from a sample', (context) => {
	const order = fc.constantFrom('random', 'ascending', 'descending', 'few', 'equal', 'misleading', 'none');
	const options = fc.record({
		count: fc.integer({ min: 2_000, max: 20_000 }),
		size: fc.integer({ min: 1, max: 140 }),
		order,
	});
	fc.assert(
		fc.property(options, ({ count, size, order: chosen }) => {
			const [typed, linear] = sides;
			for (let at = 0; at < count; at++) {
				typed.scoring.touched[at] = (at * 7_919) % documentCount;
				typed.keys[at] = toKey(at, count, chosen);
			}
			linear.scoring.touched.set(typed.scoring.touched.subarray(0, count));
			linear.keys.set(typed.keys.subarray(0, count));
			const [expected, found] = sides.map(({ kernels, scoring, keys }) =>
				kernels.pickBest({ documents: scoring.touched, keys }, count, size),
			);
			assert.deepEqual(found, expected);
		}),
		{ numRuns: chooseLength(40, 2_000), seed: chooseSeed(context) },
	);
});

function toKey(at: number, count: number, order: string): number {
	if (order === 'random') return random() / 2 ** 32;
	if (order === 'ascending') return at;
	if (order === 'descending') return -at;
	if (order === 'few') return random() % 3;
	if (order === 'none') return Number.NEGATIVE_INFINITY;
	// Only what a sample looks at is good, and there is too little of it.
	const step = Math.floor(count / 1_024);
	if (order === 'misleading') return at % step === 0 && at < 40 * step ? 1 : 0;
	return 5;
}

it('counts and measures the values of documents wherever these are', (context) => {
	const documents = fc.array(fc.nat({ max: documentCount - 1 }), { maxLength: 80 });
	const extent = { count: 2, sum: 5.5, min: 1, max: 4.5 };
	fc.assert(
		fc.property(documents, fc.boolean(), fc.constantFrom(...ordinalsByWidth), (chosen, isHere, ordinals) => {
			const found = sides.map(({ kernels, scoring, counts }) => {
				const part = isHere ? scoring.touched : new Uint32Array(chosen.length);
				part.set(chosen);
				kernels.countDense(part, chosen.length, { ordinals, counts });
				kernels.countMany(part, chosen.length, { ordinals, counts, offsets });
				const own = { ...extent };
				kernels.measureDense(part, chosen.length, { numbers, extent: own });
				const counted = counts.slice();
				counts.fill(0);
				return { counted, own };
			});
			assert.deepEqual(found[1], found[0]);
		}),
		{ numRuns: chooseLength(40, 2_000), seed: chooseSeed(context) },
	);
});

it('counts in any memory, and more documents than it has room for', () => {
	const documents = new Uint32Array(20_000).map((_, at) => at);
	const [typed, linear] = sides.map(({ kernels }) => {
		const counts = new Uint32Array(valueCount);
		const extent = { count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
		kernels.countDense(documents, documents.length, { ordinals: ordinalsByWidth[1] as Uint16Array, counts });
		kernels.measureDense(documents, documents.length, { numbers, extent });
		return { counts, extent };
	});
	assert.deepEqual(linear, typed);
	const matches = { documents, keys: Float64Array.from(documents) };
	assert.deepEqual(sides[1].kernels.pickBest(matches, 20_000, 17_000), pickBest(matches, 20_000, 17_000));
});

it('leaves searches to typed arrays where no linear memory is left', () => {
	// As much as no linear memory can have.
	assert.equal(openLinearArea({ arrayBytes: 2 ** 32, arrayCount: 1 }, 0), undefined);
});
