/**
 * What widgets did, by day: sums that follow the log of events by serial.
 *
 *     log    ░░░░░░░░░░░░░░░░░░░░░░│▒▒▒▒▒▒▒▒│
 *            counted in `widget_day` │ a step │ still to be counted
 *                                  mark
 *
 * The mark moves in the transaction that adds what is before it to the sums, so each event is counted once, whenever the
 * process ends. An index over events by widget would do without sums, and cost every event a page of its own.
 *
 * Sums outlive an erasure, as they name nobody. An event that is erased before its step comes is not counted.
 */
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { toPosition } from '../../domain/log/position.ts';
import { addTallies, emptyTally, type WidgetTally } from '../../domain/widget/widget-day.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import { findLastSerial } from './event-log.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';
import { findEventChunkEnd } from './sweep-queries.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

export type WidgetDayWrites = Pick<EventRepository, 'countWidgetEvents'>;
export type WidgetDayReads = Pick<EventRepository, 'listWidgetDays'>;

const lockMark = defineQuery((db) => db.selectFrom('widget_day_mark').select('serial').where('id', '=', 1).forUpdate());

const insertMark = defineQuery((db) =>
	db
		.insertInto('widget_day_mark')
		.values({ id: 1, serial: 0 })
		.onConflict((conflict) => conflict.column('id').doNothing()),
);

const setMark = defineQuery((db, args: { serial: number }) =>
	db.updateTable('widget_day_mark').set({ serial: args.serial }).where('id', '=', 1),
);

/** Of impressions the payload is long, and not asked for. */
const listWidgetEvents = defineQuery((db, args: { mark: number; end: number }) =>
	db
		.selectFrom('event')
		.select(['kind', 'occurred_at_ms', ({ ref }) => ref('widget_id').$notNull().as('widget_id')])
		.select(({ eb, ref }) => eb.case().when('kind', '=', 'purchase').then(ref('payload')).end().as('purchase'))
		.where('serial', '>', args.mark)
		.where('serial', '<=', args.end)
		.where('widget_id', 'is not', null)
		.where('is_bot', '=', 0)
		.where('kind', 'in', ['impression', 'widget_click', 'cart', 'purchase']),
);

/** Nothing for a widget that is gone. */
const addToDay = defineQuery(
	(
		db,
		args: {
			widgetId: string;
			day: number;
			impressionCount: number;
			clickCount: number;
			cartCount: number;
			purchaseCount: number;
			revenue: number;
		},
	) =>
		db
			.insertInto('widget_day')
			.columns(['widget_id', 'day', 'impressions', 'clicks', 'carts', 'purchases', 'revenue'])
			.expression(({ selectFrom }) =>
				selectFrom('widget')
					.select(({ val }) => [
						'id',
						val(args.day).as('day'),
						val(args.impressionCount).as('impressions'),
						val(args.clickCount).as('clicks'),
						val(args.cartCount).as('carts'),
						val(args.purchaseCount).as('purchases'),
						val(args.revenue).as('revenue'),
					])
					.where('id', '=', args.widgetId),
			)
			.onConflict((conflict) =>
				conflict.columns(['widget_id', 'day']).doUpdateSet((eb) => ({
					impressions: eb('widget_day.impressions', '+', eb.ref('excluded.impressions')),
					clicks: eb('widget_day.clicks', '+', eb.ref('excluded.clicks')),
					carts: eb('widget_day.carts', '+', eb.ref('excluded.carts')),
					purchases: eb('widget_day.purchases', '+', eb.ref('excluded.purchases')),
					revenue: eb('widget_day.revenue', '+', eb.ref('excluded.revenue')),
				})),
			),
);

/** The oldest first. */
export const deleteOldDays = defineQuery((db, args: { beforeDay: number; rowsMax: number }) =>
	db
		.deleteFrom('widget_day')
		.where(({ eb, refTuple, selectFrom }) =>
			eb(
				refTuple('widget_id', 'day'),
				'in',
				selectFrom('widget_day')
					.select(['widget_id', 'day'])
					.where('day', '<', args.beforeDay)
					.orderBy('day')
					.limit(args.rowsMax)
					.$asTuple('widget_id', 'day'),
			),
		),
);

const listDays = defineQuery((db, args: { widgetId: string; firstDay: number; lastDay: number }) =>
	db
		.selectFrom('widget_day')
		.selectAll()
		.where('widget_id', '=', args.widgetId)
		.where('day', '>=', args.firstDay)
		.where('day', '<=', args.lastDay)
		.orderBy('day'),
);

/** The watermark, locked: one at a time counts. */
async function lockWatermark(tx: Transaction): Promise<number> {
	const row = await tx.first(lockMark, {});
	if (row !== undefined) return row.serial;
	await tx.run(insertMark, {});
	return (await tx.first(lockMark, {}))?.serial ?? 0;
}

const countWidgetEvents = defineUnit(
	'events.countWidgetEvents',
	async (tx, eventCountMax: number) => {
		const mark = await lockWatermark(tx);
		const chunkEnd = await tx.first(findEventChunkEnd, { afterSerial: mark, offset: eventCountMax - 1 });
		const end = (chunkEnd ?? (await tx.first(findLastSerial, {})))?.serial ?? 0;
		// The last events may have been erased since they were counted.
		if (end <= mark) return toPosition(mark);
		for (const { widgetId, day, tally } of addUp(await tx.all(listWidgetEvents, { mark, end }))) {
			await tx.run(addToDay, { widgetId, day, ...tally });
		}
		await tx.run(setMark, { serial: end });
		return toPosition(end);
	},
	{ invalidates: 'nothing' },
);

export const widgetDayUnits = [countWidgetEvents] as const;

export function createWidgetDayWrites({ run }: Writer): WidgetDayWrites {
	return { countWidgetEvents: (eventCountMax) => run(countWidgetEvents, eventCountMax) };
}

export function createWidgetDayReads(connection: SqlConnection): WidgetDayReads {
	return {
		async listWidgetDays({ widgetId, firstDay, lastDay }) {
			const rows = await connection.all(listDays, { widgetId, firstDay, lastDay });
			return rows.map((row) => ({
				day: row.day,
				impressionCount: row.impressions,
				clickCount: row.clicks,
				cartCount: row.carts,
				purchaseCount: row.purchases,
				revenue: row.revenue,
			}));
		},
	};
}

interface WidgetEventRow {
	readonly widget_id: string;
	readonly kind: string;
	readonly occurred_at_ms: number;
	/** Payload of a purchase. */
	readonly purchase: string | null;
}

interface DaySum {
	readonly widgetId: string;
	readonly day: number;
	readonly tally: WidgetTally;
}

function addUp(rows: readonly WidgetEventRow[]): Iterable<DaySum> {
	const sums = new Map<string, DaySum>();
	for (const row of rows) {
		const { widget_id: widgetId } = row;
		const day = toUtcDay(row.occurred_at_ms);
		const key = `${widgetId} ${day}`;
		const tally = addTallies(sums.get(key)?.tally ?? emptyTally, toTally(row));
		sums.set(key, { widgetId, day, tally });
	}
	return sums.values();
}

function toTally({ kind, purchase }: WidgetEventRow): WidgetTally {
	if (kind === 'impression') return { ...emptyTally, impressionCount: 1 };
	if (kind === 'widget_click') return { ...emptyTally, clickCount: 1 };
	if (kind === 'cart') return { ...emptyTally, cartCount: 1 };
	const { amount, price }: { amount: number; price: number | null } = JSON.parse(purchase ?? '');
	return { ...emptyTally, purchaseCount: 1, revenue: (price ?? 0) * amount };
}
