/**
 * How much memory must a search read and write? Its loops are counted, not the processor: each element that a loop is
 * about to read or write counts by its size, whether it lies in a cache or not. Divided by the bandwidth of memory, this is
 * a limit for loops that do nothing else.
 */
import type { IndexQuery } from '../src/domain/query/index-query.ts';
import { type SearchKernels, typedArrayKernels } from '../src/fulltext/kernels/search-kernels.ts';
import { answerRequest } from '../src/fulltext/query/answer-request.ts';
import type { ChunkList } from '../src/fulltext/query/chunk-kernels.ts';
import type { IndexView } from '../src/fulltext/query/index-view.ts';
import type { PostingRange } from '../src/fulltext/query/kernels.ts';
import { forgetIdleScratch } from '../src/fulltext/query/scratch.ts';
import { chooseLinearMemory } from '../src/lib/linear-memory.ts';
import { timeOf } from './measurement.ts';

/** Bytes of a posting, and of the length of its document. */
const postingBytes = 4;
/** A document number and a key. */
const matchBytes = 12;

type Costs = { readonly [name in keyof SearchKernels]: (...words: Parameters<SearchKernels[name]>) => number };

const costs: Costs = {
	scoreRange: (range) => countPostings(range) * (postingBytes + matchBytes),
	scoreUnseen: (range) => countPostings(range) * (postingBytes + matchBytes),
	// A mask and a score are read and written.
	scatterAny: (range) => countPostings(range) * (postingBytes + 16 + 4),
	addToTouched: (range) => countPostings(range) * 6,
	keepCovering: (_, count) => count * 12,
	collectScores: (_, __, { count }) => count * (4 + 12 + 8 + 1),
	pickBest: (_, count) => count * 8,
	countDense: (_, count, { ordinals }) => count * (4 + ordinals.BYTES_PER_ELEMENT),
	countMany: (documents, count, { ordinals, offsets }) => {
		let valueCount = 0;
		for (let at = 0; at < count; at++) {
			const document = documents[at] as number;
			valueCount += (offsets[document + 1] as number) - (offsets[document] as number);
		}
		return count * 12 + valueCount * ordinals.BYTES_PER_ELEMENT;
	},
	measureDense: (_, count) => count * 12,
	enterList: (list) => countHere(list) * 15,
	intersect: (first, second) => 2 * (countHere(first) + Math.min(countHere(second), 64 * countHere(first))),
	walkPostings: (list) => countHere(list) * 7,
	scoreHits: (_, __, hitCount) => hitCount * 20,
	scoreFirst: (_, __, hitCount) => hitCount * 18,
	leaveChunk: ({ count }) => count * (11 + matchBytes),
};

function countPostings({ starts, chunkFrom, chunkTo }: PostingRange): number {
	return (starts[chunkTo] as number) - (starts[chunkFrom] as number);
}

function countHere({ range: { starts }, chunk }: ChunkList): number {
	return (starts[chunk + 1] as number) - (starts[chunk] as number);
}

/** The bytes that the loops of each search read and write. */
export function countBytesTouched(view: IndexView, requests: readonly IndexQuery[]): number[] {
	const original = { ...typedArrayKernels };
	let byteCount = 0;
	for (const [name, cost] of Object.entries(costs) as [keyof SearchKernels, (...words: unknown[]) => number][]) {
		const run = original[name] as (...words: unknown[]) => unknown;
		const counted = (...words: unknown[]) => {
			byteCount += cost(...words);
			return run(...words);
		};
		Object.assign(typedArrayKernels, { [name]: counted });
	}
	chooseLinearMemory('none');
	forgetIdleScratch();
	try {
		return requests.map((request) => {
			byteCount = 0;
			answerRequest(view, request);
			return byteCount;
		});
	} finally {
		Object.assign(typedArrayKernels, original);
		chooseLinearMemory('large');
		forgetIdleScratch();
	}
}

const sampleLength = 2 ** 24;
/** Short enough that some part is read without another program in between. */
const partLength = 2 ** 19;

/** Bytes that one thread reads in a millisecond: the best 4 MB of 128 MB that it reads in order. */
export function measureBandwidth(): number {
	const sample = new Float64Array(sampleLength).fill(1);
	let best = 0;
	for (let from = 0; from < 8 * sampleLength; from += partLength) {
		const part = sample.subarray(from % sampleLength, (from % sampleLength) + partLength);
		let sum = 0;
		const ms = timeOf(() => {
			sum = addUp(part);
		});
		if (sum !== partLength) throw new Error('the sample was not read');
		best = Math.max(best, part.byteLength / ms);
	}
	return best;
}

function addUp(part: Float64Array): number {
	let [a, b, c, d] = [0, 0, 0, 0];
	for (let at = 0; at < part.length; at += 4) {
		a += part[at] as number;
		b += part[at + 1] as number;
		c += part[at + 2] as number;
		d += part[at + 3] as number;
	}
	return a + b + c + d;
}
