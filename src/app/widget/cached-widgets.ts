/** Caches widgets, which are read for every call of a shopper's browser and hardly ever change. */
import { createCachedRead } from '../../lib/cached-read.ts';
import { type Grace, noGrace } from '../../lib/grace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

/** The stores of a database, with widgets cached until something has changed or may have changed. */
export function cacheWidgets(
	{ stores, invalidation }: Pick<Database, 'stores' | 'invalidation'>,
	{ monotonicMs, grace = noGrace }: Pick<Clock, 'monotonicMs'> & { readonly grace?: Grace },
): StoreRepository {
	const { readSettingsVersion: readVersion, readTrueAtMs, stalenessMsMax: ageMsMax } = invalidation;
	const known = { readVersion, readTrueAtMs, ageMsMax, monotonicMs, grace };
	return { ...stores, findWidget: createCachedRead({ read: stores.findWidget, ...known }) };
}
