/**
 * What is worth keeping in memory, with a bound: when there is no room, what was used longest ago is evicted.
 *
 * The entries are an `LRUCache` of the package `lru-cache`, whose memory grows with what is in it, so that a bound costs
 * nothing until it is reached. A hit costs some 100 ns more than one of a `Map`, and an empty cache some kilobytes: so loops
 * over postings have tables of their own, and what the full-text core knows of each column and segment is in maps.
 */
import { LRUCache } from 'lru-cache';

export interface Cache<K, V> {
	/** Undefined when it is not there, or too old. A value that is read counts as used. */
	get(key: K): V | undefined;
	/** Puts the value in the place of another one, its age 0. One that is too heavy is not kept, and neither is the other. */
	set(key: K, value: V): void;
	delete(key: K): void;
	clear(): void;
}

type Bound<K, V> =
	/** Both bounds are whole numbers from 1 on. */
	| { readonly entriesMax: number }
	/** `weigh` says what an entry counts, a whole number from 1 on: its bytes, its characters. */
	| { readonly weightMax: number; readonly weigh: (value: V, key: K) => number };

type Age =
	| { readonly ageMsMax?: never; readonly monotonicMs?: never }
	/** What was put in longer ago is not there any more. */
	| { readonly ageMsMax: number; readonly monotonicMs: () => number };

type CacheOptions<K, V> = Bound<K, V> &
	Age & {
		/** Heavier entries are not kept, so that one does not evict many. */
		readonly entryWeightMax?: number;
	};

type Value = NonNullable<unknown> | null;

export function createCache<K extends NonNullable<unknown>, V extends Value>(options: CacheOptions<K, V>): Cache<K, V> {
	const { entryWeightMax, ageMsMax, monotonicMs } = options;
	const [weightMax, weigh] =
		'entriesMax' in options ? [options.entriesMax, () => 1] : [options.weightMax, options.weigh];
	const entries = new LRUCache<K, NonNullable<unknown>>({
		maxSize: weightMax,
		maxEntrySize: entryWeightMax ?? weightMax,
		sizeCalculation: (value, key) => weigh(value as V, key),
		// A moment 0 would count as none.
		...(ageMsMax === undefined ? {} : { ttl: ageMsMax, ttlResolution: 0, perf: { now: () => monotonicMs() + 1 } }),
	});
	return {
		get: (key) => entries.get(key) as V | undefined,
		set(key, value) {
			// The same object is weighed again: it may have grown.
			entries.delete(key);
			entries.set(key, value as NonNullable<unknown>);
		},
		delete: (key) => void entries.delete(key),
		clear: () => entries.clear(),
	};
}

export interface MemoizeOptions {
	readonly entriesMax: number;
	/** In UTF-16 code units: the results of longer texts, which callers make up, are not kept. */
	readonly textLengthMax?: number;
}

/** The same function of a text, that computes what it was asked lately once. What it throws is not kept. */
export function memoize<V extends Value>(
	compute: (text: string) => V,
	{ entriesMax, textLengthMax = Number.POSITIVE_INFINITY }: MemoizeOptions,
): (text: string) => V {
	const results = createCache<string, V>({ entriesMax });
	return (text) => {
		const known = results.get(text);
		if (known !== undefined) return known;
		const result = compute(text);
		if (text.length <= textLengthMax) results.set(text, result);
		return result;
	};
}
