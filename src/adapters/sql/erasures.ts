/**
 * Finding the events of one shopper, and deleting events: those of a shopper, and those that are too old.
 *
 * Erasing walks the log in chunks, by reads that block no writes, and deletes the found events by their positions. The
 * same transaction adds an `erasure` event to the log, for its followers.
 */
import type { Suppression } from '../../domain/event/erasure.ts';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { type Position, startPosition } from '../../domain/log/position.ts';
import type {
	EventErasure,
	EventRepository,
	ForgettingLimits,
	FoundEvent,
	ReadEvent,
	ShopperWalk,
} from '../../ports/event-repository.ts';
import { defineBatchQuery, defineRows } from './batch-query.ts';
import { insertEvents, type LoggedRow, loggedColumns, type NewEvent, toLoggedEvent } from './event-rows.ts';
import type { LogOrder } from './log-order.ts';
import { findBatchEnd, findBatchEndOfEngine, findLast } from './log-queries.ts';
import { defineQuery, type Query, type QueryBuilder } from './query.ts';
import type { Schema } from './schema.ts';
import type { SqlReader } from './sql-connection.ts';
import { forgetDays } from './statistics-garbage.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';
import { deleteOldDays } from './widget-days.ts';

export type ErasureWrites = Pick<EventRepository, 'suppressErased' | 'eraseEvents' | 'forgetOld'>;
export type ErasureReads = Pick<EventRepository, 'findOfShopper' | 'readOfShopper'>;

const suppressionRows = defineRows<{
	readonly hashid: string;
	readonly subject: string;
	readonly erased_at_ms: number;
}>({
	hashid: 'text',
	subject: 'text',
	erased_at_ms: 'integer',
});

const insertSuppressions = defineBatchQuery(suppressionRows, (db) =>
	db
		.insertInto('erasure')
		.columns(['hashid', 'subject', 'erased_at_ms'])
		.expression(({ selectFrom }) => selectFrom('input').select(['hashid', 'subject', 'erased_at_ms'])),
);

const deleteSuppressions = defineQuery((db, args: { beforeMs: number }) =>
	db.deleteFrom('erasure').where('erased_at_ms', '<', args.beforeMs),
);

const positionRows = defineRows<{ readonly position: Position }>({ position: 'text' });

const deleteEvents = defineBatchQuery(positionRows, (db, _, { log }) => db.deleteFrom('event').where(log.isInInput));

const deleteOldEvents = defineQuery((db, args: { upTo: Position; beforeMs: number }, { log }) =>
	db.deleteFrom('event').where(log.isUpTo(args.upTo)).where('occurred_at_ms', '<', args.beforeMs),
);

type RangeArguments = { after: Position; upTo: Position };
type EngineArguments = RangeArguments & { hashid: string };

/** Queries for the events of a shopper in a range of the log, with these columns. */
function defineShopperQueries<Name extends keyof Schema['event'] & string>(columns: readonly Name[]) {
	const select = (db: QueryBuilder, { after, upTo }: RangeArguments, log: LogOrder) =>
		db
			.selectFrom('event')
			.select([...columns, 'hashid', 'store_id', 'session_id', 'user_id'])
			.select(log.position.as('position'))
			.where(log.isAfter(after))
			.where(log.isUpTo(upTo))
			.orderBy(log.ascending);
	return {
		ofUser: defineQuery((db, args: RangeArguments & { userId: string }, { log }) =>
			select(db, args, log).where('user_id', '=', args.userId),
		),
		ofUserOfEngine: defineQuery((db, args: EngineArguments & { userId: string }, { log }) =>
			select(db, args, log).where('hashid', '=', args.hashid).where('user_id', '=', args.userId),
		),
		ofSession: defineQuery((db, args: EngineArguments & { sessionId: string }, { log }) =>
			select(db, args, log).where('hashid', '=', args.hashid).where('session_id', '=', args.sessionId),
		),
		ofUnnamed: defineQuery((db, args: EngineArguments, { log }) =>
			select(db, args, log)
				.where('hashid', '=', args.hashid)
				.where('user_id', 'is', null)
				.where('session_id', '<>', ''),
		),
	};
}

const foundQueries = defineShopperQueries([]);
const loggedQueries = defineShopperQueries(loggedColumns);

/** Waits for transactions that are writing events by earlier suppressions: the walk that erases comes after this. */
const suppressErased = defineUnit(
	'events.suppressErased',
	async (tx, suppressions: readonly Suppression[]) => {
		await tx.lock('erasures', 'exclusive');
		const rows = suppressions.map(({ hashid, subject, erasedAtMs }) => ({ hashid, subject, erased_at_ms: erasedAtMs }));
		await tx.runBatch(insertSuppressions, rows, {});
		return 'suppressed' as const;
	},
	{ invalidates: 'nothing', travel: 'json' },
);

const eraseEvents = defineUnit(
	'events.eraseEvents',
	async (tx, erasure: EventErasure) => {
		const rows = erasure.positions.map((position) => ({ position }));
		const erasedCount = await tx.runBatch(deleteEvents, rows, {});
		if (erasedCount > 0) await tx.runBatch(insertEvents, [toErasure(erasure)], {});
		return erasedCount;
	},
	{ invalidates: 'nothing', log: 'events', travel: 'json' },
);

const forgetOld = defineUnit(
	'events.forgetOld',
	async (tx, { eventsBeforeMs, suppressionsBeforeMs, eventCountMax }: ForgettingLimits) => {
		await tx.run(deleteSuppressions, { beforeMs: suppressionsBeforeMs });
		if (eventsBeforeMs === null) return 'idle';
		if (await tx.dropOldEvents({ beforeMs: eventsBeforeMs, countMax: eventCountMax })) return 'forgotten';
		const batchEnd = await tx.first(findBatchEnd, { after: startPosition, offset: eventCountMax - 1 });
		const end = batchEnd ?? (await tx.first(findLast, {}));
		// The oldest events are at the front, except those from a time when the clock was wrong, which are deleted when
		// they are old enough.
		const forgottenCount =
			end === undefined ? 0 : await tx.run(deleteOldEvents, { upTo: end.position, beforeMs: eventsBeforeMs });
		// The daily sums of widgets and statistics are deleted with the last of their events.
		const days = { beforeDay: toUtcDay(eventsBeforeMs), rowsMax: eventCountMax };
		const forgottenDayCount = await tx.run(deleteOldDays, days);
		const hasForgotten = await forgetDays(tx, days);
		return hasForgotten || forgottenCount + forgottenDayCount > 0 ? 'forgotten' : 'idle';
	},
	{ invalidates: 'nothing', travel: 'json' },
);

export const erasureUnits = [suppressErased, eraseEvents, forgetOld] as const;

export function createErasureWrites({ run }: Writer): ErasureWrites {
	return {
		suppressErased: (suppressions) => run(suppressErased, suppressions),
		eraseEvents: (erasure) => run(eraseEvents, erasure),
		forgetOld: (limits) => run(forgetOld, limits),
	};
}

export function createErasureReads(connection: SqlReader): ErasureReads {
	return {
		async findOfShopper(walk) {
			const { rows, position } = await readStep(foundQueries, walk);
			return { events: rows.map(toFoundEvent), position };
		},
		async readOfShopper(walk) {
			const { rows, position } = await readStep(loggedQueries, walk);
			return { events: rows.map(toReadEvent), position };
		},
	};

	async function readStep<Row>(
		queries: ShopperQueries<Row>,
		{ hashid, after, eventCountMax, ...shopper }: ShopperWalk,
	) {
		const batch = { after, offset: eventCountMax - 1 };
		const batchEnd =
			hashid === null
				? await connection.first(findBatchEnd, batch)
				: await connection.first(findBatchEndOfEngine, { ...batch, hashid });
		const end = batchEnd ?? (await connection.first(findLast, {}));
		const rows = end === undefined ? [] : await list(queries, { after, upTo: end.position }, { hashid, ...shopper });
		return { rows, position: batchEnd?.position ?? null };
	}

	function list<Row>(
		queries: ShopperQueries<Row>,
		range: RangeArguments,
		{ hashid, userId, sessionId }: { hashid: string | null; userId?: string; sessionId?: string },
	): Promise<readonly Row[]> {
		if (hashid === null) return connection.all(queries.ofUser, { ...range, userId: userId ?? '' });
		if (userId !== undefined) return connection.all(queries.ofUserOfEngine, { ...range, hashid, userId });
		if (sessionId !== undefined) return connection.all(queries.ofSession, { ...range, hashid, sessionId });
		return connection.all(queries.ofUnnamed, { ...range, hashid });
	}
}

interface ShopperQueries<Row> {
	readonly ofUser: Query<RangeArguments & { userId: string }, Row>;
	readonly ofUserOfEngine: Query<EngineArguments & { userId: string }, Row>;
	readonly ofSession: Query<EngineArguments & { sessionId: string }, Row>;
	readonly ofUnnamed: Query<EngineArguments, Row>;
}

/** The event that informs followers. */
function toErasure({ id, hashid, storeId, erasedAtMs }: EventErasure): NewEvent {
	return {
		id,
		kind: erasureKind,
		store_id: storeId ?? '',
		widget_id: null,
		hashid,
		index_name: '',
		item_key: null,
		session_id: '',
		user_id: null,
		occurred_at_ms: erasedAtMs,
		payload: '{}',
		client_key: null,
		is_bot: 0,
		cart_key: null,
	};
}

interface ShopperRow {
	readonly position: Position;
	readonly hashid: string;
	readonly store_id: string;
	readonly session_id: string;
	readonly user_id: string | null;
}

function toFoundEvent(row: ShopperRow): FoundEvent {
	return {
		position: row.position,
		hashid: row.hashid,
		storeId: row.store_id === '' ? null : row.store_id,
		sessionId: row.session_id === '' ? null : row.session_id,
		userId: row.user_id,
	};
}

function toReadEvent(row: ShopperRow & LoggedRow): ReadEvent {
	return { ...toLoggedEvent(row), ...toFoundEvent(row) };
}
