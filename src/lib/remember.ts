/**
 * Remembers what a read found, for as long as nothing has changed: a small cache in front of a read that is made for
 * every request and hardly ever gives another answer.
 *
 * `readVersion` must give another number after every change, at the latest when the one who made it is told that it is
 * made. Changes that nobody here can see (another process) are seen after `ageMsMax`.
 */
export interface RememberOptions<K, V> {
	/** Undefined is not remembered: what is not there may be made at any moment. */
	readonly read: (key: K) => Promise<V | undefined>;
	readonly readVersion: () => number;
	readonly monotonicMs: () => number;
	readonly ageMsMax?: number;
	readonly entriesMax?: number;
}

/** @returns the read with a memory: O(1) and without a microtask of its own when the answer is known. */
export function remember<K, V>(options: RememberOptions<K, V>): (key: K) => Promise<V | undefined> {
	const { read, readVersion, monotonicMs, ageMsMax = 1_000, entriesMax = 10_000 } = options;
	const known = new Map<K, { readonly found: Promise<V>; readonly readAtMs: number }>();
	let version = readVersion();

	function forgetAfterChange(): void {
		const now = readVersion();
		if (now === version) return;
		version = now;
		known.clear();
	}

	async function readAnew(key: K): Promise<V | undefined> {
		const versionBefore = version;
		const found = await read(key);
		// A read that began before a change must not be remembered after it.
		if (found === undefined || readVersion() !== versionBefore || version !== versionBefore) return found;
		if (known.size >= entriesMax) known.clear();
		known.set(key, { found: Promise.resolve(found), readAtMs: monotonicMs() });
		return found;
	}

	return (key) => {
		forgetAfterChange();
		const entry = known.get(key);
		const isFresh = entry !== undefined && monotonicMs() - entry.readAtMs < ageMsMax;
		return isFresh ? entry.found : readAnew(key);
	};
}
