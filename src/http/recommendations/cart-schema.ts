/** The schemas of an add-to-cart request and its answer. */
import { Type } from 'typebox';
import { dfid } from '../shared/dfid-schema.ts';
import { widgetIdExample } from '../shared/example-ids.ts';
import { anyQueryId } from '../shared/query-id.ts';
import { component } from '../shared/schema-component.ts';

export const sessionId = Type.String({
	minLength: 1,
	maxLength: 32,
	description: "The shopper's session",
	examples: ['my-first-session'],
});

const cartAddition = component(
	'CartAddition',
	Type.Object(
		{
			session_id: sessionId,
			dfid,
			title: Type.String({ maxLength: 2000, examples: ['Trail running shoe'] }),
			amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
			price: Type.Number({ minimum: 0, maximum: 1e15, examples: [79.9] }),
			query_id: anyQueryId,
		},
		{ additionalProperties: true },
	),
);

export const eventResult = component(
	'EventResult',
	Type.Object(
		{ status: Type.Enum(['OK', 'ERROR']) },
		{ description: 'OK: the event is on disk. ERROR: it was not recorded' },
	),
);

export const widgetPath = Type.Object({ widget_id: Type.String({ format: 'uuid', examples: [widgetIdExample] }) });

export const cartRouteSchema = {
	operationId: 'registerCartAddition',
	summary: 'Register that a recommended product was added to the cart',
	tags: ['Recommendations'],
	security: [],
	params: widgetPath,
	body: cartAddition,
	response: { 200: eventResult },
};
