/**
 * Finds the events of a session's cart without an index that every event pays for.
 *
 * In an index by session, each event touches a page of its own, which costs as much again as writing the event. So events
 * are added to the index many at a time, in the order of the index, and newer events are scanned:
 *
 *     log    ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│▒▒▒▒▒▒▒▒▒
 *            in `cart_event`, up to the      │ scanned by a checkout, at most 4,000 and those of a commit
 *            watermark                       │
 *
 * The writer adds them before it commits, once there are enough of them. A trigger removes a deleted event from the
 * index.
 */
import type { EventRow } from '../sql/event-rows.ts';
import { defineQuery } from '../sql/query.ts';
import type { SqlConnection, SqlReader } from '../sql/sql-connection.ts';
import type { CartArguments } from '../sql/sql-dialect.ts';

/** Scanning them takes about a millisecond; adding that many to the index takes some milliseconds. */
const unindexedEventsMax = 4000;

const findWatermark = defineQuery((db) => db.selectFrom('cart_watermark').select('serial').where('id', '=', 1));

const setWatermark = defineQuery((db, args: { serial: number }) =>
	db
		.insertInto('cart_watermark')
		.values({ id: 1, serial: args.serial })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ serial: args.serial })),
);

const findEnds = defineQuery((db) =>
	db.selectNoFrom(({ selectFrom }) => [
		selectFrom('event').select('serial').orderBy('serial', 'desc').limit(1).as('end'),
		selectFrom('cart_watermark').select('serial').where('id', '=', 1).as('watermark'),
	]),
);

const indexEvents = defineQuery((db, args: { watermark: number; end: number }) =>
	db
		.insertInto('cart_event')
		.columns(['cart_key', 'serial'])
		.expression((eb) =>
			eb
				.selectFrom('event')
				.select(({ ref }) => [ref('cart_key').$notNull().as('cart_key'), 'serial'])
				.where('serial', '>', args.watermark)
				.where('serial', '<=', args.end)
				.where('cart_key', 'is not', null)
				.orderBy('cart_key'),
		),
);

/** The newest first, as in `listUnindexed`. */
const listIndexed = defineQuery((db, args: CartArguments) =>
	db
		.selectFrom('cart_event')
		.innerJoin('event', 'event.serial', 'cart_event.serial')
		.selectAll('event')
		.where('cart_event.cart_key', '=', args.cartKey)
		.where('event.hashid', '=', args.hashid)
		.where('event.session_id', '=', args.sessionId)
		.orderBy('cart_event.serial', 'desc')
		.limit(args.rowsMax),
);

const listUnindexed = defineQuery((db, args: CartArguments & { watermark: number }) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('serial', '>', args.watermark)
		.where('cart_key', '=', args.cartKey)
		.where('hashid', '=', args.hashid)
		.where('session_id', '=', args.sessionId)
		.orderBy('serial', 'desc')
		.limit(args.rowsMax),
);

/** To be called before a commit; it costs a few microseconds if there is nothing to do. */
export async function indexCarts(connection: SqlConnection): Promise<void> {
	const { end, watermark } = (await connection.first(findEnds, {})) ?? {};
	const range = { watermark: watermark ?? 0, end: end ?? 0 };
	if (range.end - range.watermark < unindexedEventsMax) return;
	await connection.run(indexEvents, range);
	await connection.run(setWatermark, { serial: range.end });
}

/** The newest first: events that are not indexed are all newer than those that are. */
export async function listCartEvents(connection: SqlReader, cart: CartArguments): Promise<readonly EventRow[]> {
	const watermark = (await connection.first(findWatermark, {}))?.serial ?? 0;
	const unindexed = await connection.all(listUnindexed, { ...cart, watermark });
	return [...unindexed, ...(await connection.all(listIndexed, cart))].slice(0, cart.rowsMax);
}
