/** What widgets do: why they show what they show. */
import { unwrap } from '../../lib/failure.ts';
import { toWidgetRequest, widgetCall } from '../recommendations/widget-schema.ts';
import type { App } from '../server/app.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import { explanationOutput, toExplanationWire } from './explain-wire.ts';
import { widgetPath } from './widget-wire.ts';

export function addWidgetReportRoutes(app: App): void {
	const tag = 'Widgets';

	app.post(
		'/widgets/:widget_id/explain',
		describeOwnerOperation(
			{
				id: 'explainWidget',
				summary: 'What a widget answers to a call, and why; nothing is recorded',
				tag,
				failures: [...bodyFailures, 'not_found', 'unavailable'],
			},
			{ params: widgetPath, body: widgetCall, response: { 200: explanationOutput } },
		),
		async (request) => {
			const { zone, principal, params, body } = request;
			const found = unwrap(await zone.widgets.findWithStore(principal, params.widget_id));
			return toExplanationWire(unwrap(await zone.recommending.explain(found, toWidgetRequest(body))));
		},
	);
}
