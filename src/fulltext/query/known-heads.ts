/**
 * The best matches of a single word in a segment, for the next search of this word. A segment never changes, and neither do its
 * live bits once they are searched; so as long as rarities, average lengths, popularity and what was learned stay the same, the scores
 * do, too.
 *
 *     segment 3, `red`     21,417 matches     the best 128, in no order: 4,418 at 12.1, 17 at 11.9, …
 *
 * What a page shows of a frequent word or a short prefix takes long to find and is the same for everybody. Who filters or sorts is
 * answered from all matches. One cache serves all indexes of a thread, and keeps no segment in memory.
 */
import { type Cache, createCache } from '../../lib/cache.ts';
import type { AverageLengths, PositionUse } from '../ranking/score-table.ts';
import type { Weighing } from '../ranking/weighing.ts';
import type { LiveSegment } from './index-view.ts';
import { toLiveName, toObjectName } from './live-name.ts';
import { nameTerms } from './match-key.ts';
import type { ResolvedWord, Variant } from './resolve-words.ts';

export interface Head {
	/** All live matches of the segment. */
	readonly count: number;
	/** Parallel arrays. */
	readonly documents: Uint32Array;
	readonly scores: Float64Array;
}

/** What a score depends on besides the segment. */
export interface HeadScoring {
	readonly rarity: number;
	readonly positionUse: PositionUse;
	readonly averageLengths: AverageLengths;
	readonly weighing: Weighing;
	readonly partMax: number;
	readonly isOutOfStockLast: boolean;
	/** Of the segment, as of `IndexView`: other effects are other objects. */
	readonly popularity: object | undefined;
	readonly factors: object | undefined;
}

/** Fewer matches are scored in some microseconds. */
const matchesMin = 500;
/** For each thread: some two thousand words. */
const bytesMax = 4 * 2 ** 20;
const entryBytesMax = bytesMax / 64;
const objectBytes = 400;
const matchBytes = 12;

const known: Cache<string, Head> = createCache({
	weightMax: bytesMax,
	weigh: ({ documents }, key) => objectBytes + key.length + matchBytes * documents.length,
	entryWeightMax: entryBytesMax,
});

/**
 * Names the matches of a word in a segment with their scores. Cost: O(terms that stand for the word).
 * @returns undefined where there are few matches, or a list is no term's
 */
export function toHeadKey(
	live: LiveSegment,
	{ variants, postingCount }: ResolvedWord,
	scoring: HeadScoring,
): string | undefined {
	if (postingCount < matchesMin || variants.some(({ term }) => term < 0)) return undefined;
	const { rarity, positionUse, averageLengths, weighing, partMax, isOutOfStockLast, popularity, factors } = scoring;
	const effects = [toObjectName(popularity), toObjectName(factors)];
	const numbers = [rarity, partMax, ...averageLengths, ...effects].join(' ');
	const terms = nameWeighed(variants).join(' ');
	return `${toLiveName(live)} ${numbers} ${positionUse} ${isOutOfStockLast} ${weighing.key}: ${terms}`;
}

/** Terms that are worth as much stand together, see `ResolvedWord`. */
function nameWeighed(variants: readonly Variant[]): string[] {
	const names: string[] = [];
	for (let from = 0, to = 0; from < variants.length; from = to) {
		const { weight } = variants[from] as Variant;
		while (to < variants.length && variants[to]?.weight === weight) to += 1;
		names.push(`${weight}×${nameTerms(variants.slice(from, to)).join(',')}`);
	}
	return names;
}

export function findHead(key: string): Head | undefined {
	return known.get(key);
}

/** @param candidates what is copied of the best matches */
export function keepHead(
	key: string,
	count: number,
	candidates: readonly { readonly document: number; readonly keys: readonly number[] }[],
): void {
	if (count < matchesMin) return;
	known.set(key, {
		count,
		documents: Uint32Array.from(candidates, ({ document }) => document),
		scores: Float64Array.from(candidates, ({ keys }) => keys[0] as number),
	});
}
