/**
 * Which documents have all the words? Chunk by chunk: the documents of the rarest word are entered, and each further
 * word adds to those that it finds among them. A word with several lists (stems, typos, prefixes) counts by the best
 * list that a document is in.
 */
import {
	addList,
	type ChunkEntries,
	type ChunkList,
	type ChunkStage,
	enterList,
	leaveChunk,
	passAll,
	scoreAllFirst,
} from './chunk-kernels.ts';
import type { PostingRange, Scoring } from './kernels.ts';

/** A word by its lists, the best first. */
export interface ListedWord {
	readonly ranges: readonly PostingRange[];
	/** Only adds to what the others found. */
	readonly isOptional: boolean;
}

interface Matched {
	readonly keys: Float64Array;
	readonly entries: ChunkEntries;
}

/** A word on its way through the chunks. */
interface Walk extends ListedWord {
	/** For each list its first chunk that is not below the one at hand. */
	readonly cursors: Uint32Array;
	/** Those of its lists that are in the chunk at hand. */
	present: readonly ChunkList[];
}

/**
 * Writes the documents that have all words to `touched`, and their scores to `keys`. The first word is needed; it
 * should be the rarest. @returns how many there are.
 */
export function matchAll(words: readonly ListedWord[], scoring: Scoring, { keys, entries }: Matched): number {
	const walks = words.map((word): Walk => {
		return { ...word, cursors: Uint32Array.from(word.ranges, ({ chunkFrom }) => chunkFrom), present: [] };
	});
	const highMax = Math.max(0, scoring.lengths.length - 1) >>> 16;
	let count = 0;
	for (let high = 0; high <= highMax; high++) {
		if (!walks.every((walk) => hasChunk(walk, high))) continue;
		const stage = matchChunk(walks, { entries, scoring, base: high << 16 });
		count = leaveChunk(stage, { touched: scoring.touched, keys }, count);
	}
	return count;
}

/** Moves a word on to a chunk. @returns whether there may be matches as far as this word is concerned. */
function hasChunk(walk: Walk, high: number): boolean {
	const { ranges, cursors, isOptional } = walk;
	const present: ChunkList[] = [];
	for (let list = 0; list < ranges.length; list++) {
		const range = ranges[list] as PostingRange;
		let chunk = cursors[list] as number;
		while (chunk < range.chunkTo && (range.highs[chunk] as number) < high) chunk += 1;
		cursors[list] = chunk;
		if (chunk < range.chunkTo && range.highs[chunk] === high) present.push({ range, list, chunk });
	}
	walk.present = present;
	return isOptional || present.length > 0;
}

function matchChunk(
	[first, ...others]: readonly Walk[],
	place: Pick<ChunkStage, 'entries' | 'scoring' | 'base'>,
): ChunkStage {
	let count = 0;
	for (const list of first?.present ?? []) count = enterList(list, place.entries, count);
	let at: ChunkStage = { ...place, count, stage: 1, eligibleCount: count, first: first?.ranges };
	for (const { present, isOptional } of others) {
		if (isOptional) at = scoreFirstNow(at);
		let hitCount = 0;
		for (const list of present) hitCount += addList(list, at);
		if (isOptional) passAll(at);
		const eligibleCount = isOptional ? at.eligibleCount : hitCount;
		at = { ...at, stage: at.stage + 1, eligibleCount, first: undefined };
		if (eligibleCount === 0) break;
	}
	return at.eligibleCount === 0 ? { ...at, stage: others.length + 2 } : scoreFirstNow(at);
}

function scoreFirstNow(at: ChunkStage): ChunkStage {
	if (at.first === undefined) return at;
	scoreAllFirst(at.first, at);
	return { ...at, first: undefined };
}
