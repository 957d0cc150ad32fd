/** The schema of a click on a recommended product; its answer is that of add-to-cart. */
import { Type } from 'typebox';
import { userIdLengthMax } from '../../domain/query/query-limits.ts';
import { dfid } from '../shared/dfid-schema.ts';
import { anyQueryId } from '../shared/query-id.ts';
import { component } from '../shared/schema-component.ts';
import { eventResult, sessionId, widgetPath } from './cart-schema.ts';

const widgetClick = component(
	'WidgetClick',
	Type.Object(
		{
			session_id: sessionId,
			dfid,
			position: Type.Optional(
				Type.Integer({
					minimum: 1,
					maximum: 1_000_000,
					description: 'Place of the item in the widget, from 1',
					examples: [3],
				}),
			),
			user_id: Type.Optional(Type.String({ minLength: 1, maxLength: userIdLengthMax })),
			query_id: anyQueryId,
		},
		{ additionalProperties: true },
	),
);

export const clickRouteSchema = {
	operationId: 'registerWidgetClick',
	summary: 'Register that a recommended product was clicked',
	tags: ['Recommendations'],
	security: [],
	params: widgetPath,
	body: widgetClick,
	response: { 200: eventResult },
};
