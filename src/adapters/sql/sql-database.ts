import { FailureError } from '../../lib/failure.ts';
import { createSharedCounter, type SharedCounter } from '../../lib/shared-counter.ts';
import type { SharedTime } from '../../lib/shared-time.ts';
import type { Database } from '../../ports/database.ts';
import { createAccountReads } from './account-reads.ts';
import { createAccountWrites } from './account-writes.ts';
import { createCallReads, createCallWrites } from './call-days.ts';
import { createChangeReads, createChangeWrites } from './changes.ts';
import { createCopyNext } from './copy.ts';
import { type CreateEventLog, createEventReads, createEventWrites } from './events.ts';
import { createGenerationReads } from './generation-reads.ts';
import { checkReads, checkWrites } from './health.ts';
import { createItemReads } from './item-reads.ts';
import { createItemWrites } from './item-writes.ts';
import { createMaintenanceWrites } from './maintenance-writes.ts';
import { createScrollWrites } from './scroll-writes.ts';
import { createSealedSecrets } from './sealed-secrets.ts';
import { createSearchEngineReads } from './search-engine-reads.ts';
import { createSearchEngineWrites } from './search-engine-writes.ts';
import { createSearchSettingsReads, createSearchSettingsWrites } from './search-settings.ts';
import { createSecondFactorReads, createSecondFactorWrites } from './second-factors.ts';
import { createSignInReads } from './sign-in-reads.ts';
import { createSignInWrites } from './sign-in-writes.ts';
import type { SqlConnection, SqlReader } from './sql-connection.ts';
import { createStatisticsReads } from './statistics-reads.ts';
import { createStatisticsWrites } from './statistics-steps.ts';
import { createStoreReads } from './store-reads.ts';
import { createStoreWrites } from './store-writes.ts';
import { createTemporaryIndexWrites } from './temporary-index-writes.ts';
import type { Writer } from './unit-of-work.ts';

/** Counters of changes that affect caches, shared by all threads that have the database open. */
export interface DatabaseChanges {
	/** Changes of items and their indices. */
	readonly items: SharedCounter;
	/** All other changes, except events. */
	readonly settings: SharedCounter;
	/** When somebody last found that no other process had changed what `settings` counts; left out where nobody looks. */
	readonly settingsTrueAt?: SharedTime;
}

export function createDatabaseChanges(): DatabaseChanges {
	return { items: createSharedCounter(), settings: createSharedCounter() };
}

/** How far a cache may be behind a change that is not counted here: one read a second is cheap. */
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
		signIns: { ...createSignInReads(connection), ...createSignInWrites(counting) },
		secondFactors: { ...createSecondFactorReads(connection), ...createSecondFactorWrites(counting) },
		changes: { ...createChangeReads(connection), ...createChangeWrites(counting) },
		sealedSecrets: createSealedSecrets(connection, counting),
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
		calls: { ...createCallReads(connection), ...createCallWrites(counting) },
		statistics: { ...createStatisticsReads(connection), ...createStatisticsWrites(counting) },
		invalidation: {
			readSettingsVersion: changes.settings.read,
			readItemsVersion: () => changes.items.read() + changes.settings.read(),
			...(changes.settingsTrueAt !== undefined && { readTrueAtMs: changes.settingsTrueAt.read }),
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

/** Counts before the caller gets the outcome, also of a unit that failed, unless it is certain that nothing happened. */
function countChanges(writer: Writer, changes: DatabaseChanges): Writer {
	return {
		...writer,
		run(unit, ...args) {
			const outcome = writer.run(unit, ...args);
			if (unit.invalidates === 'nothing') return outcome;
			const { increment } = changes[unit.invalidates];
			return outcome.then(
				(result) => {
					increment();
					return result;
				},
				(error) => {
					if (!isCertainlyUndone(error)) increment();
					throw error;
				},
			);
		},
	};
}

/** As `Database` says of these failures. */
export function isCertainlyUndone(error: unknown): boolean {
	return error instanceof FailureError && (error.failure.code === 'unavailable' || error.failure.code === 'overloaded');
}
