/** The rows of reports: what the statistics API promises of each (WIRE.md §4.3, S1–S16), and what we add to it. */
import { Type } from 'typebox';
import { dfidExample, hashidExample, widgetIdExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';

const count = Type.Integer({ examples: [12] });
const timestamp = Type.Integer({
	description: 'When the day begins, Unix time in milliseconds',
	examples: [1772319600000],
});
const query = Type.String({ examples: ['running shoes'] });
const dfid = Type.String({ examples: [dfidExample] });
const title = Type.String({ description: 'Empty when the item was deleted', examples: ['Trail shoe'] });
const link = Type.String({ examples: ['https://shop.example/trail-shoe'] });
const money = Type.Number({ description: 'In the currency of the search engine', examples: [29.85] });
const rate = nullable(Type.Number({ examples: [0.25] }), { description: 'Null where there was nothing to divide by' });
const coordinate = nullable(Type.Number({ examples: [40.42] }));
const facet = Type.String({ description: 'The field', examples: ['brand'] });
const facetValue = Type.Union(
	[
		Type.String({ examples: ['Nike'] }),
		Type.Object({ gte: Type.Optional(Type.String()), lte: Type.Optional(Type.String()) }),
	],
	{ description: 'A value, or a range' },
);
const id = Type.Integer({ description: "The shop's own number", examples: [7] });
const sales = {
	carts: Type.Integer({ description: 'Additions to carts' }),
	purchases: Type.Integer({ description: 'Lines of bought carts' }),
	units: Type.Integer({ description: 'Pieces bought' }),
	revenue: money,
	cart_rate: rate,
	conversion_rate: rate,
	purchase_share: rate,
	revenue_share: rate,
};

/** Comes first in every row when `aggregate` is false. */
export const engineMember = {
	hashid: Type.Optional(Type.String({ description: 'Only when `aggregate` is false', examples: [hashidExample] })),
};

/** S1. */
export const dayRow = { count, timestamp };
export const rateRow = { count: nullable(Type.Number({ examples: [0.25] })), timestamp };
/** S2. */
export const queryRow = { count, query };
/** S3. */
export const referenceRow = { id, displays: Type.Integer(), clicks: Type.Integer() };
/** S4. */
export const facetRow = { facet, count, timestamp };
/** S5. */
export const topFacetRow = { facet, value: facetValue, count, searches: Type.Array(Type.Object({ query, count })) };
/** S6. */
export const clickedItemRow = { dfid, title, link, count };
/** S7. */
export const itemPositionRow = { product: dfid, position: Type.Integer({ minimum: 1 }), clicks: Type.Integer() };
/** S8. */
export const clickersRow = { clicks: Type.Integer(), product_clicks: Type.Integer(), users: Type.Integer() };
/** S9. */
export const initLocationRow = {
	latitude: Type.Number({ examples: [40.42] }),
	longitude: Type.Number({ examples: [-3.7] }),
};
/** S10. */
export const initUsersRow = { sessions: Type.Integer(), unique_sessions: Type.Integer(), users: Type.Integer() };
/** S11. */
export const redirectRow = { id, link: Type.String({ examples: [''] }), count };
/** S12. */
export const resultRow = {
	brand: Type.Optional(Type.String({ examples: ['Nike'] })),
	categories: Type.Optional(Type.Array(Type.String())),
	count,
};
/** S13. */
export const saleRow = { session: Type.String({ examples: ['4f2c9d0b7e6a4831a5d2c8f1e0b39a76'] }), amount: money };
/** S14. */
export const usesRow = { visits: Type.Integer(), inits: Type.Integer(), searches: Type.Integer() };
/** S15. */
export const searchLocationRow = {
	query,
	city: nullable(Type.String({ examples: ['Madrid'] })),
	country: nullable(Type.String({ examples: ['ES'] })),
	continent: nullable(Type.String({ examples: ['EU'] })),
	latitude: coordinate,
	longitude: coordinate,
};
/** S16. */
export const topSaleRow = { dfid, title, sum_amount: Type.Integer({ description: 'Pieces bought' }), avg_price: money };

/** Of widgets. */
export const widgetRow = {
	widget_id: Type.String({ examples: [widgetIdExample] }),
	displays: Type.Integer(),
	clicks: Type.Integer(),
	click_rate: rate,
	...sales,
};
/** Of banners. */
export const bannerRow = {
	id: Type.String({ description: "The shop's own number", examples: ['7'] }),
	displays: Type.Integer(),
	clicks: Type.Integer(),
	click_rate: rate,
	...sales,
};
export const itemRow = {
	...{ dfid, title, link },
	impressions: nullable(Type.Integer(), {
		description:
			'How often a search or a widget showed it. Null where a query is asked for: they are not counted by query',
		examples: [48],
	}),
	clicks: Type.Integer(),
	click_through_rate: rate,
	...sales,
};
export const originRow = {
	origin: Type.String({ description: 'What was clicked last before the purchase', examples: ['search'] }),
	clicks: Type.Integer(),
	...sales,
};
export const convertedQueryRow = {
	query,
	searches: Type.Integer(),
	clicked: Type.Integer({ description: 'Searches with a click' }),
	carted: Type.Integer({ description: 'Searches with an addition to a cart' }),
	bought: Type.Integer({ description: 'Searches with a purchase' }),
	clicks: Type.Integer(),
	revenue: money,
	click_rate: rate,
	cart_rate: rate,
	conversion_rate: rate,
	average_position: rate,
	search_share: rate,
	revenue_share: rate,
};
export const unclickedRow = {
	query,
	count: Type.Integer({ description: 'Searches without a click' }),
	searches: Type.Integer(),
	unclicked_rate: rate,
};
export const positionRow = { position: Type.Integer({ minimum: 1 }), count, share: rate };
export const filterRow = {
	facet,
	value: facetValue,
	uses: Type.Integer(),
	empty: Type.Integer({ description: 'Uses in searches that found nothing' }),
	empty_rate: rate,
};
export const trendRow = {
	query,
	count,
	previous_count: Type.Integer(),
	change: Type.Integer(),
	growth: rate,
};
export const sessionsRow = {
	with_search: Type.Boolean(),
	sessions: Type.Integer(),
	buying_sessions: Type.Integer(),
	purchases: Type.Integer(),
	revenue: money,
	conversion_rate: rate,
	revenue_per_session: rate,
	session_share: rate,
	revenue_share: rate,
};
export const figuresRow = {
	timestamp,
	searches: Type.Integer(),
	empty: Type.Integer({ description: 'Searches that found nothing' }),
	clicks: Type.Integer(),
	sessions: Type.Integer(),
	checkouts: Type.Integer(),
	revenue: money,
	empty_rate: rate,
	conversion_rate: rate,
};
/** A quiz has no figures yet. */
export const quizRow = { id, count };
