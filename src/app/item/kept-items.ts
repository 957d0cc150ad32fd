/**
 * The items that are shown, from the texts that this process keeps (`ports/item-texts.ts`), where they are as new as they must
 * be; otherwise from the store. So where nothing is written, and where others write little, no search asks the store.
 *
 *     kept texts were the store's a second ago at most, and after the last own write to the engine ─► they are
 *     otherwise, or no texts ─► the store ─ away ─► kept texts that were the store's within its grace
 *
 * The texts of what was found last are in memory, as strings that stay the same while the texts do.
 */
import { toItemKey } from '../../domain/item/dfid.ts';
import type { ItemTarget, StoredItem } from '../../domain/item/item.ts';
import { createCache } from '../../lib/cache.ts';
import { type Grace, isAway } from '../../lib/grace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Invalidation } from '../../ports/invalidation.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { ItemTexts } from '../../ports/item-texts.ts';

export interface KeptItemsOptions extends Pick<Clock, 'monotonicMs'> {
	readonly texts: ItemTexts;
	/** The generation of an index as searches see it; undefined: there is none. */
	readonly findGeneration: (target: ItemTarget) => Promise<number | undefined>;
	readonly items: Pick<ItemRepository, 'findByKeys' | 'findMany'>;
	readonly invalidation: Pick<Invalidation, 'stalenessMsMax' | 'readOwnWriteMs'>;
	readonly grace: Grace;
}

/** Characters of all texts in memory together, and of one. */
const cachedLengthMax = 16 * 1024 * 1024;
const textLengthMax = 16 * 1024;
/** Of the texts of one call; longer ones are read from the store, which does it in steps. */
const foundLengthMax = 1024 * 1024;
/** While the store is away it is asked as often. */
const retryMs = 1_000;

type FindItems = ItemRepository['findMany'];
type Found = readonly (StoredItem | undefined)[];

/** The texts of one generation, by id or by key. */
interface Shelf {
	readonly version: number;
	readonly entries: Map<string, StoredItem>;
	/** Characters. */
	length: number;
}

export function keepItems(options: KeptItemsOptions): KeptItemsOptions['items'] {
	const { texts, items } = options;
	return {
		findByKeys: keepFinding(
			items.findByKeys,
			createShelves(texts, (key) => key),
			options,
		),
		findMany: keepFinding(items.findMany, createShelves(texts, toItemKey), options),
	};
}

/** @returns undefined where the store must be asked */
type FindKept = (generationId: number, names: readonly string[]) => Found | undefined;

function createShelves(texts: ItemTexts, toKey: (name: string) => string): FindKept {
	const shelves = createCache<number, Shelf>({ weightMax: cachedLengthMax, weigh: ({ length }) => length + 1 });

	function openShelf(generationId: number): Shelf {
		const version = texts.readVersion(generationId);
		const known = shelves.get(generationId);
		return known?.version === version ? known : { version, entries: new Map(), length: 0 };
	}

	return (generationId, names) => {
		const shelf = openShelf(generationId);
		const found = names.map((name) => shelf.entries.get(name));
		const missing = [...found.keys()].filter((at) => found[at] === undefined);
		if (missing.length === 0) return found;
		const keys = missing.map((at) => toKey(names[at] as string));
		const read = texts.find(generationId, keys);
		if (read === undefined) return undefined;
		for (const [index, at] of missing.entries()) {
			const item = read[index];
			found[at] = item;
			if (item === undefined || item.text.length > textLengthMax) continue;
			shelf.entries.set(names[at] as string, item);
			shelf.length += item.text.length;
		}
		shelves.set(generationId, shelf);
		const length = found.reduce((sum, item) => sum + (item?.text.length ?? 0), 0);
		return length > foundLengthMax ? undefined : found;
	};
}

function keepFinding(
	ask: FindItems,
	find: FindKept,
	{ texts, findGeneration, invalidation, grace, monotonicMs }: KeptItemsOptions,
): FindItems {
	const { stalenessMsMax, readOwnWriteMs } = invalidation;
	let retryAtMs = Number.NEGATIVE_INFINITY;

	/** How old the kept texts may be; Infinity: an own write is newer, or they were never whole. */
	function readAgeMs(generationId: number, hashid: string): number {
		const trueAtMs = texts.readTrueAtMs(generationId);
		const isNewer = trueAtMs > (readOwnWriteMs?.(hashid) ?? Number.NEGATIVE_INFINITY);
		return isNewer ? monotonicMs() - trueAtMs : Number.POSITIVE_INFINITY;
	}

	/** `away`: the store does not answer, or did not a moment ago. */
	async function askUnlessAway(...args: Parameters<FindItems>): Promise<Awaited<ReturnType<FindItems>> | 'away'> {
		if (monotonicMs() < retryAtMs) return 'away';
		try {
			return await ask(...args);
		} catch (error) {
			if (!isAway(error)) throw error;
			retryAtMs = monotonicMs() + retryMs;
			return 'away';
		}
	}

	return async (target, names) => {
		const generationId = target.generation === 'live' ? await findGeneration(target) : undefined;
		if (generationId === undefined) return ask(target, names);
		const ageMs = readAgeMs(generationId, target.hashid);
		if (ageMs >= stalenessMsMax) {
			const found = ageMs < grace.graceMsMax ? await askUnlessAway(target, names) : await ask(target, names);
			if (found !== 'away') return found;
			grace.onStale();
		}
		return find(generationId, names) ?? ask(target, names);
	};
}
