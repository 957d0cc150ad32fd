/** The SQLite database without its thread, so that a test can watch statements and make them fail. */
import { createDatabaseChanges, createSqlDatabase } from '../../src/adapters/sql/sql-database.ts';
import { units } from '../../src/adapters/sql/units.ts';
import { createSqliteEventLog } from '../../src/adapters/sqlite/sqlite-event-log.ts';
import { openReadConnection, openWriteConnection } from '../../src/adapters/sqlite/sqlite-file.ts';
import { runGroup } from '../../src/adapters/sqlite/write-group.ts';
import { packCalls, unpackCalls } from '../../src/adapters/sqlite/write-messages.ts';
import { createWriteQueue } from '../../src/adapters/sqlite/write-queue.ts';
import type { Database } from '../../src/ports/database.ts';
import { neverMs } from '../support/wait-for.ts';

const cacheBytesMax = 4 * 1024 * 1024;

/** `beforeStatement` sees the statements of writes, with `begin`, `commit` and `rollback`. */
export function openInlineDatabase(
	file: string,
	beforeStatement: (sql: string) => void = () => undefined,
	beforeRead: (sql: string) => void = () => undefined,
): Database {
	const connection = openWriteConnection(file, { cacheBytesMax, beforeStatement });
	const queue = createWriteQueue({
		deadlineMs: neverMs,
		queuedCallsMax: 10_000,
		queuedBytesMax: 64 * 1024 * 1024,
		units,
		post: (calls) => void runGroup(connection, unpackCalls(packCalls(calls), units)).then(queue.settle),
	});
	const reads = openReadConnection(file, { cacheBytesMax, beforeStatement: beforeRead });
	const writer = {
		run: queue.run,
		async close() {
			await queue.drain(new Error('closed'));
			await connection.close();
		},
	};
	return createSqlDatabase({
		connection: reads,
		writer,
		createEventLog: createSqliteEventLog,
		changes: createDatabaseChanges(),
	});
}
