/** The items that one thread shows in results and widgets: from memory, from what is kept beside the search indexes, or from the store. */
import { join } from 'node:path';
import { openItemTexts, type TextLink } from '../adapters/item-texts/text-reader.ts';
import { cacheItems } from '../app/item/cached-items.ts';
import { keepItems } from '../app/item/kept-items.ts';
import { createCachedRead } from '../lib/cached-read.ts';
import type { Grace } from '../lib/grace.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { createFreshnessMemory } from '../lib/shared-freshness.ts';
import type { Database } from '../ports/database.ts';
import type { ItemRepository } from '../ports/item-repository.ts';
import { textFileName } from './topologies/claim-node.ts';

export interface ShownItems {
	readonly items: Pick<ItemRepository, 'findByKeys' | 'findMany'>;
	close(): void;
}

export interface ShownItemsOptions {
	/** Undefined: no texts are kept. */
	readonly texts: TextLink | undefined;
	/** As the indexer has it. */
	readonly follower: string;
	readonly grace: Grace;
}

/** For the threads of a process that is the only one to write there. @param directory of the zone */
export function createTextLink(directory: string): TextLink {
	return { path: join(directory, 'search', textFileName), freshness: createFreshnessMemory() };
}

export function openShownItems(database: Database, { texts: link, follower, grace }: ShownItemsOptions): ShownItems {
	const { invalidation, generations } = database;
	const cached = cacheItems(database, { monotonicMs: readMonotonicMs, grace });
	if (link === undefined) return { items: cached, close: () => undefined };
	const texts = openItemTexts(link);
	const listLive = createCachedRead({
		read: (hashid: string) => generations.listOfSearchEngine(hashid, 'live', follower),
		readVersion: invalidation.readSettingsVersion,
		readTrueAtMs: invalidation.readTrueAtMs,
		ageMsMax: invalidation.stalenessMsMax,
		...{ monotonicMs: readMonotonicMs, grace },
	});
	const items = keepItems({
		...{ texts, items: cached, invalidation, grace, monotonicMs: readMonotonicMs },
		async findGeneration({ hashid, indexName }) {
			const live = await listLive(hashid);
			return live?.find((state) => state.indexName === indexName)?.generationId;
		},
	});
	return { items, close: texts.close };
}
