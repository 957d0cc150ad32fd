import { isErased } from '../../domain/event/erasure.ts';
import type { QueuedEvent, ShopperActionKind, ShopperEvent } from '../../domain/event/shopper-event.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import { applyCarts } from './checkout.ts';
import { createErasureReads, createErasureWrites, type ErasureWrites, erasureUnits } from './erasures.ts';
import {
	type EventValues,
	fromEventValues,
	insertEventOfItem,
	insertEvents,
	insertEventsOfItems,
	toEventValues,
	toNewEvent,
	toShopperEvent,
} from './event-rows.ts';
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';
import { createWidgetDayReads, createWidgetDayWrites, type WidgetDayWrites, widgetDayUnits } from './widget-days.ts';

export type EventWrites = Pick<
	EventRepository,
	'recordOfItem' | 'recordMany' | 'recordQueued' | keyof ErasureWrites | keyof WidgetDayWrites
>;
export type EventReads = Omit<EventRepository, keyof EventWrites>;

const listEventsOfEngine = defineQuery((db, args: { hashid: string; kind: string; rowsMax: number }, { log }) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('hashid', '=', args.hashid)
		.where('kind', '=', args.kind)
		.orderBy(log.ascending)
		.limit(args.rowsMax),
);

/** Read once for each batch of queued events; mostly there are none. */
const listSuppressions = defineQuery((db, args: { sinceMs: number }) =>
	db.selectFrom('erasure').selectAll().where('erased_at_ms', '>=', args.sinceMs),
);

/** Of an event, about. */
const eventBytes = 1000;

/** For each event whose shopper waits for it; the most frequent write. */
const recordOfItem = defineUnit(
	'events.recordOfItem',
	async (tx, ...values: EventValues) =>
		(await tx.run(insertEventOfItem, fromEventValues(values))) > 0 ? 'recorded' : 'unknown_item',
	{
		invalidates: 'nothing',
		log: 'events',
		travel: 'scalars',
		isOneStatement: true,
		grouped: { work: recordAllOfItems, lane: () => '', size: () => eventBytes },
	},
);

async function recordAllOfItems(tx: Transaction, calls: readonly EventValues[]) {
	const rows = await tx.allBatch(insertEventsOfItems, calls.map(fromEventValues), {});
	const recordedIds = new Set(rows.map(({ id }) => id));
	return calls.map(([id]) => (recordedIds.has(id) ? 'recorded' : 'unknown_item'));
}

async function recordAll(tx: Transaction, events: readonly ShopperEvent[]): Promise<'recorded'> {
	const rows = (await applyCarts(tx, events)).map(toNewEvent);
	await tx.runBatch(insertEvents, rows, {});
	return 'recorded';
}

const recordMany = defineUnit('events.recordMany', (tx, events: readonly ShopperEvent[]) => recordAll(tx, events), {
	invalidates: 'nothing',
	log: 'events',
	travel: 'json',
});

async function recordAllQueued(tx: Transaction, events: readonly QueuedEvent[]): Promise<'recorded'> {
	await tx.lock('erasures', 'shared');
	const oldestMs = events.reduce((oldest, { queuedAtMs }) => Math.min(oldest, queuedAtMs), Number.MAX_SAFE_INTEGER);
	const rows = await tx.all(listSuppressions, { sinceMs: oldestMs });
	const suppressions = rows.map((row) => ({
		hashid: row.hashid,
		subject: row.subject,
		erasedAtMs: row.erased_at_ms,
	}));
	return recordAll(
		tx,
		events.filter((event) => !isErased(event, suppressions)),
	);
}

const recordQueued = defineUnit('events.recordQueued', recordAllQueued, {
	invalidates: 'nothing',
	log: 'events',
	travel: 'json',
});

/** Without a hint: most events are such, and the followers that get hints do not read them. */
const recordShown = defineUnit('events.recordShown', recordAllQueued, { invalidates: 'nothing', travel: 'json' });
/** What shoppers were shown; the other kinds are what they did. */
const shownKinds: ReadonlySet<ShopperActionKind> = new Set(['search', 'impression']);

export const eventUnits = [
	recordOfItem,
	recordMany,
	recordQueued,
	recordShown,
	...erasureUnits,
	...widgetDayUnits,
] as const;

export function createEventWrites(writer: Writer): EventWrites {
	const { run } = writer;
	return {
		recordOfItem: (event) => run(recordOfItem, ...toEventValues(event)),
		recordMany: (events) => run(recordMany, events),
		recordQueued: (events) =>
			run(events.every(({ action }) => shownKinds.has(action.kind)) ? recordShown : recordQueued, events),
		...createErasureWrites(writer),
		...createWidgetDayWrites(writer),
	};
}

/** Reads the log in the way of one store, because the order of commits differs between stores. */
export type CreateEventLog = (connection: SqlReader) => EventRepository['log'];

export function createEventReads(connection: SqlReader, createEventLog: CreateEventLog): EventReads {
	return {
		async listOfEngine(hashid, kind, eventCountMax) {
			const rows = await connection.all(listEventsOfEngine, { hashid, kind, rowsMax: eventCountMax });
			return rows.map(toShopperEvent);
		},
		log: createEventLog(connection),
		...createErasureReads(connection),
		...createWidgetDayReads(connection),
	};
}
