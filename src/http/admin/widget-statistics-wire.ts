/** The earnings of widgets on the wire. */
import { type Static, Type } from 'typebox';
import type { WidgetStatistics } from '../../app/widget/widget-statistics.ts';
import { formatUtcDay, parseUtcDay } from '../../domain/event/utc-day.ts';
import type { WidgetTally } from '../../domain/widget/widget-day.ts';
import { FailureError, failField } from '../../lib/failure.ts';
import { widgetIdExample } from '../shared/example-ids.ts';
import { component } from '../shared/schema-component.ts';

const dateLengthMax = 13;

function dateInput(description: string) {
	return Type.Optional(
		Type.String({
			maxLength: dateLengthMax,
			description: `${description} 20260301, 2026-03-01, or Unix time in seconds or milliseconds; in UTC`,
		}),
	);
}

export const statisticsQuery = Type.Object({
	from: dateInput('First day; 30 days up to `to` when it is not given.'),
	to: dateInput('Last day; today when it is not given. At most 366 days.'),
});

const tallyProperties = {
	impressions: Type.Integer({ description: 'Answers with at least one item' }),
	empty_answers: Type.Integer({ description: 'Answers without any item' }),
	clicks: Type.Integer(),
	carts: Type.Integer({ description: 'Additions to carts' }),
	purchases: Type.Integer({ description: 'Lines of bought carts that came from the widget' }),
	revenue: Type.Number({ description: 'Price × amount of the purchases, in the currency of the search engine' }),
};

export const statisticsOutput = component(
	'WidgetStatistics',
	Type.Object({
		widget_id: Type.String({ format: 'uuid', examples: [widgetIdExample] }),
		days: Type.Array(
			component(
				'WidgetDay',
				Type.Object({ date: Type.String({ format: 'date', examples: ['2026-03-01'] }), ...tallyProperties }),
			),
		),
		totals: component('WidgetTally', Type.Object(tallyProperties)),
	}),
);

/** @throws {FailureError} `invalid` for a text that is not a date. */
export function toDayRange({ from, to }: Static<typeof statisticsQuery>): {
	readonly firstDay: number | undefined;
	readonly lastDay: number | undefined;
} {
	return { firstDay: readDay('from', from), lastDay: readDay('to', to) };
}

function readDay(name: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const day = parseUtcDay(text);
	if (day === undefined) throw new FailureError(failField(name, 'must be a date, such as 2026-03-01').failure);
	return day;
}

export function toStatisticsWire({ widgetId, days, totals }: WidgetStatistics): Static<typeof statisticsOutput> {
	return {
		widget_id: widgetId,
		days: days.map((day) => ({ date: formatUtcDay(day.day), ...toTallyWire(day) })),
		totals: toTallyWire(totals),
	};
}

function toTallyWire(tally: WidgetTally) {
	const { impressionCount, emptyAnswerCount, clickCount, cartCount, purchaseCount, revenue } = tally;
	return {
		impressions: impressionCount,
		empty_answers: emptyAnswerCount,
		clicks: clickCount,
		carts: cartCount,
		purchases: purchaseCount,
		// No currency has more decimals; further digits come from binary addition.
		revenue: Math.round(revenue * 10_000) / 10_000,
	};
}
