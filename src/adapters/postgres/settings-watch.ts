/**
 * Has anything changed that caches hold? Every process asks so twice a second, with one statement, whatever it has cached;
 * so no search has to ask. Rows come from triggers, one for each transaction (`migration-14.ts`).
 *
 *     ask ─► same as before ─► all that is cached was true when the question began
 *       └──► another answer ─► caches read again
 *
 * Between two questions rows appear, and those of an hour ago are removed. Their number and their sum together tell: a row that
 * appears has a larger id than any that is removed, so that the sum of as many others is larger, too. After a promotion rows may
 * be gone, and their ids used again: another incarnation is another answer.
 */
import { sql } from 'kysely';
import { type BackgroundLoop, startBackgroundLoop } from '../../lib/background-loop.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import type { SharedCounter } from '../../lib/shared-counter.ts';
import type { SharedTime } from '../../lib/shared-time.ts';
import type { SqlConnection, SqlReader } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';
import { postgresQueries } from './postgres-builder.ts';

export interface SettingsWatchOptions {
	/** See `DatabaseChanges`. */
	readonly settings: Pick<SharedCounter, 'increment'>;
	readonly settingsTrueAt: Pick<SharedTime, 'write'>;
}

/** Half of what caches may be behind, so that a slow answer does not make them too old. */
const watchIntervalMs = 500;
/** Longer than any transaction lasts. */
const keptMs = 3600 * 1000;

const readChanges = defineSql<{ seen: string }>(
	() => sql`
		select concat(count(*), ' ', sum(transaction), ' ', ${postgresQueries.log.incarnation}) as seen from settings_change`,
);

const removeOld = defineSql(
	() => sql`
		delete from settings_change where changed_at < clock_timestamp() - ${sql.lit(keptMs)} * interval '1 millisecond'`,
);

/** Nobody else may watch for this process. */
const ownRight = { hold: async () => 1, release: async () => undefined };

export function startSettingsWatch(
	reads: Pick<SqlReader, 'first'>,
	{ settings, settingsTrueAt }: SettingsWatchOptions,
): BackgroundLoop {
	let seen: string | undefined;
	return startBackgroundLoop({
		async step() {
			const startMs = readMonotonicMs();
			const now = (await reads.first(readChanges, {}))?.seen;
			if (now !== seen) settings.increment();
			seen = now;
			// After the version: whoever reads this time has read a version that is as old at most.
			settingsTrueAt.write(startMs);
			return false;
		},
		// Caches grow old, then, and those who read them find out why.
		...{ lease: ownRight, busyPauseMs: 0, idlePauseMs: watchIntervalMs, onFailure: () => undefined },
	});
}

export async function removeOldSettingsChanges(connection: Pick<SqlConnection, 'run'>): Promise<void> {
	await connection.run(removeOld, {});
}
