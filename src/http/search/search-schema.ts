/** Requests and answers of the search API, for the OpenAPI document. */
import { Type } from 'typebox';
import { facetWireNames } from '../../domain/query/facet-kind.ts';
import { queryNames } from '../../domain/query/index-query.ts';
import {
	facetBucketsDefault,
	facetBucketsMax,
	facetExactValuesMax,
	facetsMax,
	hitsPerPageDefault,
	hitsPerPageMax,
	queryLengthMax,
	queryWordsMax,
	resultFieldsMax,
	sessionIdLengthMax,
	userIdLengthMax,
} from '../../domain/query/query-limits.ts';
import { otherSources } from '../../domain/query/search-source.ts';
import { understoodKinds, understoodPartsMax } from '../../domain/query/understood-part.ts';
import { hashidExample, queryIdExample } from '../shared/example-ids.ts';
import { filtersExample, searchFilters } from '../shared/filter-schema.ts';
import { component } from '../shared/schema-component.ts';
import { searchResult } from '../shared/search-result.ts';
import { highlightParameters } from './highlight-schema.ts';

export const session = {
	session_id: Type.Optional(Type.String({ maxLength: sessionIdLengthMax, description: "The shopper's session" })),
	user_id: Type.Optional(Type.String({ maxLength: userIdLengthMax })),
};

const scope = {
	query: Type.Optional(
		Type.String({
			description: `The first ${queryWordsMax} words and ${queryLengthMax} characters are searched`,
			examples: ['running shoes'],
		}),
	),
	indices: Type.Optional(Type.Array(Type.String(), { description: 'All of the search engine when left out' })),
	stats: Type.Optional(Type.Boolean({ default: true, description: 'Whether statistics see it' })),
	...session,
};

export const suggestParameters = Type.Object(scope);
export const suggestions = Type.Array(Type.String(), { examples: [['running shoes', 'running socks']] });

const facetRequest = component(
	'FacetRequest',
	Type.Object({
		field: Type.String(),
		type: Type.Optional(
			Type.Enum([...facetWireNames], {
				description:
					'Left out: as the schema of the field says, `range` for prices. `hierarchy`: the levels of paths such as `Home > Kitchen`, where a node is chosen down to what is below it',
			}),
		),
		size: Type.Optional(
			Type.Integer({
				minimum: 1,
				default: facetBucketsDefault,
				description: `Values, of a hierarchy nodes in each list; at most ${facetBucketsMax} come`,
			}),
		),
		filtered: Type.Optional(
			Type.Boolean({ default: false, description: 'Whether the filter on the field itself counts as well' }),
		),
		stats: Type.Optional(
			Type.Boolean({ default: false, description: 'Of type `term`: whether `stats` of the numbers of the field come' }),
		),
	}),
);

const direction = Type.Enum(['asc', 'desc']);
const sortRule = component(
	'SortRule',
	Type.Union(
		[
			Type.Record(Type.String(), direction, { description: 'One field and its direction' }),
			Type.Object({
				_geo_distance: Type.Object({
					position: Type.String({ description: '`latitude,longitude`', examples: ['41.4,2.2'] }),
					order: Type.Optional(direction),
					field: Type.Optional(Type.String({ default: 'geo' })),
				}),
			}),
		],
		{ examples: [{ price: 'asc' }] },
	),
);

/** Common to the query string and the body. */
const common = {
	...scope,
	page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: '`page` times `rpp` is below 1000' })),
	rpp: Type.Optional(Type.Integer({ minimum: 1, maximum: hitsPerPageMax, default: hitsPerPageDefault })),
	query_name: Type.Optional(Type.Enum([...queryNames], { description: 'Left out: the first that finds anything' })),
	filter_execution: Type.Optional(Type.Enum(['and', 'or'], { default: 'and' })),
	filter_exact: Type.Optional(
		Type.Boolean({
			default: false,
			description:
				'Whether filters take values as they are written, instead of without case, accents and levels of a path',
		}),
	),
	grouping: Type.Optional(Type.Boolean({ description: "Left out: the search engine's own setting" })),
	with_variants: Type.Optional(Type.Array(Type.String(), { description: 'Fields of each variant in `df_variants`' })),
	understanding: Type.Optional(
		Type.Boolean({
			default: true,
			description: 'Whether `query` is read for more than words: bounds of prices, what to leave out, values of fields',
		}),
	),
	auto_filters: Type.Optional(Type.Boolean({ default: false })),
	skip_auto_filters: Type.Optional(Type.Array(Type.String())),
	fields: Type.Optional(
		Type.Array(Type.String(), {
			maxItems: resultFieldsMax,
			description: 'Fields that come of each result, besides `id`, `dfid` and `type`; all when left out',
			examples: [['title', 'price', 'image_link']],
		}),
	),
	source: Type.Optional(
		Type.Enum(['text', ...otherSources], {
			default: 'text',
			description: 'How the search was put in, for statistics; anything else counts as `text`',
		}),
	),
	...highlightParameters,
	query_counter: Type.Optional(Type.Integer({ description: 'Comes back as it is' })),
};

/** The body of a search, with types for all values. */
export const searchBody = component(
	'SearchRequest',
	Type.Object({
		...common,
		filter: Type.Optional(searchFilters('What the results pass', [filtersExample])),
		filter_all: Type.Optional(searchFilters('Values that the results all have', [{ features: ['wifi', 'gps'] }])),
		exclude: Type.Optional(searchFilters('What none of the results passes')),
		facets: Type.Optional(
			Type.Array(facetRequest, {
				maxItems: facetsMax,
				examples: [
					[
						{ field: 'brand', size: 20 },
						{ field: 'price', type: 'range' },
					],
				],
			}),
		),
		sort: Type.Optional(Type.Array(sortRule, { examples: [[{ price: 'asc' }]] })),
	}),
);

const inQuery = '; by hand also';

/**
 * The query string of a search. No style of OpenAPI can write a list of objects, so facets and sort rules are texts here.
 * The longer spellings (`facets[0][size]=20`) are accepted as well.
 */
export const searchParameters = Type.Object({
	...common,
	filter: Type.Optional(
		searchFilters(
			`What the results pass: \`filter[brand]=Nike\`${inQuery} \`filter[brand][]=Nike&filter[brand][]=Puma\`, \`filter[price][gte]=5\`, or all of it as the text of a JSON object`,
			[{}],
		),
	),
	filter_all: Type.Optional(searchFilters('Values that the results all have, written as `filter` is', [{}])),
	exclude: Type.Optional(searchFilters('What none of the results passes, written as `filter` is', [{}])),
	facets: Type.Optional(
		Type.Array(Type.String(), {
			maxItems: facetsMax,
			description: `Fields: \`facets=brand&facets=price\`${inQuery} \`facets[0][field]=brand&facets[0][size]=20\``,
		}),
	),
	sort: Type.Optional(
		Type.Array(Type.String(), {
			description: `Fields with their directions: \`sort=price:desc\`${inQuery} \`sort[0][price]=desc\``,
		}),
	),
});

const bucket = component(
	'FacetBucket',
	Type.Object({ key: Type.String({ examples: ['Nike'] }), doc_count: Type.Integer({ examples: [12] }) }),
);
const facetItem = component(
	'FacetItem',
	Type.Object({ name: Type.String({ examples: ['Nike'] }), count: Type.Integer({ examples: [12] }) }),
);

const facetHead = {
	key: Type.String({ description: 'The field', examples: ['brand'] }),
	label: Type.String({ examples: ['brand'] }),
	visible: Type.Boolean({ examples: [true] }),
	order: Type.Integer({ minimum: 0, description: 'Place among the facets' }),
	doc_count: Type.Integer({ examples: [12] }),
};

const facetLevel = component(
	'FacetLevel',
	Type.Object({
		level: Type.Integer({ minimum: 0, description: 'From the top, which is 0' }),
		parent: Type.Union([Type.String(), Type.Null()], {
			description: 'The node that these are below; null at the top',
			examples: ['Home'],
		}),
		buckets: Type.Array(
			Type.Object({
				key: Type.String({ description: 'The whole path: what to filter by', examples: ['Home > Kitchen'] }),
				name: Type.String({ description: 'The last level of it', examples: ['Kitchen'] }),
				doc_count: Type.Integer({ description: 'Items in or below it, each once', examples: [7] }),
				selected: Type.Boolean({ description: 'Whether the results are filtered by it' }),
			}),
		),
		sum_other_doc_count: Type.Integer({ description: 'Counts of the nodes that are not listed', examples: [0] }),
		total: Type.Object({ value: Type.Integer({ description: 'Nodes side by side here', examples: [2] }) }),
	}),
);

const rangeNumber = Type.Number({ examples: [79.9] });
const numberStats = Type.Object({
	count: Type.Integer({ examples: [12] }),
	min: rangeNumber,
	max: rangeNumber,
	sum: rangeNumber,
	avg: rangeNumber,
});

const termsFacet = component(
	'TermsFacet',
	Type.Object({
		...facetHead,
		_type: Type.Literal('terms'),
		hierarchy: Type.Optional(
			Type.Object(
				{ levels: Type.Array(facetLevel) },
				{
					description:
						'Only of type `hierarchy`, whose `terms` are its top level: the top, and what is below open nodes',
				},
			),
		),
		approximate: Type.Optional(
			Type.Literal(true, {
				description: `Only where the field has more than ${facetExactValuesMax} distinct values: which of them are listed is estimated`,
			}),
		),
		terms: Type.Object({
			buckets: Type.Array(bucket),
			doc_count_error_upper_bound: Type.Integer({ examples: [0] }),
			sum_other_doc_count: Type.Integer({ description: 'Items of the values that are not listed', examples: [0] }),
			items: Type.Array(facetItem, { description: 'The buckets in another form' }),
			selected: Type.Array(facetItem, { examples: [[]] }),
		}),
		selected: Type.Object(
			{ doc_count: Type.Integer(), buckets: Type.Array(bucket) },
			{ description: 'The values that the results are filtered by', examples: [{ doc_count: 0, buckets: [] }] },
		),
		total: Type.Object({
			value: Type.Integer({ description: 'Distinct values; at least so many where `approximate`', examples: [1] }),
		}),
		stats: Type.Optional(numberStats),
	}),
);

const rangeFacet = component(
	'RangeFacet',
	Type.Object({
		...facetHead,
		_type: Type.Literal('range'),
		range: Type.Object({
			buckets: Type.Array(
				Type.Object({
					key: Type.String({ examples: ['79.9-79.9'] }),
					from: rangeNumber,
					to: rangeNumber,
					doc_count: Type.Integer({ examples: [12] }),
					stats: numberStats,
				}),
				{ minItems: 1, maxItems: 1 },
			),
			from: rangeNumber,
			to: rangeNumber,
			min: rangeNumber,
			max: rangeNumber,
		}),
	}),
);

const facet = component('Facet', Type.Union([termsFacet, rangeFacet]));

const kinds = {
	terms: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
	range: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
	geo_distance: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
};

const bound = Type.Optional(Type.Number());
export const understoodPart = component(
	'UnderstoodPart',
	Type.Object({
		text: Type.String({
			description: 'The words of `query`; a search without them is one without this part',
			examples: ['under 50'],
		}),
		kind: Type.Enum([...understoodKinds], {
			description: '`exclude`: what is left out. `attribute`: a value of a field',
			examples: ['price'],
		}),
		field: Type.String({ description: 'The field that decides', examples: ['price'] }),
		value: Type.Union([Type.Array(Type.String()), Type.Object({ gte: bound, gt: bound, lte: bound, lt: bound })], {
			description: 'Any of these values, or words of a title; bounds of numbers',
			examples: [{ lt: 50 }],
		}),
		strict: Type.Boolean({
			description:
				'Whether it is a filter; otherwise results that fit come before equally good ones, also where a filter would leave nothing',
		}),
	}),
);

export const searchAnswer = component(
	'SearchAnswer',
	Type.Object({
		query: Type.String({ description: 'What was searched', examples: ['running shoes'] }),
		query_truncated: Type.Optional(Type.Literal(true, { description: 'The query was longer than what was searched' })),
		corrected_query: Type.Optional(
			Type.String({
				description: 'What was searched instead of misspelt words, for "did you mean"',
				examples: ['red shoe'],
			}),
		),
		query_counter: Type.Optional(Type.Integer()),
		query_id: Type.Optional(
			Type.String({
				description: 'Names this answer in events that follow it; left out where nothing was searched',
				examples: [queryIdExample],
			}),
		),
		query_name: Type.Enum([...queryNames]),
		page: Type.Integer(),
		results_per_page: Type.Integer({ examples: [10] }),
		total: Type.Integer({ description: 'Matches that paging can reach' }),
		total_found: Type.Integer({ description: 'All matches' }),
		total_strict: Type.Integer({ description: 'Matches with all the words; the score of others is a quarter' }),
		count: Type.Integer({ description: 'All matches' }),
		max_score: Type.Number({ examples: [12.5] }),
		hashid: Type.String({ examples: [hashidExample] }),
		understood: Type.Optional(
			Type.Array(understoodPart, {
				maxItems: understoodPartsMax,
				description: 'What `query` says besides words; absent where nothing was understood',
				examples: [[{ text: 'under 50', kind: 'price', field: 'price', value: { lt: 50 }, strict: true }]],
			}),
		),
		filter: Type.Object(kinds, {
			description: 'What the results were filtered by, by kind and field, auto filters included',
			examples: [{ terms: { brand: ['Nike'] } }],
		}),
		facets: Type.Record(Type.String(), facet, { description: 'By field name' }),
		results: Type.Array(searchResult),
	}),
);

export const registered = component(
	'EventRegistered',
	Type.Object({ status: Type.Literal('registered') }, { description: 'The event is on disk' }),
);
