/**
 * The texts of the items that are shown: results of searches, and what widgets show. They are mostly the same few, so they
 * are cached until an item has changed or may have changed. Missing items and long texts are not cached.
 *
 * Changes of this process clear the cache at once. Others are found out by asking, where the last time is a second ago,
 * whether the generation has the same last write: then nothing has changed, and the texts are good for another second. So
 * where nothing is written, the store is asked once a second and not for every answer. While the store is away, texts are good for
 * as long as its grace.
 */
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import { createCache } from '../../lib/cache.ts';
import { type Grace, type Graced, noGrace, readOrStay } from '../../lib/grace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { GenerationRepository } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';

/** Characters of all texts together, and of one. */
const cachedLengthMax = 16 * 1024 * 1024;
const textLengthMax = 16 * 1024;
/** Positions that followers note do not matter here. */
const noFollower = '';

/** The cached items of one target, by id or key. A combined name would have to be built for every item of every answer. */
interface Shelf extends Graced {
	readonly entries: Map<string, StoredItem>;
	/** Characters of its texts. */
	length: number;
	/** The last write of the generation when it was opened; undefined if that is not known. */
	readonly lastWrite: string | undefined;
	/** When the last write was read: its items are what they were then, or newer. */
	readAtMs: number;
}

type FindItems = ItemRepository['findMany'];

interface Dependencies extends Pick<Database, 'invalidation'> {
	readonly items: Pick<ItemRepository, 'findByKeys' | 'findMany'>;
	readonly generations: Pick<GenerationRepository, 'listOfSearchEngine'>;
}

/** Cached items cost no read; the others are read together. */
export function cacheItems(
	{ items, ...parts }: Dependencies,
	{ monotonicMs, grace = noGrace }: Pick<Clock, 'monotonicMs'> & { readonly grace?: Grace },
): Pick<ItemRepository, 'findByKeys' | 'findMany'> {
	return {
		findByKeys: cacheFinding(items.findByKeys, { ...parts, monotonicMs, grace }),
		findMany: cacheFinding(items.findMany, { ...parts, monotonicMs, grace }),
	};
}

type CacheParts = Omit<Dependencies, 'items'> & Pick<Clock, 'monotonicMs'> & { readonly grace: Grace };

function cacheFinding(find: FindItems, { invalidation, generations, monotonicMs, grace }: CacheParts): FindItems {
	const { readItemsVersion, stalenessMsMax } = invalidation;
	const shelves = createCache<string, Shelf>({ weightMax: cachedLengthMax, weigh: ({ length }) => length + 1 });
	let version = readItemsVersion();

	function openFresh(name: string, lastWrite: string | undefined, readAtMs: number): Shelf {
		const shelf = { entries: new Map(), length: 0, lastWrite, readAtMs, retryAtMs: 0 };
		shelves.set(name, shelf);
		return shelf;
	}

	function findShelf(name: string): Shelf | undefined {
		const now = readItemsVersion();
		if (now !== version) shelves.clear();
		version = now;
		return shelves.get(name);
	}

	/** The shelf, if nothing has been written since it was opened; otherwise an empty one. */
	async function check(target: ItemTarget, name: string): Promise<Shelf> {
		const startMs = monotonicMs();
		const lastWrite = await readLastWrite(generations, target);
		const shelf = findShelf(name);
		const isSame = lastWrite !== undefined && shelf?.lastWrite === lastWrite;
		if (shelf === undefined || !isSame) return openFresh(name, lastWrite, startMs);
		shelf.readAtMs = Math.max(shelf.readAtMs, startMs);
		return shelf;
	}

	/** Of an empty shelf nothing has to be checked. */
	function checkOrOpen(target: ItemTarget, name: string, known: Shelf | undefined): Shelf | Promise<Shelf> {
		if (known === undefined) return openFresh(name, undefined, monotonicMs());
		const isCurrent = (shelf: Shelf) => findShelf(name) === shelf;
		return readOrStay({ known, isCurrent, read: () => check(target, name), monotonicMs, grace });
	}

	function keep(name: string, shelf: Shelf, named: readonly (readonly [string, StoredItem | undefined])[]): void {
		// What was read before a change must not be kept after it: then the shelf is another one.
		if (findShelf(name) !== shelf) return;
		for (const [itemName, item] of named) {
			if (item === undefined || item.text.length > textLengthMax) continue;
			shelf.length += item.text.length - (shelf.entries.get(itemName)?.text.length ?? 0);
			shelf.entries.set(itemName, item);
		}
		shelves.set(name, shelf);
	}

	return async (target, itemNames) => {
		const name = toName(target);
		const known = findShelf(name);
		const isFresh = known !== undefined && monotonicMs() - known.readAtMs < stalenessMsMax;
		const shelf = isFresh ? known : await checkOrOpen(target, name, known);
		const found = itemNames.map((itemName) => shelf.entries.get(itemName));
		const missing = [...found.keys()].filter((at) => found[at] === undefined);
		if (missing.length === 0 && itemNames.length > 0) return found;
		const names = missing.map((at) => itemNames[at] as string);
		const read = await find(target, names);
		if (typeof read === 'string') return read;
		keep(
			name,
			shelf,
			names.map((itemName, index) => [itemName, read[index]] as const),
		);
		for (const [index, at] of missing.entries()) found[at] = read[index];
		return found;
	};
}

/** Names the last write to a generation; every write of an item is another one. */
async function readLastWrite(
	generations: Dependencies['generations'],
	{ hashid, indexName, generation }: ItemTarget,
): Promise<string | undefined> {
	const states = await generations.listOfSearchEngine(hashid, generation, noFollower);
	const state = states.find((one) => one.indexName === indexName);
	return state === undefined ? undefined : `${state.generationId} ${state.end}`;
}

function toName({ hashid, indexName, generation }: ItemTarget): string {
	return `${hashid} ${indexName} ${generation}`;
}
