/** Widgets are read for every call of a shopper's browser and hardly ever change: this keeps the recent ones in memory. */
import { createCachedRead } from '../../lib/cached-read.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../../ports/database.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

/** The stores of a database, with widgets that are cached until something changes, or may have. */
export function cacheWidgets(
	{ stores, invalidation }: Pick<Database, 'stores' | 'invalidation'>,
	{ monotonicMs }: Pick<Clock, 'monotonicMs'>,
): StoreRepository {
	const { readSettingsVersion: readVersion, stalenessMsMax: ageMsMax } = invalidation;
	return { ...stores, findWidget: createCachedRead({ read: stores.findWidget, readVersion, ageMsMax, monotonicMs }) };
}
