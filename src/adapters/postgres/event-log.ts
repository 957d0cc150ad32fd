/**
 * Reads the log of events, which many transactions write at once and no lock puts in order.
 *
 *     position    incarnation . xid . serial
 *
 *     1.730 ██  1.731 ██  1.732 ░░  1.733 ██ │ 1.734 ▒▒ (open)  1.735 ██  1.736 ▒▒ (open)
 *     └────────── can be read: all of these │ horizon: the oldest transaction that is open
 *                 have ended, ░░ undone      └ not yet, committed or not
 *
 * A serial is taken before its transaction is committed, so events do not appear in the order of serials: a reader that
 * has passed one would miss events that are committed before it later. Transaction ids do not appear in their order
 * either. But below the oldest id that is still open nothing can change: there the log is complete and has one order for
 * ever. Readers read up to there. `incarnation.ts` says why ids alone are not enough; events of earlier incarnations are
 * below every horizon.
 *
 * The horizon and the events must be of one snapshot, so they are read in one statement. A transaction that stays open,
 * of any program in the cluster that has written something, holds readers up. Ours have timeouts, and
 * `readHorizonAgeMs` is a metric.
 */
import assert from 'node:assert/strict';
import { type RawBuilder, sql } from 'kysely';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import type { EventKind } from '../../domain/event/shopper-event.ts';
import { type Position, startPosition } from '../../domain/log/position.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';
import { type LoggedRow, toLoggedEvent } from '../sql/event-rows.ts';
import { findLastReadable } from '../sql/log-queries.ts';
import type { Query } from '../sql/query.ts';
import type { SqlReader } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';
import { postgresQueries } from './postgres-builder.ts';

const { log } = postgresQueries;

interface EventRow extends LoggedRow {
	readonly position: Position;
	/**
	 * If kinds are selected: how many events of any kind were read, one more than the batch may have if there are more.
	 */
	readonly read_count?: number;
	/** If kinds are selected: 0 if the row only says where the batch ends. */
	readonly is_wanted?: number;
}

type BatchArguments = { readonly after: Position; readonly countMax: number; readonly hashid: string };

const columns = sql`incarnation, xid, serial, ${log.position} as position, ${sql.raw(
	'id, kind, hashid, index_name, item_key, session_id, user_id, widget_id, occurred_at_ms, payload, client_key, is_bot',
)}`;

function selectEvents({ after }: BatchArguments, criteria: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
	return sql<EventRow>`
		select ${columns} from event where ${criteria} ${log.isAfter(after)} and ${log.isReadable}
		order by ${log.ascending} limit (select ${limit})`;
}

function isOfKinds(kinds: readonly EventKind[]): RawBuilder<unknown> {
	return sql`kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;
}

/** For all engines and kinds. */
export const listAll = defineSql<EventRow, BatchArguments>((args) =>
	selectEvents(args, sql``, sql`${args.countMax}::bigint`),
);

export function defineEngineLog(kinds?: readonly EventKind[]): Query<BatchArguments, EventRow> {
	const areWanted = kinds === undefined ? sql`` : sql`${isOfKinds(kinds)} and`;
	return defineSql<EventRow, BatchArguments>((args) =>
		selectEvents(args, sql`hashid = ${args.hashid} and ${areWanted}`, sql`${args.countMax}::bigint`),
	);
}

/** Of events of other kinds only the position of the last is read; one more event tells whether there is more. */
function defineRange(kinds: readonly EventKind[]): Query<BatchArguments, EventRow> {
	return defineSql<EventRow, BatchArguments>(
		(args) => sql`
			with batch as (${selectEvents(args, sql``, sql`${args.countMax}::bigint + 1`)}), counted as (
				select *, count(*) over () as read_count, row_number() over (order by ${log.ascending}) as number
				from batch as event
			)
			select *, ${isOfKinds(kinds)} as is_wanted from counted
			where number <= ${args.countMax}::bigint
				and (${isOfKinds(kinds)} or number = least(read_count, ${args.countMax}::bigint))
			order by number`,
	);
}

const findHorizonAge = defineSql<{ age_ms: number | null }>(
	() => sql`
		select extract(epoch from clock_timestamp() - min(began)) * 1000 as age_ms from (
			select xact_start as began from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
			union all select prepared from pg_prepared_xacts
		) as writing`,
);

const listOfEngine = defineEngineLog();

/** The log as a change feed. */
export function createPostgresEventLog(connection: SqlReader): (criteria?: LogCriteria) => ChangeFeed<LoggedEvent> {
	const engineLogs = cacheByKinds(defineEngineLog);
	const ranges = cacheByKinds(defineRange);

	function findQuery({ hashid, kinds }: LogCriteria): Query<BatchArguments, EventRow> {
		if (hashid === undefined) return kinds === undefined ? listAll : ranges(kinds);
		return kinds === undefined ? listOfEngine : engineLogs(kinds);
	}

	return (criteria = {}) => ({
		async read(after, countMax): Promise<ChangeBatch<LoggedEvent>> {
			// A follower may have a position of a store that was here before.
			const isOurs = after === startPosition || after.split('.').length === 3;
			assert(isOurs, `${after} is not a position of this store`);
			const args = { after, countMax, hashid: criteria.hashid ?? '' };
			const rows = await connection.all(findQuery(criteria), args);
			const last = rows.at(-1);
			return {
				changes: rows.filter((row) => row.is_wanted !== 0).map(toChange),
				position: last?.position ?? after,
				isEnd: last?.read_count === undefined ? rows.length < countMax : last.read_count <= countMax,
			};
		},
		async readEnd(): Promise<Position> {
			return (await connection.first(findLastReadable, {}))?.position ?? startPosition;
		},
	});
}

/**
 * How long the oldest open transaction that holds readers up has been running; 0 when there is none. Transactions of
 * other users are visible only with the right `pg_read_all_stats`.
 */
export async function readHorizonAgeMs(connection: SqlReader): Promise<number> {
	return (await connection.first(findHorizonAge, {}))?.age_ms ?? 0;
}

/** Statements are prepared once: one for each list of kinds. */
function cacheByKinds(
	define: (kinds: readonly EventKind[]) => Query<BatchArguments, EventRow>,
): (kinds: readonly EventKind[]) => Query<BatchArguments, EventRow> {
	const queries = new Map<readonly EventKind[], Query<BatchArguments, EventRow>>();
	return (kinds) => {
		const query = queries.get(kinds) ?? define(kinds);
		queries.set(kinds, query);
		return query;
	};
}

function toChange(row: EventRow): LoggedEvent {
	return { ...toLoggedEvent(row), position: row.position };
}
