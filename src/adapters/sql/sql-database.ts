import { createSharedCounter, type SharedCounter } from '../../lib/shared-counter.ts';
import type { Database } from '../../ports/database.ts';
import { createAccountReads } from './account-reads.ts';
import { createCopyNext } from './copy.ts';
import { createEventReads, toRepositoryWrites } from './events.ts';
import { createGenerationReads } from './generation-reads.ts';
import { checkReads } from './health.ts';
import { createItemReads } from './item-reads.ts';
import { createSearchEngineReads } from './search-engine-reads.ts';
import { createSearchSettingsReads } from './search-settings.ts';
import type { SqlConnection } from './sql-connection.ts';
import { createStoreReads } from './store-reads.ts';
import { type WriteOperations, writeNames } from './write-operations.ts';
import { forwardTo, type Writer } from './writer.ts';

/** Groups whose writes are many, and change nothing that is remembered between calls. */
const unversionedGroups: ReadonlySet<keyof WriteOperations> = new Set(['events', 'health']);

/** How often what may be remembered has changed; shared by all threads that have the database open. */
export interface DatabaseChanges {
	/** Of items and their indices. */
	readonly items: SharedCounter;
	/** Of all the rest but events. */
	readonly others: SharedCounter;
}

export function createDatabaseChanges(): DatabaseChanges {
	return { items: createSharedCounter(), others: createSharedCounter() };
}

/** The port from its halves: reads go to `connection`, writes to `writer`; both must see the same database. */
export function createSqlDatabase(
	connection: SqlConnection,
	writer: Writer,
	changes: DatabaseChanges = createDatabaseChanges(),
): Database {
	const countItems = countChanges(writer, changes.items);
	const countOthers = countChanges(writer, changes.others);
	const forward = <G extends keyof WriteOperations>(group: G): WriteOperations[G] => {
		const counting = group === 'items' ? countItems : countOthers;
		return forwardTo<WriteOperations[G]>(unversionedGroups.has(group) ? writer : counting, group, writeNames[group]);
	};
	const { touch } = forward('health');
	const { copyChunk, failCopy, ...itemWrites } = forward('items');
	const copyNext = createCopyNext(connection, { copyChunk, failCopy });
	return {
		accounts: { ...createAccountReads(connection), ...forward('accounts') },
		stores: { ...createStoreReads(connection), ...forward('stores') },
		searchEngines: { ...createSearchEngineReads(connection), ...forward('searchEngines') },
		searchSettings: { ...createSearchSettingsReads(connection), ...forward('searchSettings') },
		items: { ...createItemReads(connection), ...itemWrites, copyNext },
		generations: createGenerationReads(connection),
		events: { ...createEventReads(connection), ...toRepositoryWrites(forward('events')) },
		readVersion: changes.others.read,
		readItemVersion: () => changes.items.read() + changes.others.read(),
		async check() {
			await checkReads(connection);
			await touch();
		},
		async close() {
			await writer.close();
			await connection.close();
		},
	};
}

/** Counts before the caller hears of the outcome; a write that failed may have happened all the same. */
function countChanges(writer: Writer, changes: SharedCounter): Writer {
	return {
		...writer,
		call: (group, name, args) => writer.call(group, name, args).finally(changes.increment),
	};
}
