/** Reports on widgets: why they show what they show, and what they earn. */
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { toWidgetRequest, widgetCall } from '../shared/widget-call.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import { explanationOutput, toExplanationWire } from './explain-wire.ts';
import { statisticsOutput, statisticsQuery, toDayRange, toStatisticsWire } from './widget-statistics-wire.ts';
import { widgetPath } from './widget-wire.ts';

export function addWidgetReportRoutes(app: App): void {
	const tag = 'Widgets';

	app.post(
		'/widgets/:widget_id/explain',
		describeOwnerOperation(
			{
				id: 'explainWidget',
				isReading: true,
				summary: 'What a widget answers to a call, and why; nothing is recorded',
				tag,
				failures: [...bodyFailures, 'not_found', 'timed_out', 'overloaded', 'busy', 'unavailable'],
			},
			{ params: widgetPath, body: widgetCall, response: { 200: explanationOutput } },
		),
		async (request) => {
			const { zone, principal, params, body } = request;
			const found = unwrap(await zone.widgets.findWithStore(principal, params.widget_id));
			return toExplanationWire(unwrap(await zone.recommending.explain(found, toWidgetRequest(body))));
		},
	);

	app.get(
		'/widgets/:widget_id/stats',
		describeOwnerOperation(
			{
				id: 'readWidgetStatistics',
				summary: 'What a widget earns: impressions, clicks, carts, purchases and revenue by day',
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
