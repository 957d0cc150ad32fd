/**
 * Events as rows: what every kind has is in columns, what only one kind has is JSON. Columns without a value are empty,
 * or null if they were added later: the tables of both dialects require text there.
 */
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import type { EventItem, EventKind, ShopperAction, ShopperEvent } from '../../domain/event/shopper-event.ts';
import { toPosition } from '../../domain/log/position.ts';
import { defineBatchQuery, defineRows } from './batch-query.ts';
import { toCartKey } from './cart-key.ts';
import { type ColumnDetails, parsePayload, readLoggedFacts, toPayload } from './event-payload.ts';
import { defineQuery } from './query.ts';
import type { EventTable } from './schema.ts';

export type EventRow = Omit<EventTable, 'serial' | 'is_bot'> & { readonly serial: number; readonly is_bot: number };

/** A new event in columns. */
export type NewEvent = {
	readonly id: string;
	readonly kind: EventKind;
	readonly store_id: string;
	readonly widget_id: string | null;
	readonly hashid: string;
	readonly index_name: string;
	readonly item_key: Uint8Array | null;
	readonly session_id: string;
	readonly occurred_at_ms: number;
	readonly payload: string;
	readonly user_id: string | null;
	readonly client_key: string | null;
	readonly is_bot: number;
	readonly cart_key: number | null;
};

const newEvents = defineRows<NewEvent>({
	id: 'text',
	kind: 'text',
	store_id: 'text',
	widget_id: 'text',
	hashid: 'text',
	index_name: 'text',
	item_key: 'bytes',
	session_id: 'text',
	occurred_at_ms: 'integer',
	payload: 'text',
	user_id: 'text',
	client_key: 'text',
	is_bot: 'integer',
	cart_key: 'integer',
});

const columns = Object.keys(newEvents) as (keyof NewEvent)[];

/** In the order of the rows. */
export const insertEvents = defineBatchQuery(newEvents, (db) =>
	db
		.insertInto('event')
		.columns(columns)
		.expression(({ selectFrom }) => selectFrom('input').select(columns)),
);

/** Inserts nothing when the item is not in a search engine of the event's store. */
export const insertEventOfItem = defineQuery((db, args: NewEvent) =>
	db
		.insertInto('event')
		.columns(columns)
		.expression(({ selectFrom, val }) =>
			selectFrom('search_engine')
				.innerJoin('search_index', 'search_index.hashid', 'search_engine.hashid')
				.innerJoin('item', 'item.generation_id', 'search_index.live_generation_id')
				.select(columns.map((name) => val(args[name]).as(name)))
				.where('search_engine.hashid', '=', args.hashid)
				.where('search_engine.store_id', '=', args.store_id)
				.where('search_index.name', '=', args.index_name)
				.where('item.item_key', '=', args.item_key)
				.where('item.body', 'is not', null),
		),
);

/** The same for many: those that are inserted return their `id`, of which no two are the same. */
export const insertEventsOfItems = defineBatchQuery(newEvents, (db) =>
	db
		.insertInto('event')
		.columns(columns)
		.expression(({ selectFrom }) =>
			selectFrom('input')
				.innerJoin('search_engine', (join) =>
					join
						.onRef('search_engine.hashid', '=', 'input.hashid')
						.onRef('search_engine.store_id', '=', 'input.store_id'),
				)
				.innerJoin('search_index', (join) =>
					join
						.onRef('search_index.hashid', '=', 'search_engine.hashid')
						.onRef('search_index.name', '=', 'input.index_name'),
				)
				.innerJoin('item', (join) =>
					join
						.onRef('item.generation_id', '=', 'search_index.live_generation_id')
						.onRef('item.item_key', '=', 'input.item_key'),
				)
				.select(columns.map((name) => `input.${name}` as const))
				.where('item.body', 'is not', null),
		)
		.returning('event.id'),
);

const cartKinds: ReadonlySet<string> = new Set([
	...['cart', 'cart_addition', 'cart_removal', 'cart_replacement', 'cart_clearing', 'checkout'],
]);

/** Whether an event of this kind affects its session's cart. */
export function isCartKind(kind: EventKind): boolean {
	return cartKinds.has(kind);
}

/** An event in columns, each of them a scalar, because many events a second cross threads. `key` is in hex. */
export type EventValues = readonly [
	id: string,
	kind: EventKind,
	storeId: string,
	widgetId: string | null,
	hashid: string,
	indexName: string,
	key: string | null,
	sessionId: string,
	userId: string | null,
	occurredAtMs: number,
	payload: string,
	clientKey: string | null,
	isBot: number,
];

export function toEventValues(event: ShopperEvent): EventValues {
	const { id, storeId, hashid, sessionId, userId, occurredAtMs, clientKey, isBot, action } = event;
	const { kind, indexName = '', itemKey = null, widgetId = null } = action as ShopperAction & Partial<ColumnDetails>;
	return [
		id,
		kind,
		storeId ?? '',
		widgetId,
		hashid,
		indexName,
		itemKey,
		sessionId ?? '',
		userId,
		occurredAtMs,
		toPayload(event),
		clientKey,
		isBot ? 1 : 0,
	];
}

export function fromEventValues(values: EventValues): NewEvent {
	const [id, kind, storeId, widgetId, hashid, indexName, key, sessionId, userId] = values;
	return {
		id,
		kind,
		store_id: storeId,
		widget_id: widgetId,
		hashid,
		index_name: indexName,
		item_key: key === null ? null : Buffer.from(key, 'hex'),
		session_id: sessionId,
		occurred_at_ms: values[9],
		payload: values[10],
		user_id: userId,
		client_key: values[11],
		is_bot: values[12],
		cart_key: sessionId !== '' && isCartKind(kind) ? toCartKey(hashid, sessionId) : null,
	};
}

export function toNewEvent(event: ShopperEvent): NewEvent {
	return fromEventValues(toEventValues(event));
}

export function toShopperEvent(row: EventRow): ShopperEvent {
	const { common, details } = parsePayload(row.payload);
	return {
		id: row.id,
		storeId: row.store_id === '' ? null : row.store_id,
		hashid: row.hashid,
		sessionId: row.session_id === '' ? null : row.session_id,
		userId: row.user_id,
		occurredAtMs: row.occurred_at_ms,
		clientKey: row.client_key,
		isBot: row.is_bot !== 0,
		...common,
		action: toAction(row, details),
	};
}

/** Kinds whose action has a widget. For some of them the column is null, and the action names the widget. */
const widgetKinds: ReadonlySet<string> = new Set(['cart', 'view', 'widget_click', 'impression', 'purchase']);

function toAction(row: EventRow, details: object): ShopperAction {
	const widget = widgetKinds.has(row.kind) ? { widgetId: row.widget_id } : {};
	return { kind: row.kind, ...toItem(row), ...widget, ...details } as ShopperAction;
}

function toItem({ index_name: indexName, item_key: key }: Pick<EventRow, 'index_name' | 'item_key'>): EventItem | null {
	return key === null
		? null
		: { indexName, itemKey: Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('hex') };
}

/** The columns that followers read. */
export type LoggedRow = Omit<EventRow, 'store_id' | 'cart_key'>;

export const loggedColumns = [
	...(['serial', 'id', 'kind', 'hashid', 'index_name', 'item_key', 'session_id', 'user_id', 'widget_id'] as const),
	...(['occurred_at_ms', 'payload', 'client_key', 'is_bot'] as const),
];

export function toLoggedEvent(row: LoggedRow): LoggedEvent {
	const facts = readLoggedFacts(row.payload, row.kind);
	return {
		...facts,
		position: toPosition(row.serial),
		kind: row.kind as EventKind,
		hashid: row.hashid,
		item: toItem(row),
		sessionId: row.session_id === '' ? null : row.session_id,
		userId: row.user_id,
		widgetId: row.widget_id,
		occurredAtMs: row.occurred_at_ms,
		queryId: row.kind === 'search' ? row.id : facts.queryId,
		clientKey: row.client_key,
		isBot: row.is_bot !== 0,
	};
}
