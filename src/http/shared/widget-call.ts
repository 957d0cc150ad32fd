/** A page's request to a widget. */
import { type Static, Type } from 'typebox';
import type { WidgetRequest } from '../../app/recommendation/recommendation.ts';
import { type Dfid, parseDfid } from '../../domain/item/dfid.ts';
import { linkLengthMax } from '../../domain/item/item-link.ts';
import { sessionIdLengthMax, userIdLengthMax } from '../../domain/query/query-limits.ts';
import { hashidPattern } from '../../domain/search-engine/search-engine.ts';
import { dfid } from './dfid-schema.ts';
import { nullable } from './nullable.ts';
import { component, shownAs } from './schema-component.ts';

const cartItemsMax = 200;
const categoriesMax = 100;

export const widgetCall = component(
	'WidgetCall',
	Type.Object(
		{
			current_url: shownAs(
				Type.String({ format: 'page-url', maxLength: linkLengthMax }),
				Type.String({
					format: 'uri',
					pattern: '^https?:',
					maxLength: linkLengthMax,
					description:
						'The page that shows the widget: where it is the `link` of an item, that is the product of the page',
					examples: ['https://shop.example/p/trail-running-shoe?utm_source=mail'],
				}),
			),
			session_id: Type.Optional(
				nullable(Type.String({ maxLength: sessionIdLengthMax }), {
					description: "The shopper's session; with it the product of the page counts as looked at",
					examples: ['my-first-session'],
				}),
			),
			user_id: Type.Optional(nullable(Type.String({ maxLength: userIdLengthMax }))),
			hashid: Type.Optional(
				nullable(Type.String({ pattern: hashidPattern.source }), {
					description: 'Picks one of the search engines of the store',
				}),
			),
			language: Type.Optional(
				nullable(Type.String({ maxLength: 35 }), {
					description: "Picks one of the store's search engines: `es`, `es-ES`",
				}),
			),
			price_name: Type.Optional(
				nullable(Type.String({ maxLength: 16 }), { description: 'ISO 4217; of no effect when it is no such code' }),
			),
			cart_items: Type.Optional(
				nullable(
					Type.Array(component('CartItem', Type.Object({ dfid }, { additionalProperties: true })), {
						maxItems: cartItemsMax,
					}),
				),
			),
			category_context: Type.Optional(
				nullable(Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: categoriesMax }), {
					description: 'Taken, and of no effect',
				}),
			),
		},
		{ additionalProperties: true },
	),
);

/** Pages send empty texts for "none". */
export function toWidgetRequest(body: Static<typeof widgetCall>): WidgetRequest {
	return {
		currentUrl: body.current_url,
		sessionId: body.session_id || null,
		userId: body.user_id || null,
		hashid: body.hashid || null,
		language: body.language || null,
		cart: (body.cart_items ?? []).map(({ dfid }) => parseDfid(dfid) as Dfid),
	};
}
