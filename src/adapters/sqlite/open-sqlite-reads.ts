/** Reads of a database that another thread has opened for writing, for a follower of the log. */
import type { Database } from '../../ports/database.ts';
import { type CallReads, createCallReads } from '../sql/call-days.ts';
import { createEventReads, type EventReads } from '../sql/events.ts';
import { createGenerationReads } from '../sql/generation-reads.ts';
import { createItemReads, type ItemReads } from '../sql/item-reads.ts';
import { createSearchEngineReads } from '../sql/search-engine-reads.ts';
import { createSqliteEventLog } from './sqlite-event-log.ts';
import { openReadConnection } from './sqlite-file.ts';

export interface SqliteReads extends Pick<Database, 'generations'> {
	readonly items: ItemReads;
	readonly calls: CallReads;
	readonly events: EventReads;
	readonly searchEngines: Pick<Database['searchEngines'], 'find'>;
	close(): Promise<void>;
}

/** The log is read once from front to back, so there is little worth caching. */
const cacheBytesMax = 8 * 1024 * 1024;

/** Opens the file, which must exist and be migrated. Reads see every write that was answered before them. */
export function openSqliteReads(file: string): SqliteReads {
	const connection = openReadConnection(file, { cacheBytesMax });
	return {
		items: createItemReads(connection),
		calls: createCallReads(connection),
		events: createEventReads(connection, createSqliteEventLog),
		searchEngines: createSearchEngineReads(connection),
		generations: createGenerationReads(connection),
		close: connection.close,
	};
}
