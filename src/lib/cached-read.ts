/**
 * Caches a read that is made for every request and rarely has a different answer, for as long as nothing has changed.
 *
 * `readVersion` must return a different number after every change, before the change is acknowledged. Changes that this
 * process cannot see are seen after `ageMsMax`, counted from the beginning of a read: the answer may be as old as that.
 */
import { createCache } from './cache.ts';

export interface CachedReadOptions<K, V> {
	/** Undefined is not cached, because what is absent may be created at any moment. */
	readonly read: (key: K) => Promise<V | undefined>;
	readonly readVersion: () => number;
	readonly monotonicMs: () => number;
	readonly ageMsMax: number;
	readonly entriesMax?: number;
}

/** @returns the read with its cache: O(1) and without a microtask of its own when the answer is cached */
export function createCachedRead<K extends NonNullable<unknown>, V>(
	options: CachedReadOptions<K, V>,
): (key: K) => Promise<V | undefined> {
	const { read, readVersion, monotonicMs, ageMsMax, entriesMax = 10_000 } = options;
	const known = createCache<K, Promise<V>>({ entriesMax, ageMsMax, monotonicMs });
	let version = readVersion();

	function clearAfterChange(): void {
		const now = readVersion();
		if (now === version) return;
		version = now;
		known.clear();
	}

	async function readAnew(key: K): Promise<V | undefined> {
		const versionBefore = version;
		const startMs = monotonicMs();
		const found = await read(key);
		// A read that began before a change must not be cached after it.
		if (found === undefined || readVersion() !== versionBefore || version !== versionBefore) return found;
		known.set(key, Promise.resolve(found), monotonicMs() - startMs);
		return found;
	}

	return (key) => {
		clearAfterChange();
		return known.get(key) ?? readAnew(key);
	};
}
