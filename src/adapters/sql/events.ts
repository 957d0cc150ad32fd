import type { CartEvent } from '../../domain/event/cart-event.ts';
import type { ShopperAction, ShopperEvent } from '../../domain/event/shopper-event.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import { defineQuery } from './query.ts';
import type { EventTable } from './schema.ts';
import type { SqlConnection } from './sql-connection.ts';

export const eventWriteNames = ['recordCart', 'recordMany'] as const;

export type EventWrites = Pick<EventRepository, (typeof eventWriteNames)[number]>;
type EventReads = Omit<EventRepository, keyof EventWrites>;

const findItemOfStore = defineQuery(
	(db, args: { hashid: string; storeId: string; indexName: string; key: Uint8Array }) =>
		db
			.selectFrom('search_engine')
			.innerJoin('search_index', 'search_index.hashid', 'search_engine.hashid')
			.innerJoin('item', 'item.generation_id', 'search_index.live_generation_id')
			.select('item.seq')
			.where('search_engine.hashid', '=', args.hashid)
			.where('search_engine.store_id', '=', args.storeId)
			.where('search_index.name', '=', args.indexName)
			.where('item.item_key', '=', args.key)
			.where('item.body', 'is not', null),
);

type EventArguments = {
	readonly id: string;
	readonly kind: string;
	readonly storeId: string;
	readonly widgetId: string | null;
	readonly hashid: string;
	readonly indexName: string;
	readonly key: Uint8Array | null;
	readonly sessionId: string;
	readonly occurredAtMs: number;
	readonly payload: string;
};

const insertEvent = defineQuery((db, args: EventArguments) =>
	db.insertInto('event').values({
		id: args.id,
		kind: args.kind,
		store_id: args.storeId,
		widget_id: args.widgetId,
		hashid: args.hashid,
		index_name: args.indexName,
		item_key: args.key,
		session_id: args.sessionId,
		occurred_at_ms: args.occurredAtMs,
		payload: args.payload,
	}),
);

const listEvents = defineQuery((db, args: { storeId: string; kind: string; rowsMax: number }) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('store_id', '=', args.storeId)
		.where('kind', '=', args.kind)
		.orderBy('serial')
		.limit(args.rowsMax),
);

const listEventsOfEngine = defineQuery((db, args: { hashid: string; kind: string; rowsMax: number }) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('hashid', '=', args.hashid)
		.where('kind', '=', args.kind)
		.orderBy('serial')
		.limit(args.rowsMax),
);

/** Carts of recommendation widgets; the kinds of shoppers' events are those of `ShopperAction`. */
const cartKind = 'cart';
type CartPayload = Pick<CartEvent, 'title' | 'amount' | 'price'>;

export function createEventWrites(connection: SqlConnection): EventWrites {
	return {
		async recordCart(event) {
			const { id, hashid, indexName, storeId, widgetId, sessionId, occurredAtMs } = event;
			const key = Buffer.from(event.itemKey, 'hex');
			if ((await connection.first(findItemOfStore, { hashid, indexName, storeId, key })) === undefined) {
				return 'unknown_item';
			}
			const { title, amount, price }: CartPayload = event;
			const payload = JSON.stringify({ title, amount, price });
			const columns = { id, hashid, indexName, storeId, widgetId, sessionId, occurredAtMs, key, payload };
			await connection.run(insertEvent, { ...columns, kind: cartKind });
			return 'recorded';
		},
		async recordMany(events) {
			for (const event of events) await connection.run(insertEvent, toShopperArguments(event));
			return 'recorded';
		},
	};
}

export function createEventReads(connection: SqlConnection): EventReads {
	return {
		async listCart(storeId, eventCountMax) {
			const rows = await connection.all(listEvents, { storeId, kind: cartKind, rowsMax: eventCountMax });
			return rows.map(toCartEvent);
		},
		async listOfEngine(hashid, kind, eventCountMax) {
			const rows = await connection.all(listEventsOfEngine, { hashid, kind, rowsMax: eventCountMax });
			return rows.map(toShopperEvent);
		},
	};
}

/** Columns that an event has nothing for are empty: the tables of both dialects want text there. */
function toShopperArguments({ action, ...event }: ShopperEvent): EventArguments {
	const { kind, indexName = '', itemKey, ...details } = action as ShopperAction & Partial<ItemColumns>;
	return {
		id: event.id,
		kind,
		storeId: event.storeId ?? '',
		widgetId: null,
		hashid: event.hashid,
		indexName,
		key: itemKey === undefined ? null : Buffer.from(itemKey, 'hex'),
		sessionId: event.sessionId ?? '',
		occurredAtMs: event.occurredAtMs,
		payload: JSON.stringify({ userId: event.userId, details }),
	};
}

type ItemColumns = { readonly indexName: string; readonly itemKey: string };

function toShopperEvent(row: Omit<EventTable, 'serial'>): ShopperEvent {
	const { userId, details } = JSON.parse(row.payload) as { userId: string | null; details: object };
	const item =
		row.item_key === null ? {} : { indexName: row.index_name, itemKey: Buffer.from(row.item_key).toString('hex') };
	return {
		id: row.id,
		storeId: row.store_id === '' ? null : row.store_id,
		hashid: row.hashid,
		sessionId: row.session_id === '' ? null : row.session_id,
		userId,
		occurredAtMs: row.occurred_at_ms,
		action: { kind: row.kind, ...item, ...details } as ShopperAction,
	};
}

function toCartEvent(row: Omit<EventTable, 'serial'>): CartEvent {
	const { title, amount, price } = JSON.parse(row.payload) as CartPayload;
	return {
		id: row.id,
		widgetId: row.widget_id ?? '',
		storeId: row.store_id,
		sessionId: row.session_id,
		hashid: row.hashid,
		indexName: row.index_name,
		itemKey: Buffer.from(row.item_key ?? []).toString('hex'),
		title,
		amount,
		price,
		occurredAtMs: row.occurred_at_ms,
	};
}
