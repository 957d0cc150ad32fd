/** Which indexes are in memory, and which has to go when they are too large together? The one that was not used longest. */
import type { ResidentIndex } from './resident-index.ts';

export interface Residents {
	get(generationId: number): ResidentIndex | undefined;
	/** Puts it in the place of the one of its generation, if there is one, as the one used last. */
	put(index: ResidentIndex): void;
	delete(generationId: number): void;
	/** Notes that it was used. */
	use(generationId: number): void;
	/** To be called when its size may have changed. */
	measure(index: ResidentIndex): void;
	readonly byteCount: number;
	readonly count: number;
	/** The one used longest ago first. */
	list(): Iterable<ResidentIndex>;
}

export function createResidents(): Residents {
	/** In the order of use. */
	const indexes = new Map<number, { readonly index: ResidentIndex; byteCount: number }>();
	let byteCount = 0;

	function remove(generationId: number): void {
		byteCount -= indexes.get(generationId)?.byteCount ?? 0;
		indexes.delete(generationId);
	}

	return {
		get: (generationId) => indexes.get(generationId)?.index,
		put(index) {
			remove(index.generationId);
			indexes.set(index.generationId, { index, byteCount: index.byteCount });
			byteCount += index.byteCount;
		},
		delete: remove,
		use(generationId) {
			const entry = indexes.get(generationId);
			if (entry === undefined) return;
			indexes.delete(generationId);
			indexes.set(generationId, entry);
		},
		measure(index) {
			const entry = indexes.get(index.generationId);
			if (entry?.index !== index) return;
			byteCount += index.byteCount - entry.byteCount;
			entry.byteCount = index.byteCount;
		},
		get byteCount() {
			return byteCount;
		},
		get count() {
			return indexes.size;
		},
		*list() {
			for (const { index } of indexes.values()) yield index;
		},
	};
}
