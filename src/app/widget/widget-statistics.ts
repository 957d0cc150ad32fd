/** What a widget earns: its impressions, empty answers, clicks, carts and purchases, day by day. */
import type { Principal } from '../../domain/account/account.ts';
import { toUtcDay } from '../../domain/event/utc-day.ts';
import { addTallies, emptyTally, type WidgetDay, type WidgetTally } from '../../domain/widget/widget-day.ts';
import { failField, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Widgets } from './widgets.ts';

const defaultDayCount = 30;
const dayCountMax = 366;

export interface WidgetStatistics {
	readonly widgetId: string;
	/** One for each day of the range, including days without events; in the order of the calendar. */
	readonly days: readonly WidgetDay[];
	readonly totals: WidgetTally;
}

export interface WidgetStatisticsReader {
	/**
	 * From `firstDay` to `lastDay`, both included, as `utc-day.ts` counts them. The default end is today, the default
	 * length 30 days. `invalid` for more than 366 days or less than one; otherwise as `Widgets.find`.
	 */
	read(
		principal: Principal,
		widgetId: string,
		range: { readonly firstDay: number | undefined; readonly lastDay: number | undefined },
	): Promise<Result<WidgetStatistics>>;
}

interface Dependencies {
	readonly widgets: Pick<Widgets, 'find'>;
	readonly events: Pick<EventRepository, 'listWidgetDays'>;
	readonly clock: Clock;
}

export function createWidgetStatistics({ widgets, events, clock }: Dependencies): WidgetStatisticsReader {
	return {
		async read(principal, id, range) {
			const { lastDay = toUtcDay(clock.nowMs()) } = range;
			const { firstDay = lastDay - defaultDayCount + 1 } = range;
			const dayCount = lastDay - firstDay + 1;
			if (dayCount < 1) return failField('from', 'must not be after to');
			if (dayCount > dayCountMax) return failField('from', `must begin a period of at most ${dayCountMax} days`);
			const found = await widgets.find(principal, id);
			if (!found.ok) return found;
			const { id: widgetId } = found.value;
			const counted = new Map(
				(await events.listWidgetDays({ widgetId, firstDay, lastDay })).map((row) => [row.day, row]),
			);
			const days = Array.from({ length: dayCount }, (_, index) => {
				const day = firstDay + index;
				return counted.get(day) ?? { day, ...emptyTally };
			});
			return succeed({ widgetId, days, totals: days.reduce(addTallies, emptyTally) });
		},
	};
}
