/**
 * Counts things in memory, and writes the counts every few seconds, so that nothing waits for it. A process that is killed
 * loses those of its last seconds.
 */
export interface CountBuffer<T> {
	/** Counts once. Things of the same key are the same. Takes constant time and never fails. */
	add(key: string, thing: T): void;
	/** Writes what was counted; nothing may be added afterwards. */
	close(): Promise<void>;
}

export interface Counted<T> {
	readonly thing: T;
	/** ≥ 1. */
	readonly count: number;
}

interface Options<T> {
	readonly write: (counts: readonly Counted<T>[]) => Promise<unknown>;
	/** Called when counts are lost. */
	readonly onFailure: (error: unknown) => void;
	readonly flushMs?: number;
}

export function createCountBuffer<T>({ write, onFailure, flushMs = 5000 }: Options<T>): CountBuffer<T> {
	let counted = new Map<string, Counted<T>>();
	let timer: NodeJS.Timeout | undefined;

	async function flush(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		const counts = [...counted.values()];
		if (counts.length === 0) return;
		counted = new Map();
		await write(counts).catch(onFailure);
	}

	return {
		add(key, thing) {
			counted.set(key, { thing, count: (counted.get(key)?.count ?? 0) + 1 });
			timer ??= setTimeout(flush, flushMs).unref();
		},
		close: flush,
	};
}
