/** Maintains the partitions of the event log: created ahead of time, dropped when all their events are too old. */
import type { SqlConnection } from '../sql/sql-connection.ts';
import { dropEventPartitions, ensureEventPartitions } from './event-partitions.ts';
import { lockSchema } from './incarnation.ts';
import type { PostgresPool } from './postgres-pool.ts';

export interface PartitionLimits {
	readonly nowMs: number;
	/** Null: events are kept for ever. */
	readonly eventsBeforeMs: number | null;
}

/** For events that are in no month. */
const straysMax = 500;

/** Must be called at least once a day. */
export async function maintainPartitions(
	pool: Pick<PostgresPool, 'runInTransaction'>,
	{ nowMs, eventsBeforeMs }: PartitionLimits,
): Promise<void> {
	await pool.runInTransaction(async (connection: SqlConnection) => {
		await connection.all(lockSchema, {});
		await ensureEventPartitions(connection, nowMs);
		if (eventsBeforeMs !== null) {
			await dropEventPartitions(connection, { beforeMs: eventsBeforeMs, countMax: straysMax });
		}
	});
}
