/** The parameters of the event operations, for the OpenAPI document; `event-parameters.ts` checks them. */
import { Type } from 'typebox';
import { sessionIdLengthMax } from '../../domain/query/query-limits.ts';
import { dfidExample } from '../shared/example-ids.ts';
import { occurredAt } from '../shared/occurred-at.ts';
import { queryId } from '../shared/query-id.ts';
import { component } from '../shared/schema-component.ts';
import { session } from './search-schema.ts';

export const sessionId = Type.String({
	minLength: 1,
	maxLength: sessionIdLengthMax,
	description: "The shopper's session",
	examples: ['my-first-session'],
});

/** What every event may say. */
const common = { query_id: queryId, occurred_at: occurredAt };
const shopper = { ...session, session_id: sessionId, ...common };
const text = Type.Optional(Type.String({ description: 'What was searched for', examples: ['running shoes'] }));

export const init = component('SessionStart', Type.Object(shopper));

export const click = component(
	'SearchClick',
	Type.Object({
		...shopper,
		dfid: Type.String({
			description: 'The `dfid` of the result',
			examples: [dfidExample],
		}),
		query: text,
		position: Type.Optional(Type.Integer({ minimum: 1, description: 'Place among the results, from 1' })),
		resource_id: Type.Optional(Type.String({ maxLength: 200 })),
		custom_results_id: Type.Optional(Type.String({ maxLength: 200 })),
	}),
);

const target = { ...shopper, id: Type.Integer({ minimum: 0, examples: [1] }), query: text };
export const redirect = component('RedirectClick', Type.Object(target));
export const image = component('ImageClick', Type.Object(target));

export const checkout = component(
	'Checkout',
	Type.Object({ ...shopper, sources: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })) }),
);

const { user_id: userId } = session;
const line = {
	user_id: userId,
	...common,
	id: Type.String({ description: 'Of the item', examples: ['sku-1001'] }),
	index: Type.String({ description: 'The index of the item', examples: ['product'] }),
};

export const cartAddition = component(
	'CartLine',
	Type.Object({
		...line,
		title: Type.String({ maxLength: 2000, examples: ['Trail running shoe'] }),
		amount: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
		price: Type.Optional(Type.Number({ minimum: 0, examples: [79.9] })),
	}),
);

export const cartRemoval = component(
	'CartRemoval',
	Type.Object({ ...line, amount: Type.Integer({ minimum: 1, examples: [1] }) }),
);

/** The path names the session whose cart is emptied. */
export const cartClearing = component('CartClearing', Type.Object({ user_id: userId, ...common }));
