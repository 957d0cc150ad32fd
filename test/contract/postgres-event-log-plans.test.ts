import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { defineEngineLog, listAll } from '../../src/adapters/postgres/event-log.ts';
import { postgresQueries } from '../../src/adapters/postgres/postgres-builder.ts';
import { findLastReadable } from '../../src/adapters/sql/log-queries.ts';
import { compileQuery, type Query, type QueryArguments } from '../../src/adapters/sql/query.ts';
import { engineOfEvents } from '../support/postgres-events.ts';
import { createPreparedDatabase } from '../support/prepared-postgres.ts';
import { queryPostgres } from '../support/query-postgres.ts';

const monthCount = 13;
const eventsPerMonth = 3000;

let url: string;

before(async () => {
	url = await createPreparedDatabase();
	for (let month = 1; month <= monthCount; month += 1) {
		// Each month in a transaction of its own, because positions begin with the transaction.
		await queryPostgres(
			url,
			`create table event_2025_${month} partition of event for values from (${month * 1000}) to (${month * 1000 + 1000})`,
		);
		await queryPostgres(
			url,
			`insert into event (kind, occurred_at_ms, id, store_id, hashid, index_name, session_id, payload)
			select 'view', ${month * 1000}, md5(n::text), '', case n % 50 when 0 then '${engineOfEvents}' else md5((n % 50)::text) end,
				'', md5(n::text), '{}' from generate_series(1, ${eventsPerMonth}) as n`,
		);
	}
	await queryPostgres(url, 'analyze event');
});

/** @param mode whether the planner sees the values of the arguments. */
async function explain<A extends QueryArguments, Row>(query: Query<A, Row>, args: A, mode: string): Promise<string> {
	const { sql, parameters } = compileQuery(postgresQueries, query);
	const values = parameters.map((name) => (typeof args[name] === 'string' ? `'${args[name]}'` : args[name]));
	const call = values.length === 0 ? 'statement' : `statement(${values.join(', ')})`;
	const plan = await queryPostgres(
		url,
		`set plan_cache_mode = ${mode}; prepare statement as ${sql}; explain (analyze, timing off) execute ${call}`,
	);
	return plan.map((row) => row['QUERY PLAN']).join('\n');
}

/** How many rows the scans of a plan have read, whether or not they match. */
function countScanned(plan: string): number {
	const seen = plan.matchAll(/Scan .* on event.*\(actual rows=(\d+)|Rows Removed by Filter: (\d+)/g);
	return [...seen].reduce((sum, [, read = '0', removed = '0']) => sum + Number(read) + Number(removed), 0);
}

describe('a statement that reads the log of events on PostgreSQL', () => {
	const range = { after: '1.3.1', countMax: 100, hashid: engineOfEvents };
	const partitionCountMax = monthCount + 5;
	for (const mode of ['force_custom_plan', 'force_generic_plan']) {
		for (const [name, query, args] of [
			['all', listAll, range],
			['those of a search engine', defineEngineLog(), range],
			['the last', findLastReadable, {}],
		] as const) {
			it(`sees ${name} in the order of an index, and no more than it returns (${mode})`, async () => {
				const plan = await explain(query as Query<QueryArguments, unknown>, args, mode);
				assert.match(plan, /Merge Append/);
				assert.doesNotMatch(plan, /-> {2}(?:Incremental )?Sort|Seq Scan on event/, plan);
				const returnedCount = name === 'the last' ? 1 : range.countMax;
				assert(countScanned(plan) >= returnedCount, plan);
				assert(countScanned(plan) <= returnedCount + partitionCountMax, plan);
			});
		}
	}
});
