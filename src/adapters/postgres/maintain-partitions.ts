/** Creates the partitions of the event log ahead of time. Retention drops them (`event-partitions.ts`). */
import type { SqlConnection } from '../sql/sql-connection.ts';
import { ensureEventPartitions } from './event-partitions.ts';
import { lockSchema } from './incarnation.ts';
import type { PostgresPool } from './postgres-pool.ts';

export interface PartitionLimits {
	readonly nowMs: number;
	/** Null: events are kept for ever. */
	readonly eventsBeforeMs: number | null;
}

/** Must be called at least once a day. */
export async function maintainPartitions(
	pool: Pick<PostgresPool, 'runInTransaction'>,
	{ nowMs, eventsBeforeMs }: PartitionLimits,
): Promise<void> {
	await pool.runInTransaction(async (connection: SqlConnection) => {
		await connection.all(lockSchema, {});
		await ensureEventPartitions(connection, nowMs, eventsBeforeMs);
	});
}
