import { hash } from 'node:crypto';
import { toCartLines } from '../../domain/event/cart-lines.ts';
import { isErased } from '../../domain/event/erasure.ts';
import type { QueuedEvent, ShopperEvent } from '../../domain/event/shopper-event.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import { toCartKey } from './cart-key.ts';
import { createErasureReads, createErasureWrites, type ErasureWrites, erasureUnits } from './erasures.ts';
import {
	type EventValues,
	fromEventValues,
	insertEvent,
	insertEventOfItem,
	toEventArguments,
	toEventValues,
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

/** A checkout looks at the last events of a cart alone: a shopper makes some ten of them, and a machine any number. */
const cartEventsMax = 1000;

const listEventsOfEngine = defineQuery((db, args: { hashid: string; kind: string; rowsMax: number }, log) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('hashid', '=', args.hashid)
		.where('kind', '=', args.kind)
		.orderBy(log.ascending)
		.limit(args.rowsMax),
);

/** Read once for each batch of queued events: mostly there are none. */
const listMarks = defineQuery((db, args: { sinceMs: number }) =>
	db.selectFrom('erasure').selectAll().where('erased_at_ms', '>=', args.sinceMs),
);

/** For each event whose shopper waits: there are more of them than of any other write. */
const recordOfItem = defineUnit(
	'events.recordOfItem',
	async (tx, ...values: EventValues) =>
		(await tx.run(insertEventOfItem, fromEventValues(values))) > 0 ? 'recorded' : 'unknown_item',
	{ invalidates: 'nothing', travel: 'scalars', isOneStatement: true },
);

async function record(tx: Transaction, event: ShopperEvent): Promise<void> {
	if (event.action.kind === 'checkout') await recordPurchases(tx, event);
	await tx.run(insertEvent, toEventArguments(event));
}

/** Before the checkout itself, which empties the cart. */
async function recordPurchases(tx: Transaction, checkout: ShopperEvent): Promise<void> {
	const { id, hashid, sessionId } = checkout;
	if (sessionId === null) return;
	const cartKey = toCartKey(hashid, sessionId);
	const rows = await tx.listCartEvents({ cartKey, hashid, sessionId, rowsMax: cartEventsMax });
	const lines = toCartLines(rows.map((row) => toShopperEvent(row).action).toReversed());
	for (const [index, line] of lines.entries()) {
		const action = { kind: 'purchase', ...line } as const;
		await tx.run(insertEvent, toEventArguments({ ...checkout, id: toPurchaseId(id, index), action }));
	}
}

const recordMany = defineUnit(
	'events.recordMany',
	async (tx, events: readonly ShopperEvent[]) => {
		for (const event of events) await record(tx, event);
		return 'recorded' as const;
	},
	{ invalidates: 'nothing', travel: 'json' },
);

const recordQueued = defineUnit(
	'events.recordQueued',
	async (tx, events: readonly QueuedEvent[]) => {
		await tx.lock('erasures', 'shared');
		const oldestMs = events.reduce((oldest, { queuedAtMs }) => Math.min(oldest, queuedAtMs), Number.MAX_SAFE_INTEGER);
		const rows = await tx.all(listMarks, { sinceMs: oldestMs });
		const marks = rows.map((row) => ({ hashid: row.hashid, subject: row.subject, erasedAtMs: row.erased_at_ms }));
		for (const event of events) if (!isErased(event, marks)) await record(tx, event);
		return 'recorded' as const;
	},
	{ invalidates: 'nothing', travel: 'json' },
);

export const eventUnits = [recordOfItem, recordMany, recordQueued, ...erasureUnits, ...widgetDayUnits] as const;

export function createEventWrites(writer: Writer): EventWrites {
	const { run } = writer;
	return {
		recordOfItem: (event) => run(recordOfItem, ...toEventValues(event)),
		recordMany: (events) => run(recordMany, events),
		recordQueued: (events) => run(recordQueued, events),
		...createErasureWrites(writer),
		...createWidgetDayWrites(writer),
	};
}

/** Reads the log in the way of a store, whose commits are in an order of their own. */
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

/** Of 32 hex digits as every id, and the same whenever the checkout is written. */
function toPurchaseId(checkoutId: string, index: number): string {
	return hash('md5', `${checkoutId} ${index}`, 'hex');
}
