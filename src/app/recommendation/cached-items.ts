/**
 * The texts of the items that widgets show. They are mostly the same few, so they are cached until an item has changed or
 * may have changed. Missing items and long texts are not cached.
 */
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import { createCache } from '../../lib/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';

/** Characters of all texts together, and of one. */
const cachedLengthMax = 16 * 1024 * 1024;
const textLengthMax = 16 * 1024;

/** The cached items of one target, by key. A combined key would have to be built for every item of every answer. */
interface Shelf {
	readonly entries: Map<string, { readonly item: StoredItem; readonly readAtMs: number }>;
	/** Characters of its texts. */
	length: number;
}

/** Cached items cost no read; the others are read together. */
export function cacheItems(
	{ items, invalidation }: Pick<Database, 'invalidation'> & { readonly items: Pick<ItemRepository, 'findByKeys'> },
	{ monotonicMs }: Pick<Clock, 'monotonicMs'>,
): Pick<ItemRepository, 'findByKeys'> {
	const { readItemsVersion, stalenessMsMax } = invalidation;
	const shelves = createCache<string, Shelf>({ weightMax: cachedLengthMax, weigh: ({ length }) => length + 1 });
	let version = readItemsVersion();

	function clearAfterChange(): void {
		const now = readItemsVersion();
		if (now === version) return;
		version = now;
		shelves.clear();
	}

	function keep(target: ItemTarget, keys: readonly string[], read: readonly (StoredItem | undefined)[]): void {
		const name = toName(target);
		const shelf = shelves.get(name) ?? { entries: new Map(), length: 0 };
		const readAtMs = monotonicMs();
		for (const [index, item] of read.entries()) {
			if (item === undefined || item.text.length > textLengthMax) continue;
			const key = keys[index] as string;
			shelf.length += item.text.length - (shelf.entries.get(key)?.item.text.length ?? 0);
			shelf.entries.set(key, { item, readAtMs });
		}
		shelves.set(name, shelf);
	}

	async function readMissing(target: ItemTarget, itemKeys: readonly string[], found: (StoredItem | undefined)[]) {
		const versionBefore = version;
		const missing = [...found.keys()].filter((at) => found[at] === undefined);
		const keys = missing.map((at) => itemKeys[at] as string);
		const read = await items.findByKeys(target, keys);
		if (typeof read === 'string') return read;
		// A read that began before a change must not be kept after it.
		if (readItemsVersion() === versionBefore && version === versionBefore) keep(target, keys, read);
		for (const [index, at] of missing.entries()) found[at] = read[index];
		return found;
	}

	return {
		async findByKeys(target, itemKeys) {
			clearAfterChange();
			const nowMs = monotonicMs();
			const entries = shelves.get(toName(target))?.entries;
			let isComplete = itemKeys.length > 0;
			const found = itemKeys.map((key) => {
				const entry = entries?.get(key);
				const isFresh = entry !== undefined && nowMs - entry.readAtMs < stalenessMsMax;
				if (!isFresh) isComplete = false;
				return isFresh ? entry.item : undefined;
			});
			return isComplete ? found : readMissing(target, itemKeys, found);
		},
	};
}

function toName({ hashid, indexName, generation }: ItemTarget): string {
	return `${hashid} ${indexName} ${generation}`;
}
