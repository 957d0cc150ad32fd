/** What an add-to-cart request and its answer look like. */
import { Type } from 'typebox';
import { dfidPattern } from '../../domain/item/dfid.ts';
import { dfidExample, widgetIdExample } from '../server/example-ids.ts';
import { component } from '../server/schema-component.ts';

export const sessionId = Type.String({
	minLength: 1,
	maxLength: 32,
	description: "The shopper's session",
	examples: ['my-first-session'],
});

export const dfid = Type.String({
	pattern: dfidPattern.source,
	description: 'Unique id of the item: `{hashid}@{index}@{md5 of the item id}`',
	examples: [dfidExample],
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
