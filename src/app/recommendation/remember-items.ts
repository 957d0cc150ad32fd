/**
 * The texts of the items that widgets show: the same few again and again, so they are kept in memory until an item
 * changes, and for a second at most. What is not there, or large, is not kept.
 */
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';

const ageMsMax = 1_000;
/** Characters of all texts together, and of one. */
const knownLengthMax = 16 * 1024 * 1024;
const textLengthMax = 16 * 1024;

interface Entry {
	readonly item: StoredItem;
	readonly readAtMs: number;
}

/** Items that are known cost no read; those that are not are read together. */
export function rememberItems(
	{
		items,
		readItemVersion,
	}: Pick<Database, 'readItemVersion'> & { readonly items: Pick<ItemRepository, 'findByKeys'> },
	clock: Pick<Clock, 'monotonicMs'>,
): Pick<ItemRepository, 'findByKeys'> {
	/** By target, then by key: a name of both would be made for every item of every answer. */
	const known = new Map<string, Map<string, Entry>>();
	let knownLength = 0;
	let version = readItemVersion();

	function forgetAll(): void {
		known.clear();
		knownLength = 0;
	}

	function forgetAfterChange(): void {
		const now = readItemVersion();
		if (now === version) return;
		version = now;
		forgetAll();
	}

	function openTarget({ hashid, indexName, generation }: ItemTarget): Map<string, Entry> {
		const name = `${hashid} ${indexName} ${generation}`;
		const entries = known.get(name) ?? new Map<string, Entry>();
		known.set(name, entries);
		return entries;
	}

	function keep(target: ItemTarget, key: string, item: StoredItem | undefined): void {
		if (item === undefined || item.text.length > textLengthMax) return;
		knownLength += item.text.length - (openTarget(target).get(key)?.item.text.length ?? 0);
		if (knownLength > knownLengthMax) {
			forgetAll();
			knownLength = item.text.length;
		}
		openTarget(target).set(key, { item, readAtMs: clock.monotonicMs() });
	}

	async function readMissing(target: ItemTarget, itemKeys: readonly string[], found: (StoredItem | undefined)[]) {
		const versionBefore = version;
		const places = [...found.keys()].filter((at) => found[at] === undefined);
		const keys = places.map((at) => itemKeys[at] as string);
		const read = await items.findByKeys(target, keys);
		if (typeof read === 'string') return read;
		// A read that began before a change must not be remembered after it.
		const isCurrent = readItemVersion() === versionBefore && version === versionBefore;
		for (const [index, at] of places.entries()) {
			found[at] = read[index];
			if (isCurrent) keep(target, keys[index] as string, read[index]);
		}
		return found;
	}

	return {
		async findByKeys(target, itemKeys) {
			forgetAfterChange();
			const nowMs = clock.monotonicMs();
			const entries = openTarget(target);
			let isComplete = itemKeys.length > 0;
			const found = itemKeys.map((key) => {
				const entry = entries.get(key);
				const isFresh = entry !== undefined && nowMs - entry.readAtMs < ageMsMax;
				if (!isFresh) isComplete = false;
				return isFresh ? entry.item : undefined;
			});
			return isComplete ? found : readMissing(target, itemKeys, found);
		},
	};
}
