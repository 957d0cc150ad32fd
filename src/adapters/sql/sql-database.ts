import { createSharedCounter, type SharedCounter } from '../../lib/shared-counter.ts';
import type { Database } from '../../ports/database.ts';
import { createAccountReads } from './account-reads.ts';
import { createAccountWrites } from './account-writes.ts';
import { createCopyNext } from './copy.ts';
import { type CreateEventLog, createEventReads, createEventWrites } from './events.ts';
import { createGenerationReads } from './generation-reads.ts';
import { checkReads, checkWrites } from './health.ts';
import { createItemReads } from './item-reads.ts';
import { createItemWrites } from './item-writes.ts';
import { createMaintenanceWrites } from './maintenance-writes.ts';
import { createScrollWrites } from './scroll-writes.ts';
import { createSearchEngineReads } from './search-engine-reads.ts';
import { createSearchEngineWrites } from './search-engine-writes.ts';
import { createSearchSettingsReads, createSearchSettingsWrites } from './search-settings.ts';
import type { SqlConnection, SqlReader } from './sql-connection.ts';
import { createStoreReads } from './store-reads.ts';
import { createStoreWrites } from './store-writes.ts';
import { createTemporaryIndexWrites } from './temporary-index-writes.ts';
import type { Writer } from './unit-of-work.ts';

/** How often what may be remembered has changed; shared by all threads that have the database open. */
export interface DatabaseChanges {
	/** Of items and their indices. */
	readonly items: SharedCounter;
	/** Of all the rest but events. */
	readonly settings: SharedCounter;
}

export function createDatabaseChanges(): DatabaseChanges {
	return { items: createSharedCounter(), settings: createSharedCounter() };
}

/** How long a cache may be behind a change that is not counted here: a read a second costs nothing. */
const stalenessMsMax = 1000;

/** Reads go to `connection`, writes to `writer`; both must see the same database. */
export interface SqlDatabaseParts {
	readonly connection: SqlReader & Pick<SqlConnection, 'close'>;
	readonly writer: Writer;
	readonly createEventLog: CreateEventLog;
	readonly changes: DatabaseChanges;
}

export function createSqlDatabase({ connection, writer, createEventLog, changes }: SqlDatabaseParts): Database {
	const counting = countChanges(writer, changes);
	return {
		accounts: { ...createAccountReads(connection), ...createAccountWrites(counting) },
		stores: { ...createStoreReads(connection), ...createStoreWrites(counting) },
		searchEngines: {
			...createSearchEngineReads(connection),
			...createSearchEngineWrites(counting),
			...createTemporaryIndexWrites(counting),
		},
		searchSettings: { ...createSearchSettingsReads(connection), ...createSearchSettingsWrites(counting) },
		items: {
			...createItemReads(connection),
			...createItemWrites(counting),
			...createScrollWrites(counting),
			...createMaintenanceWrites(counting),
			copyNext: createCopyNext(connection, counting),
		},
		generations: createGenerationReads(connection),
		events: { ...createEventReads(connection, createEventLog), ...createEventWrites(counting) },
		invalidation: {
			readSettingsVersion: changes.settings.read,
			readItemsVersion: () => changes.items.read() + changes.settings.read(),
			stalenessMsMax,
		},
		async check() {
			await checkReads(connection);
			await checkWrites(counting);
		},
		async close() {
			await writer.close();
			await connection.close();
		},
	};
}

/** Counts before the caller hears of the outcome; a unit that failed may have happened all the same. */
function countChanges(writer: Writer, changes: DatabaseChanges): Writer {
	return {
		...writer,
		run(unit, ...args) {
			const outcome = writer.run(unit, ...args);
			return unit.invalidates === 'nothing' ? outcome : outcome.finally(changes[unit.invalidates].increment);
		},
	};
}
