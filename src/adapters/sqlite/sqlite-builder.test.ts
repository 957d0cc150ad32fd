import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileQuery, defineQuery } from '../sql/query.ts';
import { sqliteQueries } from './sqlite-builder.ts';

test('constants are literals and arguments are parameters, also in lists', () => {
	const query = defineQuery((db, args: { hashid: string }) =>
		db
			.selectFrom('event')
			.select('serial')
			.where('hashid', '=', args.hashid)
			.where('session_id', '=', "it's")
			.where('kind', 'in', ['cart', 'view'])
			.where('is_bot', '=', 0)
			.limit(1),
	);
	assert.deepEqual(compileQuery(sqliteQueries, query), {
		sql:
			'select "serial" from "event" where "hashid" = ? and "session_id" = \'it\'\'s\'' +
			` and "kind" in ('cart', 'view') and "is_bot" = 0 limit 1`,
		parameters: ['hashid'],
	});
});

test('an argument as limit is an expression, so that its value causes no new plan', () => {
	const query = defineQuery((db, args: { rowsMax: number; offset: number }) =>
		db.selectFrom('event').select('serial').limit(args.rowsMax).offset(args.offset),
	);
	assert.equal(compileQuery(sqliteQueries, query).sql, 'select "serial" from "event" limit ? + 0 offset ?');
});
