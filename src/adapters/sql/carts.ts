/**
 * What makes up the cart of a session, found without an index that every event pays for.
 *
 * An index by session has each event touch a page of its own, which costs as much again as writing the event. So events
 * are put into it many at a time, in the order of the index, and what came since is looked through:
 *
 *     log    ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│▒▒▒▒▒▒▒▒▒
 *            in `cart_event`, up to the mark │ looked through by a checkout, at most `unindexedEventsMax` and some
 *
 * An event that is deleted leaves the index by a trigger.
 */
import { type CartLine, toCartLines } from '../../domain/event/cart-lines.ts';
import { toCartKey } from './cart-key.ts';
import { toShopperEvent } from './event-rows.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

/** A checkout looks at the last events of a cart alone: a shopper makes some ten of them, and a machine any number. */
const cartEventsMax = 1000;
/** About a millisecond of looking through; once in so many events, some milliseconds of putting them into the index. */
const unindexedEventsMax = 4000;

const findMark = defineQuery((db) => db.selectFrom('cart_mark').select('serial').where('id', '=', 1));

const setMark = defineQuery((db, args: { serial: number }) =>
	db
		.insertInto('cart_mark')
		.values({ id: 1, serial: args.serial })
		.onConflict((conflict) => conflict.column('id').doUpdateSet({ serial: args.serial })),
);

export const findLastSerial = defineQuery((db) =>
	db.selectFrom('event').select('serial').orderBy('serial', 'desc').limit(1),
);

const indexEvents = defineQuery((db, args: { mark: number; end: number }) =>
	db
		.insertInto('cart_event')
		.columns(['cart_key', 'serial'])
		.expression((eb) =>
			eb
				.selectFrom('event')
				.select(({ ref }) => [ref('cart_key').$notNull().as('cart_key'), 'serial'])
				.where('serial', '>', args.mark)
				.where('serial', '<=', args.end)
				.where('cart_key', 'is not', null)
				.orderBy('cart_key'),
		),
);

type CartArguments = { cartKey: number; hashid: string; sessionId: string; rowsMax: number };

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

const listUnindexed = defineQuery((db, args: CartArguments & { mark: number }) =>
	db
		.selectFrom('event')
		.selectAll()
		.where('serial', '>', args.mark)
		.where('cart_key', '=', args.cartKey)
		.where('hashid', '=', args.hashid)
		.where('session_id', '=', args.sessionId)
		.orderBy('serial', 'desc')
		.limit(args.rowsMax),
);

export interface Carts {
	/** To be asked once for every event that was written: whether it is time for `index`. */
	isDue(): boolean;
	/** Puts the events since the mark into the index. */
	index(): Promise<void>;
	read(hashid: string, sessionId: string): Promise<readonly CartLine[]>;
}

export function createCarts(connection: SqlConnection): Carts {
	/** A guess, as a transaction may be rolled back; what a process before this one left out is put in with the first. */
	let unindexedCount = unindexedEventsMax;

	async function readMark(): Promise<number> {
		return (await connection.first(findMark, {}))?.serial ?? 0;
	}

	return {
		isDue() {
			unindexedCount += 1;
			return unindexedCount >= unindexedEventsMax;
		},
		async index() {
			const end = (await connection.first(findLastSerial, {}))?.serial ?? 0;
			await connection.run(indexEvents, { mark: await readMark(), end });
			await connection.run(setMark, { serial: end });
			unindexedCount = 0;
		},
		async read(hashid, sessionId) {
			const cart = { cartKey: toCartKey(hashid, sessionId), hashid, sessionId, rowsMax: cartEventsMax };
			const rows = [
				...(await connection.all(listUnindexed, { ...cart, mark: await readMark() })),
				...(await connection.all(listIndexed, cart)),
			];
			const actions = rows.slice(0, cartEventsMax).map((row) => toShopperEvent(row).action);
			return toCartLines(actions.toReversed());
		},
	};
}
