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
	clock: Clock,
): Pick<ItemRepository, 'findByKeys'> {
	const known = new Map<string, Entry>();
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

	function keep(name: string, item: StoredItem | undefined): void {
		if (item === undefined || item.text.length > textLengthMax) return;
		knownLength += item.text.length - (known.get(name)?.item.text.length ?? 0);
		if (knownLength > knownLengthMax) {
			forgetAll();
			knownLength = item.text.length;
		}
		known.set(name, { item, readAtMs: clock.nowMs() });
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
			if (isCurrent) keep(toName(target, keys[index] as string), read[index]);
		}
		return found;
	}

	return {
		async findByKeys(target, itemKeys) {
			forgetAfterChange();
			const nowMs = clock.nowMs();
			let isComplete = itemKeys.length > 0;
			const found = itemKeys.map((key) => {
				const entry = known.get(toName(target, key));
				const isFresh = entry !== undefined && Math.abs(nowMs - entry.readAtMs) < ageMsMax;
				if (!isFresh) isComplete = false;
				return isFresh ? entry.item : undefined;
			});
			return isComplete ? found : readMissing(target, itemKeys, found);
		},
	};
}

function toName({ hashid, indexName, generation }: ItemTarget, key: string): string {
	return `${hashid} ${indexName} ${generation} ${key}`;
}
