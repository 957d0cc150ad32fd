import { hash } from 'node:crypto';
import { isErased } from '../../domain/event/erasure.ts';
import type { ShopperEvent } from '../../domain/event/shopper-event.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import { createCarts } from './carts.ts';
import { createErasureReads, createErasureWrites, erasureWriteNames } from './erasures.ts';
import { createEventLog } from './event-log.ts';
import {
	type EventArguments,
	type EventValues,
	fromEventValues,
	insertEvent,
	insertEventOfItem,
	toEventArguments,
	toEventValues,
	toShopperEvent,
} from './event-rows.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';
import { createWidgetDayReads, createWidgetDayWrites, widgetDayWriteNames } from './widget-days.ts';

export const eventWriteNames = [
	...(['recordValuesOfItem', 'recordMany', 'recordQueued'] as const),
	...erasureWriteNames,
	...widgetDayWriteNames,
] as const;

export type EventWrites = Pick<EventRepository, Exclude<(typeof eventWriteNames)[number], 'recordValuesOfItem'>> & {
	/** `recordOfItem` of an event whose shopper waits: there are more of them than of any other write. */
	recordValuesOfItem(...values: EventValues): ReturnType<EventRepository['recordOfItem']>;
};
export type EventReads = Omit<EventRepository, keyof EventWrites | 'recordOfItem'>;

const listEventsOfEngine = defineQuery((db, args: { hashid: string; kind: string; rowsMax: number }) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('hashid', '=', args.hashid)
		.where('kind', '=', args.kind)
		.orderBy('serial')
		.limit(args.rowsMax),
);

/** Read once for each batch of queued events: mostly there are none. */
const listMarks = defineQuery((db, args: { sinceMs: number }) =>
	db.selectFrom('erasure').selectAll().where('erased_at_ms', '>=', args.sinceMs),
);

export function createEventWrites(connection: SqlConnection): EventWrites {
	const carts = createCarts(connection);

	async function insert(event: EventArguments): Promise<void> {
		await connection.run(insertEvent, event);
		if (carts.isDue()) await carts.index();
	}

	async function record(event: ShopperEvent): Promise<void> {
		if (event.action.kind === 'checkout') await recordPurchases(event);
		await insert(toEventArguments(event));
	}

	/** Before the checkout itself, which empties the cart. */
	async function recordPurchases(checkout: ShopperEvent): Promise<void> {
		const { id, hashid, sessionId } = checkout;
		if (sessionId === null) return;
		for (const [index, line] of (await carts.read(hashid, sessionId)).entries()) {
			const purchase: ShopperEvent = {
				...checkout,
				id: toPurchaseId(id, index),
				action: { kind: 'purchase', ...line },
			};
			await insert(toEventArguments(purchase));
		}
	}

	return {
		async recordValuesOfItem(...values) {
			if ((await connection.run(insertEventOfItem, fromEventValues(values))) === 0) return 'unknown_item';
			if (carts.isDue()) await carts.index();
			return 'recorded';
		},
		async recordMany(events) {
			for (const event of events) await record(event);
			return 'recorded';
		},
		async recordQueued(events) {
			const oldestMs = events.reduce((oldest, { queuedAtMs }) => Math.min(oldest, queuedAtMs), Number.MAX_SAFE_INTEGER);
			const rows = await connection.all(listMarks, { sinceMs: oldestMs });
			const marks = rows.map((row) => ({ hashid: row.hashid, subject: row.subject, erasedAtMs: row.erased_at_ms }));
			for (const event of events) if (!isErased(event, marks)) await record(event);
			return 'recorded';
		},
		...createErasureWrites(connection),
		...createWidgetDayWrites(connection),
	};
}

/** What the repository has of the writes. */
export function toRepositoryWrites({ recordValuesOfItem, ...writes }: EventWrites) {
	return { ...writes, recordOfItem: (event: ShopperEvent) => recordValuesOfItem(...toEventValues(event)) };
}

export function createEventReads(connection: SqlConnection): EventReads {
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
