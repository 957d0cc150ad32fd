/**
 * The kernels on WebAssembly, see `kernels.wat`. An instance sees two memories: that of one search and that of one
 * segment. Nothing is copied, except a score table when another one is used, and documents that lie elsewhere.
 */
import {
	type ChunkKernels,
	enterList,
	intersect,
	leaveChunk,
	scoreFirst,
	scoreHits,
	walkPostings,
} from '../query/chunk-kernels.ts';
import { isSkipped } from '../query/intersect-slices.ts';
import {
	addToTouched,
	countDense,
	countMany,
	measureDense,
	type PostingRange,
	type Scoring,
	scatterAny,
	scoreUnseen,
} from '../query/kernels.ts';
import { pickBest } from '../query/pick-best.ts';
import type { LinearArea } from './linear-area.ts';
import type { SearchKernels } from './search-kernels.ts';

type Run = (...numbers: number[]) => number;

/** The functions of `kernels.wat`. */
type Functions = Readonly<
	Record<
		| 'scoreChunk'
		| 'scoreUnseen'
		| 'scatterChunk'
		| 'keepCovering'
		| 'collectScores'
		| 'pickBest'
		| 'enterList'
		| 'skipSecond'
		| 'walkPostings'
		| 'scoreHits'
		| 'scoreFirst'
		| 'leaveChunk'
		| 'countDense'
		| 'countMany'
		| 'measureDense',
		Run
	>
>;

/** The kernels for searches that write to this area and read this segment. Cost: some 10 µs. */
export function createLinearKernels(
	module: WebAssembly.Module,
	area: LinearArea,
	segment: WebAssembly.Memory,
): SearchKernels {
	const instance = new WebAssembly.Instance(module, { vitrine: { scratch: area.memory, segment } });
	const run = instance.exports as Functions;
	return { ...createMatchKernels(run, area), ...createChunkKernels(run, area), ...createPickKernels(run, area) };
}

function createMatchKernels(
	{ scoreChunk, scatterChunk, ...run }: Functions,
	area: LinearArea,
): Omit<SearchKernels, keyof ChunkKernels | keyof PickKernels> {
	function scatter(range: PostingRange, scoring: Scoring, entering: Entering): number {
		const { highs, starts, weight } = range;
		const { grid } = scoring;
		const [documents, counts, lengths] = [
			range.documents.byteOffset,
			range.counts.byteOffset,
			scoring.lengths.byteOffset,
		];
		const [masks, scores] = [toOffset(scoring.masks, scoring), toOffset(scoring.scores, scoring)];
		const touched = scoring.touched.byteOffset;
		const table = area.copyTable(range.table);
		const { bit, touchesNew } = entering;
		let { count } = entering;
		for (let chunk = range.chunkFrom; chunk < range.chunkTo; chunk++) {
			const base = (highs[chunk] as number) << 16;
			const [at, end] = [starts[chunk] as number, starts[chunk + 1] as number];
			// biome-ignore format: the order of the parameters in `kernels.wat`
			count = scatterChunk(
				at, end, documents, counts, base, lengths, table, weight, grid,
				masks, scores, touched, count, bit, touchesNew,
			);
		}
		return count;
	}

	return {
		scoreRange(range, scoring, { keys, count: before }) {
			const { highs, starts, weight } = range;
			const [documents, counts, lengths] = [
				range.documents.byteOffset,
				range.counts.byteOffset,
				scoring.lengths.byteOffset,
			];
			const table = area.copyTable(range.table);
			let count = before;
			for (let chunk = range.chunkFrom; chunk < range.chunkTo; chunk++) {
				const base = (highs[chunk] as number) << 16;
				const [at, end] = [starts[chunk] as number, starts[chunk + 1] as number];
				const [touchedEnd, keysEnd] = [scoring.touched.byteOffset + 4 * count, keys.byteOffset + 8 * count];
				// biome-ignore format: the order of the parameters in `kernels.wat`
				scoreChunk(at, end, documents, counts, base, lengths, table, weight, scoring.grid, touchedEnd, keysEnd);
				count += end - at;
			}
			return count;
		},
		scoreUnseen(range, scoring, options) {
			if (range.postingCount < shortCount) return scoreUnseen(range, scoring, options);
			const { highs, starts, chunkFrom: chunk, weight } = range;
			const { keys, seen, count } = options;
			// biome-ignore format: the order of the parameters in `kernels.wat`
			return run.scoreUnseen(
				starts[chunk] as number, starts[chunk + 1] as number, range.documents.byteOffset, range.counts.byteOffset,
				(highs[chunk] as number) << 16, scoring.lengths.byteOffset, area.copyTable(range.table), weight, scoring.grid,
				scoring.touched.byteOffset, keys.byteOffset, count, seen.byteOffset,
			);
		},
		scatterAny(range, scoring, { bit, count }) {
			if (range.postingCount < shortCount) return scatterAny(range, scoring, { bit, count });
			return scatter(range, scoring, { bit, count, touchesNew: 1 });
		},
		addToTouched(range, scoring, bit) {
			if (range.postingCount < shortCount) addToTouched(range, scoring, bit);
			else scatter(range, scoring, { bit, count: 0, touchesNew: 0 });
		},
		keepCovering(scoring, count, { worths, least }) {
			area.staging.set(worths);
			const [touched, masks] = [scoring.touched.byteOffset, toOffset(scoring.masks, scoring)];
			return run.keepCovering(touched, count, masks, area.staging.byteOffset, least);
		},
		collectScores(scoring, { keys, strict }, { all, lackingFactor, count }) {
			const [masks, scores] = [toOffset(scoring.masks, scoring), toOffset(scoring.scores, scoring)];
			const [from, to] = [scoring.touched.byteOffset, keys.byteOffset];
			run.collectScores(from, count, masks, scores, to, strict.byteOffset, all, lackingFactor);
		},
	};
}

/** Where the entry of document 0 would be: the kernels add documents to it, with 32-bit arithmetic. */
function toOffset({ byteOffset }: Uint32Array | Float32Array, { origin }: Pick<Scoring, 'origin'>): number {
	return byteOffset - 4 * origin;
}

/** A call takes as long as this many postings in a loop over typed arrays, at most. */
const shortCount = 32;

interface Entering {
	readonly bit: number;
	readonly count: number;
	/** 1 to touch documents that have none of the words before, 0 to leave them out. */
	readonly touchesNew: 0 | 1;
}

function createChunkKernels(run: Functions, area: LinearArea): ChunkKernels {
	const weights = new Float64Array(area.buffer, area.staging.byteOffset, area.staging.length / 2);
	return {
		enterList(entering, entries, before) {
			const { range, list, chunk } = entering;
			const { starts, documents } = range;
			const [at, end] = [starts[chunk] as number, starts[chunk + 1] as number];
			if (end - at < shortCount) return enterList(entering, entries, before);
			const { slots, lows, offsets, lists, stages } = entries;
			// biome-ignore format: the order of the parameters in `kernels.wat`
			return run.enterList(
				at, end, documents.byteOffset, list, before,
				slots.byteOffset, lows.byteOffset, offsets.byteOffset, lists.byteOffset, stages.byteOffset,
			);
		},
		intersect(first, second, both) {
			const { documents, starts } = second.range;
			const [at, end] = [first.range.starts[first.chunk] as number, first.range.starts[first.chunk + 1] as number];
			const [index, secondEnd] = [starts[second.chunk] as number, starts[second.chunk + 1] as number];
			if (end - at < shortCount || !isSkipped(end - at, secondEnd - index)) return intersect(first, second, both);
			// biome-ignore format: the order of the parameters in `kernels.wat`
			return run.skipSecond(
				at, end, index, secondEnd, documents.byteOffset, both.offsets.byteOffset, both.hitOffsets.byteOffset,
			);
		},
		walkPostings(list, at) {
			const { starts, documents } = list.range;
			const [from, end] = [starts[list.chunk] as number, starts[list.chunk + 1] as number];
			if (end - from < shortCount) return walkPostings(list, at);
			const { entries, stage } = at;
			const { slots, stages, hits, hitOffsets } = entries;
			// biome-ignore format: the order of the parameters in `kernels.wat`
			return run.walkPostings(
				from, end, documents.byteOffset, slots.byteOffset, stages.byteOffset, stage,
				hits.byteOffset, hitOffsets.byteOffset,
			);
		},
		scoreHits(range, at, hitCount) {
			if (hitCount < shortCount) {
				scoreHits(range, at, hitCount);
				return;
			}
			const { counts, weight, table } = range;
			const { entries, scoring, base, stage } = at;
			const { hits, hitOffsets, lows, stages, scores } = entries;
			// biome-ignore format: the order of the parameters in `kernels.wat`
			run.scoreHits(
				hits.byteOffset, hitCount, hitOffsets.byteOffset, lows.byteOffset, stages.byteOffset, scores.byteOffset,
				counts.byteOffset, scoring.lengths.byteOffset + base, area.copyTable(table), weight, scoring.grid, stage,
			);
		},
		scoreFirst(first, at, hitCount) {
			if (hitCount < shortCount || first.length > weights.length) {
				scoreFirst(first, at, hitCount);
				return;
			}
			const { hits, lows, offsets, lists, scores } = at.entries;
			for (let list = 0; list < first.length; list++) weights[list] = (first[list] as PostingRange).weight;
			// All lists are of one word in one segment, so they differ in nothing else.
			const { counts, table } = first[0] as PostingRange;
			// biome-ignore format: the order of the parameters in `kernels.wat`
			run.scoreFirst(
				hits.byteOffset, hitCount, lows.byteOffset, offsets.byteOffset, lists.byteOffset, scores.byteOffset,
				counts.byteOffset, at.scoring.lengths.byteOffset + at.base, area.copyTable(table), weights.byteOffset,
				at.scoring.grid,
			);
		},
		leaveChunk(at, { touched, keys }, before) {
			const { entries, base, count, stage } = at;
			if (count < shortCount) return leaveChunk(at, { touched, keys }, before);
			const { slots, lows, stages, scores } = entries;
			// biome-ignore format: the order of the parameters in `kernels.wat`
			return run.leaveChunk(
				count, stage, base, slots.byteOffset, lows.byteOffset, stages.byteOffset, scores.byteOffset,
				touched.byteOffset, keys.byteOffset, before,
			);
		},
	};
}

type PickKernels = Pick<SearchKernels, 'pickBest' | 'countDense' | 'countMany' | 'measureDense'>;

function createPickKernels(run: Functions, { buffer, staging, extent }: LinearArea): PickKernels {
	/** Where the documents are, or a copy of them; undefined when they are elsewhere and too many. */
	function reach(documents: Uint32Array, count: number): number | undefined {
		if (documents.buffer === buffer) return documents.byteOffset;
		if (count > staging.length) return undefined;
		staging.set(count === documents.length ? documents : documents.subarray(0, count));
		return staging.byteOffset;
	}

	return {
		pickBest(matches, count, wanted) {
			const { documents, keys } = matches;
			const size = Math.min(wanted, count);
			const isHere = documents.buffer === buffer && keys.buffer === buffer;
			if (!isHere || size === 0 || size > staging.length) return pickBest(matches, count, wanted);
			const pickAbove = (least: number) =>
				run.pickBest(documents.byteOffset, keys.byteOffset, count, staging.byteOffset, size, least);
			if (pickAbove(guessLeast(keys, count, size)) < size) pickAbove(Number.NEGATIVE_INFINITY);
			return staging.slice(0, size);
		},
		countDense(documents, count, counting) {
			const { ordinals, counts } = counting;
			const at = counts.buffer === buffer ? reach(documents, count) : undefined;
			if (at === undefined) countDense(documents, count, counting);
			else run.countDense(at, count, ordinals.byteOffset, ordinals.BYTES_PER_ELEMENT, counts.byteOffset);
		},
		countMany(documents, count, counting) {
			const { ordinals, offsets, counts } = counting;
			const at = counts.buffer === buffer ? reach(documents, count) : undefined;
			if (at === undefined) countMany(documents, count, counting);
			// biome-ignore format: the order of the parameters in `kernels.wat`
			else run.countMany(
				at, count, offsets.byteOffset, ordinals.byteOffset, ordinals.BYTES_PER_ELEMENT, counts.byteOffset,
			);
		},
		measureDense(documents, count, { numbers, extent: whole }) {
			const at = reach(documents, count);
			if (at === undefined) {
				measureDense(documents, count, { numbers, extent: whole });
				return;
			}
			extent[0] = whole.count;
			extent[1] = whole.sum;
			extent[2] = whole.min;
			extent[3] = whole.max;
			run.measureDense(at, count, numbers.byteOffset, extent.byteOffset);
			[whole.count, whole.sum, whole.min, whole.max] = extent as unknown as [number, number, number, number];
		},
	};
}

/** Keys that are looked at to guess how good the best are. */
const sampledCount = 1_024;
/** With fewer keys for each of the best, guessing takes as long as it saves. */
const sampledShareMin = 16;

/**
 * A key that is most probably below the `size` best ones, and above most others: so few matches enter the heap of the
 * best. From a sample, with three standard deviations to spare; −∞ where that is not worth it.
 */
function guessLeast(keys: Float64Array, count: number, size: number): number {
	const step = Math.floor(count / sampledCount);
	if (count < sampledShareMin * size || step < 2) return Number.NEGATIVE_INFINITY;
	const expected = size / step;
	const best = new Float64Array(Math.ceil(expected + 3 * Math.sqrt(expected)) + 1).fill(Number.NEGATIVE_INFINITY);
	for (let index = 0; index < count; index += step) {
		const key = keys[index] as number;
		// The best of the sample, ascending.
		let at = 0;
		for (; at < best.length && (best[at] as number) < key; at++) if (at > 0) best[at - 1] = best[at] as number;
		if (at > 0) best[at - 1] = key;
	}
	return best[0] as number;
}
