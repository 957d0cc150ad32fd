import { hash } from 'node:crypto';
import { isErased } from '../../domain/event/erasure.ts';
import type { EventKind, ShopperEvent } from '../../domain/event/shopper-event.ts';
import type { EngineLogRange, EventRepository } from '../../ports/event-repository.ts';
import { createCarts, findLastSerial } from './carts.ts';
import { createErasureReads, createErasureWrites, erasureWriteNames } from './erasures.ts';
import {
	type EventArguments,
	type EventValues,
	fromEventValues,
	insertEvent,
	insertEventOfItem,
	type LoggedRow,
	toEventArguments,
	toEventValues,
	toLoggedEvent,
	toShopperEvent,
} from './event-rows.ts';
import { defineQuery, type Query } from './query.ts';
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

const logColumns = [
	...(['serial', 'kind', 'hashid', 'index_name', 'item_key', 'session_id', 'user_id', 'widget_id'] as const),
	...(['occurred_at_ms', 'payload', 'client_key', 'is_bot'] as const),
];

const listLogOfEngine = defineQuery((db, args: { hashid: string; afterSerial: number; rowsMax: number }) =>
	db
		.selectFrom('event')
		.select(logColumns)
		.where('hashid', '=', args.hashid)
		.where('serial', '>', args.afterSerial)
		.orderBy('serial')
		.limit(args.rowsMax),
);

const listDeedsOfEngine = defineQuery((db, args: { [Name in keyof EngineLogRange]: EngineLogRange[Name] }) =>
	db
		.selectFrom('event')
		.select(logColumns)
		.where('hashid', '=', args.hashid)
		.where('serial', '>', args.afterSerial)
		.where('serial', '<=', args.upToSerial)
		.where('kind', 'not in', ['search', 'impression'])
		.orderBy('serial')
		.limit(args.countMax),
);

const listLog = defineQuery((db, args: { afterSerial: number; rowsMax: number }) =>
	db
		.selectFrom('event')
		.select(logColumns)
		.where('serial', '>', args.afterSerial)
		.orderBy('serial')
		.limit(args.rowsMax),
);

type PieceArguments = { readonly afterSerial: number; readonly upToSerial: number };

const findNextSerial = defineQuery((db, args: { afterSerial: number }) =>
	db.selectFrom('event').select('serial').where('serial', '>', args.afterSerial).orderBy('serial').limit(1),
);

function defineLogOfKinds(kinds: readonly EventKind[]): Query<PieceArguments, LoggedRow> {
	return defineQuery((db, args: PieceArguments) =>
		db
			.selectFrom('event')
			.select(logColumns)
			.where('serial', '>', args.afterSerial)
			.where('serial', '<=', args.upToSerial)
			.where('kind', 'in', kinds)
			.orderBy('serial'),
	);
}

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
	const logsOfKinds = new Map<readonly EventKind[], ReturnType<typeof defineLogOfKinds>>();

	function toLogOfKinds(kinds: readonly EventKind[]): ReturnType<typeof defineLogOfKinds> {
		const query = logsOfKinds.get(kinds) ?? defineLogOfKinds(kinds);
		logsOfKinds.set(kinds, query);
		return query;
	}

	async function readLastSerial(): Promise<number> {
		return (await connection.first(findLastSerial, {}))?.serial ?? 0;
	}

	return {
		async listOfEngine(hashid, kind, eventCountMax) {
			const rows = await connection.all(listEventsOfEngine, { hashid, kind, rowsMax: eventCountMax });
			return rows.map(toShopperEvent);
		},
		async readLog(afterSerial, countMax) {
			const rows = await connection.all(listLog, { afterSerial, rowsMax: countMax });
			return rows.map(toLoggedEvent);
		},
		async readLogOfKinds({ afterSerial, countMax, kinds }) {
			const next = await connection.first(findNextSerial, { afterSerial });
			if (next === undefined) return { events: [], lastSerial: afterSerial, isEnd: true };
			const last = await readLastSerial();
			// Serials without an event are those of deleted ones: so many serials are at most as many events.
			const upToSerial = Math.min(last, next.serial + countMax - 1);
			const isEnd = upToSerial === last;
			const rows = await connection.all(toLogOfKinds(kinds), { afterSerial, upToSerial });
			return { events: rows.map(toLoggedEvent), lastSerial: upToSerial, isEnd };
		},
		async readDeedsOfEngine(range) {
			const rows = await connection.all(listDeedsOfEngine, { ...range });
			return rows.map(toLoggedEvent);
		},
		async readLogOfEngine(hashid, afterSerial, countMax) {
			const rows = await connection.all(listLogOfEngine, { hashid, afterSerial, rowsMax: countMax });
			return rows.map(toLoggedEvent);
		},
		readLastSerial,
		...createErasureReads(connection),
		...createWidgetDayReads(connection),
	};
}

/** Of 32 hex digits as every id, and the same whenever the checkout is written. */
function toPurchaseId(checkoutId: string, index: number): string {
	return hash('md5', `${checkoutId} ${index}`, 'hex');
}
