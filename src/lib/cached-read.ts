/**
 * Caches a read that is made for every request and rarely has a different answer, for as long as nothing has changed.
 *
 * `readVersion` must return a different number after every change, before the change is acknowledged. Changes that this
 * process cannot see are seen after `ageMsMax`, counted from the beginning of a read: the answer may be as old as that. Where
 * somebody watches for them, the age counts from the moment at which there was none that was not counted (`readTrueAtMs`).
 *
 *     fresh ── ageMsMax ──► read again ─┬─► fresh
 *                                       └─ the store is away ─► used as it is, and read again behind it ── graceMsMax ──► fails
 *
 * The first call after the store went away waits for its timeout; those behind it do not.
 */
import { createCache } from './cache.ts';
import { type Grace, isAway, noGrace } from './grace.ts';

export interface CachedReadOptions<K, V> {
	/** Undefined is not cached, because what is absent may be created at any moment. */
	readonly read: (key: K) => Promise<V | undefined>;
	readonly readVersion: () => number;
	/** See `Invalidation`; by default nobody watches. */
	readonly readTrueAtMs?: (() => number) | undefined;
	readonly monotonicMs: () => number;
	readonly ageMsMax: number;
	readonly entriesMax?: number;
	/** By default none. */
	readonly grace?: Grace;
}

interface Entry<V> {
	readonly value: Promise<V>;
	readonly readAtMs: number;
	/** While it is read again. */
	refresh: Promise<V | undefined> | undefined;
	/** Whether it could not be read again the last time. */
	isStale: boolean;
}

/** @returns the read with its cache: O(1) and without a microtask of its own when the answer is cached */
export function createCachedRead<K extends NonNullable<unknown>, V>(
	options: CachedReadOptions<K, V>,
): (key: K) => Promise<V | undefined> {
	const { read, readVersion, monotonicMs, ageMsMax, entriesMax = 10_000, grace = noGrace } = options;
	const { readTrueAtMs = unwatched } = options;
	const { graceMsMax, onStale } = grace;
	const known = createCache<K, Entry<V>>({ entriesMax });
	let version = readVersion();

	function clearAfterChange(): void {
		const now = readVersion();
		if (now === version) return;
		version = now;
		known.clear();
	}

	async function readAnew(key: K): Promise<V | undefined> {
		const versionBefore = version;
		const readAtMs = monotonicMs();
		const found = await read(key);
		// A read that began before a change must not be cached after it.
		if (readVersion() !== versionBefore || version !== versionBefore) return found;
		if (found === undefined) known.delete(key);
		else {
			const entry = { value: Promise.resolve(found), readAtMs, refresh: undefined, isStale: false };
			known.set(key, entry);
		}
		return found;
	}

	async function refresh(key: K, entry: Entry<V>): Promise<V | undefined> {
		entry.refresh ??= readAnew(key).finally(() => {
			entry.refresh = undefined;
		});
		try {
			if (!entry.isStale) return await entry.refresh;
			entry.refresh.catch(() => undefined);
		} catch (error) {
			if (!isAway(error) || known.get(key) !== entry) throw error;
			entry.isStale = true;
		}
		onStale();
		return entry.value;
	}

	return (key) => {
		// Before the version: what is true of the version then is true of a later one, or that is another one.
		const trueAtMs = readTrueAtMs();
		clearAfterChange();
		const entry = known.get(key);
		if (entry === undefined) return readAnew(key);
		const ageMs = monotonicMs() - Math.max(entry.readAtMs, trueAtMs);
		if (ageMs <= ageMsMax) return entry.value;
		return ageMs <= graceMsMax ? refresh(key, entry) : readAnew(key);
	};
}

const unwatched = () => Number.NEGATIVE_INFINITY;
