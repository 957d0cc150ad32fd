/** Reports on widgets: why they show what they show, and what they earn. */
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { toWidgetRequest } from '../shared/widget-call.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import { explanationInput, explanationOutput, toExplanationWire } from './explain-wire.ts';
import { statisticsOutput, statisticsQuery, toDayRange, toStatisticsWire } from './widget-statistics-wire.ts';
import { toWidgetChange, widgetPath } from './widget-wire.ts';

export function addWidgetReportRoutes(app: App): void {
	const tag = 'Widgets';

	app.post(
		'/widgets/:widget_id/explain',
		describeOwnerOperation(
			{
				id: 'explainWidget',
				isReading: true,
				summary: 'What a widget answers to a call, or would with other rules, and why; nothing is recorded',
				tag,
				failures: [...bodyFailures, 'not_found', 'timed_out', 'overloaded', 'busy', 'unavailable'],
			},
			{ params: widgetPath, body: explanationInput, response: { 200: explanationOutput } },
		),
		async (request) => {
			const { zone, principal, params, body } = request;
			const { rules = {}, ...call } = body;
			const found = unwrap(await zone.widgets.draft(principal, params.widget_id, toWidgetChange(rules)));
			return toExplanationWire(unwrap(await zone.recommending.explain(found, toWidgetRequest(call))));
		},
	);

	app.get(
		'/widgets/:widget_id/stats',
		describeOwnerOperation(
			{
				id: 'readWidgetStatistics',
				summary: 'What a widget earns: impressions, empty answers, clicks, carts, purchases and revenue by day',
				tag,
				failures: ['invalid', 'not_found'],
			},
			{ params: widgetPath, querystring: statisticsQuery, response: { 200: statisticsOutput } },
		),
		async (request) => {
			const { zone, principal, params, query } = request;
			const range = toDayRange(query);
			return toStatisticsWire(unwrap(await zone.widgetStatistics.read(principal, params.widget_id, range)));
		},
	);
}
