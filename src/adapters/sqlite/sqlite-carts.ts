/**
 * The events of a session that make up its cart, found without an index that every event pays for.
 *
 * An index by session has each event touch a page of its own, which costs as much again as writing the event. So events
 * are put into it many at a time, in the order of the index, and what came since is looked through:
 *
 *     log    ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│▒▒▒▒▒▒▒▒▒
 *            in `cart_event`, up to the      │ looked through by a checkout, at most 4,000 and those of a commit
 *            watermark                       │
 *
 * The writer puts them there before it commits, when there are enough of them. An event that is deleted leaves the index
 * by a trigger.
 */
import type { EventRow } from '../sql/event-rows.ts';
import { defineQuery } from '../sql/query.ts';
import type { SqlConnection, SqlReader } from '../sql/sql-connection.ts';
import type { CartArguments } from '../sql/sql-dialect.ts';

/** About a millisecond of looking through; once in so many events, some milliseconds of putting them into the index. */
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

/** To be called before a commit; it costs a few microseconds where there is nothing to do. */
export async function indexCarts(connection: SqlConnection): Promise<void> {
	const { end, watermark } = (await connection.first(findEnds, {})) ?? {};
	const range = { watermark: watermark ?? 0, end: end ?? 0 };
	if (range.end - range.watermark < unindexedEventsMax) return;
	await connection.run(indexEvents, range);
	await connection.run(setWatermark, { serial: range.end });
}

/** The newest first: those that are not indexed are all newer than those that are. */
export async function listCartEvents(connection: SqlReader, cart: CartArguments): Promise<readonly EventRow[]> {
	const watermark = (await connection.first(findWatermark, {}))?.serial ?? 0;
	const unindexed = await connection.all(listUnindexed, { ...cart, watermark });
	return [...unindexed, ...(await connection.all(listIndexed, cart))].slice(0, cart.rowsMax);
}
