/**
 * Forgetting events: those of one shopper, and those that are too old.
 *
 * Erasing walks the log in chunks, by reads that hold up no write, and deletes what was found by its serials. The log
 * itself says so to followers, by an event of a kind of its own in the transaction of the deletion.
 */
import type { ErasureMark } from '../../domain/event/erasure.ts';
import { erasureKind } from '../../domain/event/shopper-event.ts';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { toPosition } from '../../domain/log/position.ts';
import type { EventErasure, EventRepository, ForgettingLimits, FoundEvent } from '../../ports/event-repository.ts';
import { insertEvent } from './event-rows.ts';
import { toSerial } from './number-position.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';
import { findEventChunkEnd } from './sweep-queries.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';
import { deleteOldDays } from './widget-days.ts';

export type ErasureWrites = Pick<EventRepository, 'markErased' | 'eraseEvents' | 'forgetOld'>;
export type ErasureReads = Pick<EventRepository, 'findOfShopper'>;

const insertMark = defineQuery((db, args: { hashid: string; subject: string; erasedAtMs: number }) =>
	db.insertInto('erasure').values({ hashid: args.hashid, subject: args.subject, erased_at_ms: args.erasedAtMs }),
);

const deleteMarks = defineQuery((db, args: { beforeMs: number }) =>
	db.deleteFrom('erasure').where('erased_at_ms', '<', args.beforeMs),
);

const deleteEvent = defineQuery((db, args: { serial: number }) =>
	db.deleteFrom('event').where('serial', '=', args.serial),
);

const deleteOldEvents = defineQuery((db, args: { end: number; beforeMs: number }) =>
	db.deleteFrom('event').where('serial', '<=', args.end).where('occurred_at_ms', '<', args.beforeMs),
);

const findEngineChunkEnd = defineQuery((db, args: { hashid: string; afterSerial: number; offset: number }) =>
	db
		.selectFrom('event')
		.select('serial')
		.where('hashid', '=', args.hashid)
		.where('serial', '>', args.afterSerial)
		.orderBy('serial')
		.limit(1)
		.offset(args.offset),
);

const shopperColumns = ['serial', 'hashid', 'store_id', 'session_id', 'user_id'] as const;

const listUserEvents = defineQuery((db, args: { userId: string; afterSerial: number; end: number }) =>
	db
		.selectFrom('event')
		.select(shopperColumns)
		.where('serial', '>', args.afterSerial)
		.where('serial', '<=', args.end)
		.where('user_id', '=', args.userId)
		.orderBy('serial'),
);

type EngineArguments = { hashid: string; afterSerial: number; end: number };

const listUserEventsOfEngine = defineQuery((db, args: EngineArguments & { userId: string }) =>
	db
		.selectFrom('event')
		.select(shopperColumns)
		.where('hashid', '=', args.hashid)
		.where('serial', '>', args.afterSerial)
		.where('serial', '<=', args.end)
		.where('user_id', '=', args.userId)
		.orderBy('serial'),
);

const listSessionEventsOfEngine = defineQuery((db, args: EngineArguments & { sessionId: string }) =>
	db
		.selectFrom('event')
		.select(shopperColumns)
		.where('hashid', '=', args.hashid)
		.where('serial', '>', args.afterSerial)
		.where('serial', '<=', args.end)
		.where('session_id', '=', args.sessionId)
		.orderBy('serial'),
);

const listAnonymousEventsOfEngine = defineQuery((db, args: EngineArguments) =>
	db
		.selectFrom('event')
		.select(shopperColumns)
		.where('hashid', '=', args.hashid)
		.where('serial', '>', args.afterSerial)
		.where('serial', '<=', args.end)
		.where('user_id', 'is', null)
		.where('session_id', '<>', '')
		.orderBy('serial'),
);

/** Waits for those who are writing events by what was marked before: the walk that erases comes after this. */
const markErased = defineUnit(
	'events.markErased',
	async (tx, marks: readonly ErasureMark[]) => {
		await tx.lock('erasures', 'exclusive');
		for (const { hashid, subject, erasedAtMs } of marks) await tx.run(insertMark, { hashid, subject, erasedAtMs });
		return 'marked' as const;
	},
	{ invalidates: 'nothing', travel: 'json' },
);

const eraseEvents = defineUnit(
	'events.eraseEvents',
	async (tx, { id, hashid, storeId, positions, erasedAtMs }: EventErasure) => {
		let erasedCount = 0;
		for (const position of positions) erasedCount += await tx.run(deleteEvent, { serial: toSerial(position) });
		if (erasedCount === 0) return 0;
		await tx.run(insertEvent, {
			id,
			kind: erasureKind,
			storeId: storeId ?? '',
			widgetId: null,
			hashid,
			indexName: '',
			key: null,
			sessionId: '',
			userId: null,
			occurredAtMs: erasedAtMs,
			payload: '{}',
			clientKey: null,
			isBot: 0,
			cartKey: null,
		});
		return erasedCount;
	},
	{ invalidates: 'nothing', travel: 'json' },
);

const forgetOld = defineUnit(
	'events.forgetOld',
	async (tx, { eventsBeforeMs, marksBeforeMs, eventCountMax }: ForgettingLimits) => {
		await tx.run(deleteMarks, { beforeMs: marksBeforeMs });
		if (eventsBeforeMs === null) return 'idle';
		const end = await tx.first(findEventChunkEnd, { afterSerial: 0, offset: eventCountMax - 1 });
		const limits = { end: end?.serial ?? Number.MAX_SAFE_INTEGER, beforeMs: eventsBeforeMs };
		// The oldest are at the front, but for those of a time when the clock was wrong: they go when they are old.
		const forgottenCount = await tx.run(deleteOldEvents, limits);
		// The days of widgets go with the last of their events.
		const days = { beforeDay: toUtcDay(eventsBeforeMs), rowsMax: eventCountMax };
		const forgottenDayCount = await tx.run(deleteOldDays, days);
		return forgottenCount + forgottenDayCount > 0 ? 'forgotten' : 'idle';
	},
	{ invalidates: 'nothing', travel: 'json' },
);

export const erasureUnits = [markErased, eraseEvents, forgetOld] as const;

export function createErasureWrites({ run }: Writer): ErasureWrites {
	return {
		markErased: (marks) => run(markErased, marks),
		eraseEvents: (erasure) => run(eraseEvents, erasure),
		forgetOld: (limits) => run(forgetOld, limits),
	};
}

export function createErasureReads(connection: SqlConnection): ErasureReads {
	return {
		async findOfShopper({ hashid, after, eventCountMax, ...shopper }) {
			const afterSerial = toSerial(after);
			const chunk = { afterSerial, offset: eventCountMax - 1 };
			const chunkEnd =
				hashid === null
					? await connection.first(findEventChunkEnd, chunk)
					: await connection.first(findEngineChunkEnd, { ...chunk, hashid });
			const end = chunkEnd?.serial ?? Number.MAX_SAFE_INTEGER;
			const range = { afterSerial, end };
			const rows = await list(range, hashid, shopper);
			return { events: rows.map(toFoundEvent), position: chunkEnd === undefined ? null : toPosition(chunkEnd.serial) };
		},
	};

	function list(
		range: { readonly afterSerial: number; readonly end: number },
		hashid: string | null,
		shopper: { readonly userId?: string; readonly sessionId?: string },
	) {
		const { userId, sessionId } = shopper;
		if (hashid === null) return connection.all(listUserEvents, { ...range, userId: userId ?? '' });
		if (userId !== undefined) return connection.all(listUserEventsOfEngine, { ...range, hashid, userId });
		if (sessionId !== undefined) return connection.all(listSessionEventsOfEngine, { ...range, hashid, sessionId });
		return connection.all(listAnonymousEventsOfEngine, { ...range, hashid });
	}
}

interface ShopperRow {
	readonly serial: number;
	readonly hashid: string;
	readonly store_id: string;
	readonly session_id: string;
	readonly user_id: string | null;
}

function toFoundEvent(row: ShopperRow): FoundEvent {
	return {
		position: toPosition(row.serial),
		hashid: row.hashid,
		storeId: row.store_id === '' ? null : row.store_id,
		sessionId: row.session_id === '' ? null : row.session_id,
		userId: row.user_id,
	};
}
