/**
 * The events of a session that make up its cart, found without an index that every event pays for.
 *
 * An index by session has each event touch a page of its own, which costs as much again as writing the event. So events
 * are put into it many at a time, in the order of the index, and what came since is looked through:
 *
 *     log    ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│▒▒▒▒▒▒▒▒▒
 *            in `cart_event`, up to the      │ looked through by a checkout, at most 4,000 events
 *            watermark                       │
 *
 * A trigger puts them there with every 4,000th event (`migration-8.ts`), and another takes out what is deleted.
 */
import type { EventRow } from '../sql/event-rows.ts';
import { defineQuery } from '../sql/query.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { CartArguments } from '../sql/sql-dialect.ts';

const findWatermark = defineQuery((db) => db.selectFrom('cart_mark').select('serial').where('id', '=', 1));

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

/** The newest first: those that are not indexed are all newer than those that are. */
export async function listCartEvents(connection: SqlConnection, cart: CartArguments): Promise<readonly EventRow[]> {
	const watermark = (await connection.first(findWatermark, {}))?.serial ?? 0;
	const unindexed = await connection.all(listUnindexed, { ...cart, watermark });
	return [...unindexed, ...(await connection.all(listIndexed, cart))].slice(0, cart.rowsMax);
}
