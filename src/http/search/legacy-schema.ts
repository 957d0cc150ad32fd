/** Requests and answers of version 5, for the OpenAPI document. */
import { Type } from 'typebox';
import { component } from '../shared/schema-component.ts';
import { hashid } from './describe-search-operation.ts';
import { registered, searchAnswer, searchBody, searchParameters, suggestParameters } from './search-schema.ts';

/** These are in the path in version 6. */
const engine = { hashid };
const type = Type.Optional(Type.Array(Type.String(), { description: 'What `indices` is in version 6' }));
const items = Type.Optional(
	Type.Array(Type.String(), { description: 'Items to answer with in the place of a search, by `dfid`' }),
);

export const search = {
	summary: 'Search for items',
	path: {},
	querystring: Type.Object({ ...engine, ...searchParameters.properties, type, items }),
	response: searchAnswer,
};

export const searchByBody = {
	summary: 'Search for items, with parameters in a body',
	path: {},
	querystring: Type.Object(engine),
	body: component('LegacySearchRequest', Type.Object({ ...searchBody.properties, type, items })),
	response: searchAnswer,
};

export const suggest = {
	summary: 'Complete what is being typed',
	path: {},
	querystring: Type.Object({ ...engine, ...suggestParameters.properties, type }),
	response: component(
		'LegacySuggestions',
		Type.Object({
			query: Type.String({ examples: ['runn'] }),
			results: Type.Array(Type.Object({ term: Type.String({ examples: ['running shoes'] }) })),
		}),
	),
};

const facetOption = component(
	'LegacyFacetOption',
	Type.Object({
		visible: Type.Boolean({ examples: [true] }),
		type: Type.Enum(['terms', 'range']),
		name: Type.String({ examples: ['brand'] }),
		label: Type.String({ examples: ['brand'] }),
		field: Type.String({ examples: ['brand'] }),
		size: Type.Optional(Type.Integer({ description: 'Of terms', examples: [10] })),
		ranges: Type.Optional(Type.Array(Type.Object({ from: Type.Number() }), { description: 'Of ranges' })),
	}),
);

export const options = {
	summary: 'What pages make their filters of, and whether the shop has used up its contract: it has not',
	without: ['invalid', 'timed_out'],
	response: component(
		'LegacyOptions',
		Type.Object({ query_limit_reached: Type.Boolean(), facets: Type.Array(facetOption) }),
	),
} as const;

const kinds = [
	...['init', 'click', 'checkout', 'add-to-cart', 'remove-from-cart', 'clear-cart'],
	...['img_click', 'img_impression', 'img_display'],
];
const text = Type.Optional(Type.String());

export const event = {
	summary: 'Tell what a shopper did',
	path: { event: Type.String({ description: `One of ${kinds.join(', ')}`, examples: ['init'] }) },
	querystring: Type.Object({
		...engine,
		session_id: Type.Optional(Type.String({ description: 'Needed but for images', examples: ['my-first-session'] })),
		user_id: text,
		dfid: Type.Optional(Type.String({ description: 'Of the item clicked; or `id` and `datatype`' })),
		id: text,
		datatype: Type.Optional(Type.String({ description: 'The index of the item' })),
		query: text,
		item_id: Type.Optional(Type.String({ description: 'Of the item of a cart' })),
		title: text,
		amount: text,
		price: text,
		img_id: text,
	}),
	response: registered,
};
