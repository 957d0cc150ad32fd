/** Checks that the database accepts writes by rewriting a row: a full disk still serves reads. */
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

const countCheck = defineQuery((db) =>
	db.updateTable('health').set(({ eb }) => ({ check_count: eb('check_count', '+', 1) })),
);
const readHealth = defineQuery((db) => db.selectFrom('health').select('check_count'));

const touch = defineUnit(
	'health.touch',
	async (tx) => {
		await tx.run(countCheck, {});
	},
	{ invalidates: 'nothing' },
);

export const healthUnits = [touch] as const;

/** Rejects when the connection cannot read. */
export async function checkReads(connection: SqlReader): Promise<void> {
	await connection.first(readHealth, {});
}

/** Rejects when the writer cannot write. */
export function checkWrites({ run }: Writer): Promise<void> {
	return run(touch);
}
