/**
 * The daily sums of widgets, which follow the log of events.
 *
 *     log    ░░░░░░░░░░░░░░░░░░░░░░│▒▒▒▒▒▒▒▒│
 *            counted in `widget_day` │ a step │ still to be counted
 *                              watermark
 *
 * The watermark moves in the transaction that adds the events before it to the sums. So each event is counted once, even
 * if the process ends at any moment. An index over events by widget would make sums unnecessary, but cost every event a
 * page of its own.
 *
 * Answers without items are not in the log: HTTP threads count them, and add them every few seconds.
 *
 * Sums survive an erasure, because they identify no one. An event that is erased before its step is not counted.
 */
import type { UnitPrice } from '../../domain/event/shopper-event.ts';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { comparePositions, type Position, startPosition } from '../../domain/log/position.ts';
import { addTallies, type EmptyAnswerCount, emptyTally, type WidgetTally } from '../../domain/widget/widget-day.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import { defineBatchQuery, defineRows, everyRow } from './batch-query.ts';
import { findLastReadable, findReadableBatchEnd } from './log-queries.ts';
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Transaction, type Writer } from './unit-of-work.ts';

export type WidgetDayWrites = Pick<EventRepository, 'countWidgetEvents' | 'addEmptyAnswers'>;
export type WidgetDayReads = Pick<EventRepository, 'listWidgetDays'>;

const lockRow = defineQuery((db) =>
	db.selectFrom('widget_day_watermark').select('position').where('id', '=', 1).forUpdate(),
);

const insertRow = defineQuery((db) =>
	db
		.insertInto('widget_day_watermark')
		.values({ id: 1, position: startPosition })
		.onConflict((conflict) => conflict.column('id').doNothing()),
);

const moveWatermark = defineQuery((db, args: { position: Position }) =>
	db.updateTable('widget_day_watermark').set({ position: args.position }).where('id', '=', 1),
);

/** Without the payload of impressions, which is long. */
const listWidgetEvents = defineQuery((db, args: { after: Position; upTo: Position }, { log }) =>
	db
		.selectFrom('event')
		.select(['kind', 'occurred_at_ms', ({ ref }) => ref('widget_id').$notNull().as('widget_id')])
		.select(({ eb, ref }) => eb.case().when('kind', '=', 'purchase').then(ref('payload')).end().as('purchase'))
		.where(log.isAfter(args.after))
		.where(log.isUpTo(args.upTo))
		.where('widget_id', 'is not', null)
		.where('is_bot', '=', 0)
		.where('kind', 'in', ['impression', 'widget_click', 'cart', 'purchase']),
);

const widgetRows = defineRows<{ readonly id: string }>({ id: 'text' });

/** The widgets that exist, locked against removal. */
const keepWidgets = defineBatchQuery(widgetRows, (db) =>
	db
		.selectFrom('widget')
		.select('id')
		.where('id', 'in', ({ selectFrom }) => selectFrom('input').select('id'))
		.orderBy('id')
		.forKeyShare('widget'),
);

type DayRow = {
	readonly widget_id: string;
	readonly day: number;
	readonly impressions: number;
	readonly empty_answers: number;
	readonly clicks: number;
	readonly carts: number;
	readonly purchases: number;
	readonly revenue: number;
};

const dayRows = defineRows<DayRow>({
	widget_id: 'text',
	day: 'integer',
	impressions: 'integer',
	empty_answers: 'integer',
	clicks: 'integer',
	carts: 'integer',
	purchases: 'integer',
	revenue: 'real',
});

const dayColumns = [
	...(['widget_id', 'day', 'impressions', 'empty_answers', 'clicks', 'carts'] as const),
	...(['purchases', 'revenue'] as const),
] as const;

const addToDays = defineBatchQuery(dayRows, (db) =>
	db
		.insertInto('widget_day')
		.columns(dayColumns)
		.expression(({ selectFrom }) => selectFrom('input').select(dayColumns).where(everyRow))
		.onConflict((conflict) =>
			conflict.columns(['widget_id', 'day']).doUpdateSet((eb) => ({
				impressions: eb('widget_day.impressions', '+', eb.ref('excluded.impressions')),
				empty_answers: eb('widget_day.empty_answers', '+', eb.ref('excluded.empty_answers')),
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

/** The watermark, locked so that only one transaction counts at a time. */
async function lockWatermark(tx: Transaction): Promise<Position> {
	const row = await tx.first(lockRow, {});
	if (row !== undefined) return row.position;
	await tx.run(insertRow, {});
	return (await tx.first(lockRow, {}))?.position ?? startPosition;
}

/** Adds nothing to widgets that no longer exist. All transactions lock days in one order, so that none wait for each other. */
async function addSums(tx: Transaction, sums: readonly DaySum[]): Promise<void> {
	const ids = new Set(sums.map(({ widgetId }) => widgetId));
	const kept = await tx.allBatch(
		keepWidgets,
		[...ids].map((id) => ({ id })),
		{},
	);
	const keptIds = new Set(kept.map(({ id }) => id));
	const rows = sums.filter(({ widgetId }) => keptIds.has(widgetId)).map(toDayRow);
	await tx.runBatch(addToDays, rows.toSorted(compareDays), {});
}

const countWidgetEvents = defineUnit(
	'events.countWidgetEvents',
	async (tx, eventCountMax: number) => {
		const after = await lockWatermark(tx);
		const batchEnd = await tx.first(findReadableBatchEnd, { after, offset: eventCountMax - 1 });
		const upTo = (batchEnd ?? (await tx.first(findLastReadable, {})))?.position ?? startPosition;
		// The last events may have been erased since they were counted.
		if (comparePositions(upTo, after) <= 0) return after;
		await addSums(tx, addUp(await tx.all(listWidgetEvents, { after, upTo })));
		await tx.run(moveWatermark, { position: upTo });
		return upTo;
	},
	{ invalidates: 'nothing' },
);

const addEmptyAnswers = defineUnit(
	'events.addEmptyAnswers',
	async (tx, counts: readonly EmptyAnswerCount[]) => {
		const toSum = ({ widgetId, day, emptyAnswerCount }: EmptyAnswerCount): DaySum => ({
			...{ widgetId, day },
			tally: { ...emptyTally, emptyAnswerCount },
		});
		await addSums(tx, counts.map(toSum));
		return 'added' as const;
	},
	{ invalidates: 'nothing' },
);

export const widgetDayUnits = [countWidgetEvents, addEmptyAnswers] as const;

export function createWidgetDayWrites({ run }: Writer): WidgetDayWrites {
	return {
		countWidgetEvents: (eventCountMax) => run(countWidgetEvents, eventCountMax),
		addEmptyAnswers: (counts) => run(addEmptyAnswers, counts),
	};
}

export function createWidgetDayReads(connection: SqlReader): WidgetDayReads {
	return {
		async listWidgetDays({ widgetId, firstDay, lastDay }) {
			const rows = await connection.all(listDays, { widgetId, firstDay, lastDay });
			return rows.map((row) => ({
				day: row.day,
				impressionCount: row.impressions,
				emptyAnswerCount: row.empty_answers,
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

function toDayRow({ widgetId, day, tally }: DaySum): DayRow {
	return {
		widget_id: widgetId,
		day,
		impressions: tally.impressionCount,
		empty_answers: tally.emptyAnswerCount,
		clicks: tally.clickCount,
		carts: tally.cartCount,
		purchases: tally.purchaseCount,
		revenue: tally.revenue,
	};
}

function compareDays(a: DayRow, b: DayRow): number {
	if (a.widget_id === b.widget_id) return a.day - b.day;
	return a.widget_id < b.widget_id ? -1 : 1;
}

function addUp(rows: readonly WidgetEventRow[]): readonly DaySum[] {
	const sums = new Map<string, DaySum>();
	for (const row of rows) {
		const { widget_id: widgetId } = row;
		const day = toUtcDay(row.occurred_at_ms);
		const key = `${widgetId} ${day}`;
		const tally = addTallies(sums.get(key)?.tally ?? emptyTally, toTally(row));
		sums.set(key, { widgetId, day, tally });
	}
	return [...sums.values()];
}

function toTally({ kind, purchase }: WidgetEventRow): WidgetTally {
	if (kind === 'impression') return { ...emptyTally, impressionCount: 1 };
	if (kind === 'widget_click') return { ...emptyTally, clickCount: 1 };
	if (kind === 'cart') return { ...emptyTally, cartCount: 1 };
	const { amount, price }: { amount: number; price: UnitPrice | null } = JSON.parse(purchase ?? '');
	return { ...emptyTally, purchaseCount: 1, revenue: Number(price ?? 0) * amount };
}
