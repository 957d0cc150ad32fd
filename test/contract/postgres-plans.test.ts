import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { changeByDeletions, changeByPuts, createByPuts } from '../../src/adapters/postgres/item-statements.ts';
import { openPostgresPool } from '../../src/adapters/postgres/postgres-pool.ts';
import { defineQuery } from '../../src/adapters/sql/query.ts';
import { toItemKeyBytes } from '../../src/domain/item/dfid.ts';
import { createPreparedDatabase } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

/** PostgreSQL plans a statement anew this often before it decides whether to keep a plan. */
const firstPlans = 5;

const readPlans = defineQuery<{ custom_plans: number; generic_plans: number }>((db) => ({
	compile: () =>
		sql<{ custom_plans: number; generic_plans: number }>`
			select custom_plans, generic_plans from pg_prepared_statements where statement like 'with "input"%'
		`.compile(db as never) as never,
}));

test('statements over a single row keep their plan, which takes longer to make than they take', async (t) => {
	const bounds = {
		...{ connectionsMax: 1, waitersMax: 100, connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 },
		...{ lockTimeoutMs: 60_000, idleInTransactionTimeoutMs: 60_000 },
	};
	const url = await createPreparedDatabase();
	await queryPostgres(
		url,
		`insert into item (generation_id, seq, first_seq, item_key, id, body)
			select 1, n, n, decode(md5(n::text), 'hex'), n::text, repeat('x', 700) from generate_series(1, 500) as n`,
	);
	const pool = openPostgresPool({
		...{ url, reads: bounds, writes: bounds },
		...{ random: () => 1, onLost: () => undefined },
	});
	t.after(() => pool.close());
	const args = { hashid: 'none', indexName: 'none', rowCount: 1 };
	const key = toItemKeyBytes('sku-1');
	for (let run = 0; run < 2 * firstPlans; run += 1) {
		const text = { id: 'sku-1', body: '{}', groupId: null, firstSeq: 1 };
		await pool.autocommit.allBatch(changeByDeletions.live, [{ key, seq: 1, id: 'sku-1' }], args);
		await pool.autocommit.allBatch(changeByPuts.live, [{ key, seq: 1, ...text }], args);
		await pool.autocommit.allBatch(createByPuts.live, [{ key, seq: 1, ...text }], { ...args, seqCount: 1 });
	}
	const plans = await pool.runInTransaction((connection) => connection.all(readPlans, {}));
	const kept = { custom_plans: firstPlans, generic_plans: firstPlans };
	assert.deepEqual(plans, [kept, kept, kept]);
});
