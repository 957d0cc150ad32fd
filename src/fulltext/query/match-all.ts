/**
 * Which documents have all the words? Chunk by chunk, the documents of the rarest word are entered, and each further
 * word adds to those of them that it finds. A word with several lists (stems, typos, prefixes) counts by the best list
 * that a document is in.
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import {
	addList,
	type ChunkEntries,
	type ChunkKernels,
	type ChunkList,
	type ChunkStage,
	enterBoth,
	passAll,
	scoreAllFirst,
} from './chunk-kernels.ts';
import type { PostingRange, Scoring } from './kernels.ts';

/** A word with its lists, best first. */
export interface ListedWord {
	readonly ranges: readonly PostingRange[];
	/** Whether the word only adds to the scores of what the others found. */
	readonly isOptional: boolean;
}

interface Matched {
	readonly kernels: ChunkKernels;
	readonly keys: Float64Array;
	readonly entries: ChunkEntries;
	readonly pace: Pace;
}

/** The state of a word as the search moves through the chunks. */
interface Walk {
	readonly lists: readonly ChunkList[];
	readonly isOptional: boolean;
}

/**
 * Writes the documents that have all words to `touched`, and their scores to `keys`. The first word is required and
 * should be the rarest. @returns how many documents there are.
 */
export function* matchAll(
	words: readonly ListedWord[],
	scoring: Scoring,
	{ kernels, keys, entries, pace }: Matched,
): Steps<number> {
	const walks = words.map(toWalk);
	const highMax = Math.max(0, scoring.lengths.length - 1) >>> 16;
	const at: ChunkStage = {
		...{ kernels, entries, scoring },
		...{ base: 0, count: 0, stage: 1, eligibleCount: 0, first: undefined },
	};
	let count = 0;
	for (let high = 0; high <= highMax; high++) {
		if (!moveTo(high, walks)) continue;
		at.base = high << 16;
		at.first = words[0]?.ranges;
		matchChunk(walks, at);
		count = kernels.leaveChunk(at, { touched: scoring.touched, keys }, count);
		if (pace.isDue()) yield;
	}
	return count;
}

function toWalk({ ranges, isOptional }: ListedWord): Walk {
	const lists = ranges.map((range, list) => ({ range, list, chunk: range.chunkFrom, isHere: false }));
	return { lists, isOptional };
}

/** Moves the words on to a chunk. @returns whether every required word has documents there. */
function moveTo(high: number, walks: readonly Walk[]): boolean {
	for (const { lists, isOptional } of walks) {
		let isThere = isOptional;
		for (const list of lists) {
			const { highs, chunkTo } = list.range;
			while (list.chunk < chunkTo && (highs[list.chunk] as number) < high) list.chunk += 1;
			list.isHere = list.chunk < chunkTo && highs[list.chunk] === high;
			if (list.isHere) isThere = true;
		}
		if (!isThere) return false;
	}
	return true;
}

function matchChunk(walks: readonly Walk[], at: ChunkStage): void {
	for (let index = enterFirst(walks, at); index < walks.length; index++) {
		const { lists, isOptional } = walks[index] as Walk;
		if (isOptional) scoreFirstNow(at);
		let hitCount = 0;
		for (const list of lists) if (list.isHere) hitCount += addList(list, at);
		if (isOptional) passAll(at);
		else at.eligibleCount = hitCount;
		at.stage += 1;
		at.first = undefined;
		// No entry has all the words so far, so none can leave the chunk as a match.
		if (at.eligibleCount === 0) return;
	}
	scoreFirstNow(at);
}

/**
 * Enters the documents of the first word, or those of the first two words at once. @returns how many words are done.
 */
function enterFirst([first, second]: readonly Walk[], at: ChunkStage): number {
	at.count = 0;
	at.stage = 1;
	const one = first && findOnly(first);
	const other = second && !second.isOptional ? findOnly(second) : undefined;
	if (one !== undefined && other !== undefined) {
		at.count = enterBoth(one, other, at);
		at.stage = 2;
		at.first = undefined;
	} else
		for (const list of first?.lists ?? []) if (list.isHere) at.count = at.kernels.enterList(list, at.entries, at.count);
	at.eligibleCount = at.count;
	return at.stage;
}

/** The only list that a word has in the chunk; undefined when it has none or several. */
function findOnly({ lists }: Walk): ChunkList | undefined {
	let only: ChunkList | undefined;
	for (const list of lists) {
		if (!list.isHere) continue;
		if (only !== undefined) return undefined;
		only = list;
	}
	return only;
}

function scoreFirstNow(at: ChunkStage): void {
	if (at.first === undefined) return;
	scoreAllFirst(at.first, at);
	at.first = undefined;
}
