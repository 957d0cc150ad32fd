/**
 * A bounded cache in memory: when it is full, the least recently used entry is evicted.
 *
 * The entries are an `LRUCache` of the package `lru-cache`, whose memory grows with its content, so a limit costs
 * nothing until it is reached. A hit costs about 100 ns more than one of a `Map`, and an empty cache a few kilobytes.
 * So loops over postings use tables of their own, and what the full-text core caches by column and segment is in maps.
 */
import { LRUCache } from 'lru-cache';

export interface Cache<K, V> {
	/** Undefined when the key is absent or its entry too old. Reading a value counts as use. */
	get(key: K): V | undefined;
	/**
	 * Sets a value with age 0, or another one, replacing the previous one. A value that is too heavy is not cached, and
	 * removes the previous one.
	 */
	set(key: K, value: V, ageMs?: number): void;
	delete(key: K): void;
	clear(): void;
}

type Bound<K, V> =
	/** Limits are whole numbers ≥ 1. */
	| { readonly entriesMax: number }
	/** `weigh` returns the weight of an entry, a whole number ≥ 1: its bytes or its characters. */
	| { readonly weightMax: number; readonly weigh: (value: V, key: K) => number };

type Age =
	| { readonly ageMsMax?: never; readonly monotonicMs?: never }
	/** Entries older than this are treated as absent. */
	| { readonly ageMsMax: number; readonly monotonicMs: () => number };

type CacheOptions<K, V> = Bound<K, V> &
	Age & {
		/** Heavier entries are not cached, so that one entry does not evict many. */
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
		// A time of 0 would mean that there is none.
		...(ageMsMax === undefined ? {} : { ttl: ageMsMax, ttlResolution: 0, perf: { now: () => monotonicMs() + 1 } }),
	});
	return {
		get: (key) => entries.get(key) as V | undefined,
		set(key, value, ageMs = 0) {
			// Deleting first makes the cache weigh the same object again, as it may have grown.
			entries.delete(key);
			const start = monotonicMs === undefined || ageMs === 0 ? {} : { start: monotonicMs() + 1 - ageMs };
			entries.set(key, value as NonNullable<unknown>, start);
		},
		delete: (key) => void entries.delete(key),
		clear: () => entries.clear(),
	};
}

export interface MemoizeOptions {
	readonly entriesMax: number;
	/** In UTF-16 code units: results for longer texts, which callers choose, are not cached. */
	readonly textLengthMax?: number;
}

/** The function with a cache of its recent results. Exceptions are not cached. */
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
