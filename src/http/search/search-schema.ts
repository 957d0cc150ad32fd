/** What requests and answers of the search API look like, for the OpenAPI document. */
import { Type } from 'typebox';
import { queryNames } from '../../domain/query/index-query.ts';
import {
	facetBucketsDefault,
	facetBucketsMax,
	facetsMax,
	hitsPerPageDefault,
	hitsPerPageMax,
	queryLengthMax,
	queryWordsMax,
	sessionIdLengthMax,
	userIdLengthMax,
} from '../../domain/query/query-limits.ts';

export const session = {
	session_id: Type.Optional(Type.String({ maxLength: sessionIdLengthMax, description: "The shopper's session" })),
	user_id: Type.Optional(Type.String({ maxLength: userIdLengthMax })),
};

const filter = Type.Object(
	{},
	{
		additionalProperties: true,
		description:
			'By field: a value, a list of values, a range of `gte`, `gt`, `lte` and `lt`, or `distance` and `position`',
	},
);

const scope = {
	query: Type.Optional(
		Type.String({ description: `The first ${queryWordsMax} words and ${queryLengthMax} characters are searched` }),
	),
	indices: Type.Optional(Type.Array(Type.String(), { description: 'All of the search engine when left out' })),
	stats: Type.Optional(Type.Boolean({ default: true, description: 'Whether statistics see it' })),
	...session,
};

export const suggestParameters = Type.Object(scope);
export const suggestions = Type.Array(Type.String());

export const searchParameters = Type.Object({
	...scope,
	page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: '`page` times `rpp` is below 1000' })),
	rpp: Type.Optional(Type.Integer({ minimum: 1, maximum: hitsPerPageMax, default: hitsPerPageDefault })),
	query_name: Type.Optional(Type.Enum([...queryNames], { description: 'Left out: the first that finds anything' })),
	filter: Type.Optional(filter),
	exclude: Type.Optional(filter),
	filter_execution: Type.Optional(Type.Enum(['and', 'or'], { default: 'and' })),
	facets: Type.Optional(
		Type.Array(
			Type.Object({
				field: Type.String(),
				type: Type.Optional(Type.Enum(['term', 'range'])),
				size: Type.Optional(
					Type.Integer({ minimum: 1, default: facetBucketsDefault, description: `At most ${facetBucketsMax} come` }),
				),
			}),
			{ maxItems: facetsMax },
		),
	),
	sort: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: Type.Enum(['asc', 'desc']) }))),
	grouping: Type.Optional(Type.Boolean({ description: "Left out: the search engine's own setting" })),
	with_variants: Type.Optional(Type.Array(Type.String(), { description: 'Fields of each variant in `df_variants`' })),
	auto_filters: Type.Optional(Type.Boolean({ default: false })),
	skip_auto_filters: Type.Optional(Type.Array(Type.String())),
	query_counter: Type.Optional(Type.Integer({ description: 'Comes back as it is' })),
});

export const searchAnswer = Type.Object({
	query: Type.String({ description: 'What was searched' }),
	query_truncated: Type.Optional(Type.Literal(true, { description: 'The query was longer than what was searched' })),
	query_counter: Type.Optional(Type.Integer()),
	query_name: Type.Enum([...queryNames]),
	page: Type.Integer(),
	results_per_page: Type.Integer(),
	total: Type.Integer({ description: 'Matches that paging can reach' }),
	total_found: Type.Integer({ description: 'All matches' }),
	count: Type.Integer({ description: 'All matches' }),
	max_score: Type.Number(),
	hashid: Type.String(),
	filter: Type.Object({}, { additionalProperties: true, description: 'What the results were filtered by' }),
	facets: Type.Object({}, { additionalProperties: true, description: 'By field name' }),
	results: Type.Array(
		Type.Object(
			{ id: Type.String(), dfid: Type.String(), type: Type.String({ description: 'The index' }) },
			{ additionalProperties: true, description: 'The fields of the item as they were sent' },
		),
	),
});

export const registered = Type.Object({ status: Type.Literal('registered') }, { description: 'The event is on disk' });
