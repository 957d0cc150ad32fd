/**
 * Everything that changes the database, by group and name: what the writer runs and what the repositories forward to it.
 *
 * An operation runs inside a transaction that its caller began and will commit. It checks first and writes after, so an
 * expected refusal leaves nothing behind. Its arguments and its answer are plain data: they cross threads.
 */
import { type AccountWrites, accountWriteNames, createAccountWrites } from './account-writes.ts';
import { type CopyWrites, copyWriteNames, createCopyWrites } from './copy.ts';
import { createEventWrites, type EventWrites, eventWriteNames } from './events.ts';
import { createHealthWrites, type HealthWrites, healthWriteNames } from './health.ts';
import { createItemWrites, type ItemWrites, itemWriteNames } from './item-writes.ts';
import { createScrollWrites, type ScrollWrites, scrollWriteNames } from './scroll-writes.ts';
import { createSearchEngineWrites, type SearchEngineWrites, searchEngineWriteNames } from './search-engine-writes.ts';
import { createSearchSettingsWrites, type SearchSettingsWrites, searchSettingsWriteNames } from './search-settings.ts';
import type { SqlConnection } from './sql-connection.ts';
import { createStoreWrites, type StoreWrites, storeWriteNames } from './store-writes.ts';
import {
	createTemporaryIndexWrites,
	type TemporaryIndexWrites,
	temporaryIndexWriteNames,
} from './temporary-index-writes.ts';
import { createUpkeepWrites, type UpkeepWrites, upkeepWriteNames } from './upkeep-writes.ts';

export interface WriteOperations {
	readonly accounts: AccountWrites;
	readonly stores: StoreWrites;
	readonly searchEngines: SearchEngineWrites & TemporaryIndexWrites;
	readonly searchSettings: SearchSettingsWrites;
	readonly items: ItemWrites & ScrollWrites & CopyWrites & UpkeepWrites;
	readonly events: EventWrites;
	readonly health: HealthWrites;
}

export const writeNames: { readonly [G in keyof WriteOperations]: readonly (keyof WriteOperations[G])[] } = {
	accounts: accountWriteNames,
	stores: storeWriteNames,
	searchEngines: [...searchEngineWriteNames, ...temporaryIndexWriteNames],
	searchSettings: searchSettingsWriteNames,
	items: [...itemWriteNames, ...scrollWriteNames, ...copyWriteNames, ...upkeepWriteNames],
	events: eventWriteNames,
	health: healthWriteNames,
};

export function createWriteOperations(connection: SqlConnection): WriteOperations {
	return {
		accounts: createAccountWrites(connection),
		stores: createStoreWrites(connection),
		searchEngines: { ...createSearchEngineWrites(connection), ...createTemporaryIndexWrites(connection) },
		searchSettings: createSearchSettingsWrites(connection),
		items: {
			...createItemWrites(connection),
			...createScrollWrites(connection),
			...createCopyWrites(connection),
			...createUpkeepWrites(connection),
		},
		events: createEventWrites(connection),
		health: createHealthWrites(connection),
	};
}
