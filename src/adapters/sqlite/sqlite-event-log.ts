/**
 * The log of events for its followers, in a store whose commits are in the order of `serial`.
 *
 * The events of one search engine are read through an index, event by event. Events of selected kinds are read by ranges
 * of serials: skipping an event costs as little as finding it.
 */
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import type { EventKind } from '../../domain/event/shopper-event.ts';
import { type Position, toPosition } from '../../domain/log/position.ts';
import type { ChangeBatch, ChangeFeed } from '../../ports/change-feed.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';
import { type LoggedRow, loggedColumns, toLoggedEvent } from '../sql/event-rows.ts';
import { toSerial } from '../sql/number-position.ts';
import { defineQuery, type Query } from '../sql/query.ts';
import type { SqlReader } from '../sql/sql-connection.ts';

type PageArguments = { readonly afterSerial: number; readonly rowsMax: number };
type EngineArguments = PageArguments & { readonly hashid: string };
type RangeArguments = { readonly afterSerial: number; readonly upToSerial: number };

const listAll = defineQuery((db, args: PageArguments) =>
	db
		.selectFrom('event')
		.select(loggedColumns)
		.where('serial', '>', args.afterSerial)
		.orderBy('serial')
		.limit(args.rowsMax),
);

const findLastSerial = defineQuery((db) => db.selectFrom('event').select('serial').orderBy('serial', 'desc').limit(1));

const listOfEngine = defineEngineLog();

function defineEngineLog(kinds?: readonly EventKind[]): Query<EngineArguments, LoggedRow> {
	return defineQuery((db, args: EngineArguments) =>
		db
			.selectFrom('event')
			.select(loggedColumns)
			.where('hashid', '=', args.hashid)
			.where('serial', '>', args.afterSerial)
			.$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
			.orderBy('serial')
			.limit(args.rowsMax),
	);
}

const findNextSerial = defineQuery((db, args: { afterSerial: number }) =>
	db.selectFrom('event').select('serial').where('serial', '>', args.afterSerial).orderBy('serial').limit(1),
);

function defineRange(kinds: readonly EventKind[]): Query<RangeArguments, LoggedRow> {
	return defineQuery((db, args: RangeArguments) =>
		db
			.selectFrom('event')
			.select(loggedColumns)
			.where('serial', '>', args.afterSerial)
			.where('serial', '<=', args.upToSerial)
			.where('kind', 'in', kinds)
			.orderBy('serial'),
	);
}

export function createSqliteEventLog(connection: SqlReader): (criteria?: LogCriteria) => ChangeFeed<LoggedEvent> {
	const engineLogs = cacheByKinds(defineEngineLog);
	const ranges = cacheByKinds(defineRange);

	async function readEnd(): Promise<Position> {
		return toPosition((await connection.first(findLastSerial, {}))?.serial ?? 0);
	}

	async function readRange(kinds: readonly EventKind[], after: Position, countMax: number): Promise<Batch> {
		const afterSerial = toSerial(after);
		const next = await connection.first(findNextSerial, { afterSerial });
		if (next === undefined) return { changes: [], position: after, isEnd: true };
		const last = toSerial(await readEnd());
		// Serials without an event belong to deleted ones, so a range of serials has at most as many events.
		const upToSerial = Math.min(last, next.serial + countMax - 1);
		const rows = await connection.all(ranges(kinds), { afterSerial, upToSerial });
		return { changes: rows.map(toLoggedEvent), position: toPosition(upToSerial), isEnd: upToSerial === last };
	}

	async function readPage({ hashid, kinds }: LogCriteria, after: Position, rowsMax: number): Promise<Batch> {
		const page = { afterSerial: toSerial(after), rowsMax };
		const query = kinds === undefined ? listOfEngine : engineLogs(kinds);
		const rows = await (hashid === undefined
			? connection.all(listAll, page)
			: connection.all(query, { ...page, hashid }));
		const changes = rows.map(toLoggedEvent);
		return { changes, position: changes.at(-1)?.position ?? after, isEnd: changes.length < rowsMax };
	}

	return (criteria = {}) => ({
		read(after, countMax) {
			const { hashid, kinds } = criteria;
			const isRange = hashid === undefined && kinds !== undefined;
			return isRange ? readRange(kinds, after, countMax) : readPage(criteria, after, countMax);
		},
		readEnd,
	});
}

type Batch = ChangeBatch<LoggedEvent>;

/** Statements are prepared once: one for each list of kinds. */
function cacheByKinds<Q>(define: (kinds: readonly EventKind[]) => Q): (kinds: readonly EventKind[]) => Q {
	const queries = new Map<readonly EventKind[], Q>();
	return (kinds) => {
		const query = queries.get(kinds) ?? define(kinds);
		queries.set(kinds, query);
		return query;
	};
}
