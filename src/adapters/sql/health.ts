/** Proof that the database takes writes: a row that is rewritten, as a full disk still serves reads. */
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

export const healthWriteNames = ['touch'] as const;

export interface HealthWrites {
	touch(): Promise<void>;
}

const touch = defineQuery((db) =>
	db.updateTable('health').set(({ eb }) => ({ check_count: eb('check_count', '+', 1) })),
);
const readHealth = defineQuery((db) => db.selectFrom('health').select('check_count'));

export function createHealthWrites(connection: SqlConnection): HealthWrites {
	return {
		async touch() {
			await connection.run(touch, {});
		},
	};
}

/** Rejects when the connection cannot read. */
export async function checkReads(connection: SqlConnection): Promise<void> {
	await connection.first(readHealth, {});
}
