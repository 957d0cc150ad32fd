/**
 * What a developer would write at first: reports as SQL over the table of events. They are about as exact as a quick answer
 * has to be: they know nothing of keystrokes, of other spellings of a query, or of time zones.
 */
import { DatabaseSync } from 'node:sqlite';
import type { ReportName } from '../src/app/statistics/reports.ts';

export interface SqlPeriod {
	readonly hashid: string;
	readonly startMs: number;
	readonly endMs: number;
}

const ofPeriod = 'hashid = ? and is_bot = 0 and occurred_at_ms >= ? and occurred_at_ms < ?';
const ofSearches = `kind = 'search' and json_extract(payload, '$.page') = 1`;

const statements: readonly (readonly [name: ReportName, sql: string])[] = [
	[
		'searches',
		`select occurred_at_ms / 86400000 as day, count(*) from event where ${ofPeriod} and ${ofSearches} group by day`,
	],
	[
		'searches/top',
		`select lower(json_extract(payload, '$.text')) as query, count(*) as n from event
			where ${ofPeriod} and ${ofSearches} group by query order by n desc limit 100`,
	],
	[
		'clicked_items',
		`select index_name, item_key, count(*) as n from event where ${ofPeriod} and kind = 'click'
			group by index_name, item_key order by n desc limit 100`,
	],
	[
		'inits/users',
		`select count(*), count(distinct session_id), count(distinct coalesce(user_id, session_id)) from event
			where ${ofPeriod} and kind = 'init'`,
	],
	[
		'checkouts',
		`select occurred_at_ms / 86400000 as day, count(*) from event where ${ofPeriod} and kind = 'checkout' group by day`,
	],
];

/** @returns milliseconds of processor time of each; they run once, because they take seconds. */
export function runPlainSql(
	file: string,
	{ hashid, startMs, endMs }: SqlPeriod,
): (readonly [name: ReportName, ms: number])[] {
	const raw = new DatabaseSync(file, { readOnly: true });
	try {
		return statements.map(([name, sql]) => {
			const before = process.cpuUsage();
			raw.prepare(sql).all(hashid, startMs, endMs);
			const { user, system } = process.cpuUsage(before);
			return [name, (user + system) / 1000] as const;
		});
	} finally {
		raw.close();
	}
}
