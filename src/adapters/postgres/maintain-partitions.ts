/** Creates the partitions of the event log ahead of time. Retention drops them (`event-partitions.ts`). */
import type { SqlConnection } from '../sql/sql-connection.ts';
import { ensureEventPartitions } from './event-partitions.ts';
import { lockSchema } from './incarnation.ts';

export interface PartitionLimits {
	readonly nowMs: number;
	/** Null: events are kept for ever. */
	readonly eventsBeforeMs: number | null;
}

/** In a transaction of its own, at least once a day. */
export async function maintainPartitions(
	connection: SqlConnection,
	{ nowMs, eventsBeforeMs }: PartitionLimits,
): Promise<void> {
	await connection.all(lockSchema, {});
	await ensureEventPartitions(connection, nowMs, eventsBeforeMs);
}
