/** The answer to an explanation, for the OpenAPI document. */
import { Type } from 'typebox';
import {
	correctedWords,
	explainedItemsMax,
	factorNames,
	formsMax,
	searchPhases,
	tierNames,
	wordForms,
	wordPositions,
} from '../../domain/query/explanation.ts';
import { queryNames } from '../../domain/query/index-query.ts';
import { fieldRoles } from '../../domain/schema/field-role.ts';
import { dfidExample, hashidExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';
import { searchBody, searchParameters, understoodPart } from './search-schema.ts';

const asked = {
	dfid: Type.Optional(
		Type.Array(Type.String(), {
			maxItems: explainedItemsMax,
			description: 'Items to explain, whether or not they are among the results',
			examples: [[dfidExample]],
		}),
	),
	id: Type.Optional(
		Type.Array(Type.String(), {
			maxItems: explainedItemsMax,
			description: 'The same by their ids, which are looked for in all searched indices',
			examples: [['sku-1']],
		}),
	),
};

export const explainParameters = Type.Object({ ...searchParameters.properties, ...asked });
export const explainBody = component('ExplainRequest', Type.Object({ ...searchBody.properties, ...asked }));

const share = Type.Number({ minimum: 0, maximum: 1, description: "Of the weight of the query's words" });
const form = {
	form: Type.Enum([...wordForms], {
		description:
			'`joined`: written together. `unit`, `variant`: another spelling. `part`: part of a compound. `prefix`: the beginning of a longer word. `sound`: spelt otherwise, and said alike',
	}),
	text: Type.String({ description: 'The word that items have', examples: ['shoe'] }),
	errors: Type.Integer({
		minimum: 0,
		maximum: 2,
		description: 'Typing errors; spellings that differ in a word that is said alike',
	}),
	weight: Type.Number({ minimum: 0, maximum: 1, description: 'Beside the word as typed', examples: [0.88] }),
};

const word = component(
	'ExplainedWord',
	Type.Object({
		text: Type.String({ examples: ['shoes'] }),
		start: Type.Optional(Type.Integer({ description: 'Where it is in `source`, in UTF-16 code units' })),
		end: Type.Optional(Type.Integer()),
		optional: Type.Boolean({ description: 'A stop word: items may lack it' }),
		typed_count: Type.Integer({ description: 'About how many items have it as typed or inflected' }),
		count: Type.Integer({ description: 'The same with corrections' }),
		rarity: Type.Number({
			description: 'Its inverse document frequency; 0.15 of it where the word says little, as stop words do',
			examples: [3.1],
		}),
		share,
		doubted: Type.Boolean({ description: 'Whether it is taken for a typing error, and also searched as corrected' }),
		names_thing: Type.Boolean({ description: 'Whether it says what thing is searched for' }),
		forms: Type.Array(Type.Object({ ...form, count: Type.Integer({ description: 'Items that have it' }) }), {
			maxItems: formsMax,
		}),
		form_count: Type.Integer({ description: 'All forms, those that are not listed included' }),
	}),
);

const corrected = Type.Enum([...correctedWords], { description: 'Words whose typing errors are corrected' });
const needsAll = Type.Boolean({ description: 'Whether items need all the words' });

const reading = component(
	'ExplainedReading',
	Type.Object({
		text: Type.String({ description: 'What was searched as words' }),
		understood: Type.Array(understoodPart),
		attempts: Type.Array(
			Type.Object({
				query_name: Type.Enum([...queryNames]),
				corrected_words: corrected,
				needs_all: needsAll,
				found: Type.Integer({ description: 'Items that match, before filters' }),
			}),
		),
		steps: Type.Array(Type.Object({ share, found: Type.Integer() }), {
			description: 'How the list went on behind the items with all the words',
		}),
	}),
);

const document = {
	dfid: Type.String({ examples: [dfidExample] }),
	id: Type.String({ examples: ['sku-1'] }),
	type: Type.String({ description: 'The index', examples: ['product'] }),
	title: Type.Optional(Type.String({ examples: ['Red running shoe'] })),
	words: Type.Array(
		Type.Object({
			word: Type.String({ description: 'The word of the query', examples: ['shoes'] }),
			...form,
			fields: Type.Array(Type.String(), { description: 'Fields that have it', examples: [['title']] }),
			counts: Type.Object(
				{ titles: Type.Integer(), attributes: Type.Integer(), descriptions: Type.Integer() },
				{ description: 'Occurrences that count, by the class of their fields: A, B and C' },
			),
			position: Type.Optional(
				Type.Enum([...wordPositions], {
					description: 'The position in the title, where it counts: `leading` for a brand',
				}),
			),
			score: Type.Number({ description: 'Its summand of the factor `words`' }),
		}),
	),
	missing: Type.Array(Type.String(), { description: 'Words that it lacks' }),
	share,
};

const factorName = Type.Enum([...factorNames]);
const tiers = Type.Array(Type.Enum([...tierNames]), { description: 'What outranks any score' });

const hit = component(
	'ExplainedResult',
	Type.Object({
		rank: Type.Integer({ minimum: 1 }),
		...document,
		score: Type.Number({ description: 'That of the search: the product of the factors' }),
		tiers,
		title_compared: Type.Boolean({
			description: 'Whether it is one of the best candidates, whose titles are compared',
		}),
		factors: Type.Array(
			Type.Object({
				name: factorName,
				value: Type.Number(),
				parts: Type.Array(Type.Object({ name: Type.String(), value: Type.Number() }), {
					description: 'What the value gains or loses by, beside 1',
				}),
			}),
		),
		learned: Type.Optional(
			Type.Object({
				clicks: Type.Number({ description: 'Weighted clicks after this query and similar ones' }),
				expected_clicks: Type.Number({ description: 'How many of them its ranks explain' }),
				attraction: Type.Number({ description: 'Over all queries; 1 for as much as others' }),
				interest: Type.Number({ minimum: 0, maximum: 1, description: 'Views and carts without a search' }),
			}),
		),
		sort: Type.Array(
			Type.Object({ field: Type.String(), value: Type.Array(Type.Union([Type.String(), Type.Number()])) }),
			{ description: 'What it has in the fields of `sort`' },
		),
		popularity: Type.Array(Type.Object({ field: Type.String(), value: Type.Array(Type.Number()) }), {
			description: 'What it has in the fields that say how popular it is',
		}),
	}),
);

const reasonKinds = [
	...['other_engine', 'unknown_index', 'index_not_searched', 'unknown_item', 'not_indexed', 'out_of_stock'],
	...['no_words', 'words', 'share', 'filter', 'exclude', 'auto_filter', 'understood', 'grouped'],
];

const reason = component(
	'AbsenceReason',
	Type.Object({
		kind: Type.Enum(reasonKinds),
		message: Type.String({ examples: ['It lacks "leather", and the search asks for all the words (match_and).'] }),
		field: Type.Optional(Type.String()),
		wanted: Type.Optional(Type.Unknown({ description: 'What the filter asks for' })),
		found: Type.Optional(
			Type.Array(Type.Union([Type.String(), Type.Number()]), { description: 'What the item has in the field' }),
		),
		text: Type.Optional(Type.String({ description: 'The words of the query that were understood' })),
		group_id: Type.Optional(Type.String()),
		leader: Type.Optional(
			Type.Object(
				{ dfid: Type.String(), id: Type.String(), rank: Type.Optional(Type.Integer()) },
				{ description: 'The item that stands for the group' },
			),
		),
	}),
);

const comparison = Type.Object({
	rank: Type.Optional(Type.Integer()),
	dfid: Type.String(),
	id: Type.String(),
	title: Type.Optional(Type.String()),
	tiers,
	factors: Type.Array(
		Type.Object({
			name: factorName,
			own: Type.Number({ description: 'Of the item' }),
			other: Type.Number({ description: 'Of the result that it is compared with' }),
			ratio: Type.Number({ description: 'Above 1 where it puts the other one before the item' }),
		}),
		{ description: 'Those that differ, the greatest difference first' },
	),
});

const item = component(
	'ExplainedItem',
	Type.Object({
		dfid: Type.String({ examples: [dfidExample] }),
		id: Type.Optional(Type.String()),
		title: Type.Optional(Type.String()),
		state: Type.Enum(['listed', 'out_of_reach', 'absent'], {
			description: '`out_of_reach`: a result that no page reaches',
		}),
		rank: Type.Optional(Type.Integer({ minimum: 1 })),
		summary: Type.String({ description: 'Where it is and why, in sentences' }),
		reasons: Type.Array(reason, { description: 'Every reason why it is no result' }),
		result: Type.Optional(hit),
		absent: Type.Optional(Type.Object(document, { description: 'What it has of the query, where it is no result' })),
		compared: Type.Array(comparison, { description: 'With the first result, and the last one of the first page' }),
	}),
);

export const explanationAnswer = component(
	'Explanation',
	Type.Object({
		query: Type.String(),
		query_truncated: Type.Optional(Type.Literal(true)),
		corrected_query: Type.Optional(Type.String()),
		hashid: Type.String({ examples: [hashidExample] }),
		query_name: Type.Enum([...queryNames]),
		page: Type.Integer(),
		results_per_page: Type.Integer(),
		total: Type.Integer(),
		total_found: Type.Integer(),
		total_strict: Type.Integer(),
		scored: Type.Boolean({
			description: 'Whether results have scores: something was typed, and it is part of the order',
		}),
		understood: Type.Array(understoodPart),
		auto_filters: Type.Array(Type.Object({ field: Type.String(), value: Type.Unknown() })),
		text: Type.Object({
			language: Type.String({ examples: ['en'] }),
			source: Type.String({ description: 'The text in which `start` and `end` of words count' }),
			corrected_words: corrected,
			needs_all: needsAll,
			share_min: Type.Number({ description: 'The share of the words that each result has at least' }),
			words: Type.Array(word),
		}),
		readings: Type.Array(reading, { description: 'What was tried, in order; the last one answered' }),
		times: Type.Array(Type.Object({ phase: Type.Enum([...searchPhases]), ms: Type.Number({ minimum: 0 }) }), {
			description: 'How long the search computed in each phase, without the explanation',
		}),
		settings: Type.Object(
			{
				indices: Type.Array(Type.String()),
				in_stock_only: Type.Array(Type.String(), { description: 'Indices that leave out items out of stock' }),
				out_of_stock_last: Type.Boolean(),
				grouping: Type.Boolean(),
				understanding: Type.Boolean(),
				auto_filter_fields: Type.Array(Type.String()),
				synonyms: Type.Integer({ description: 'Rules of the search engine' }),
				learning_strength: Type.Number({ description: 'The most that a learned factor differs from 1' }),
				interleaved: Type.Boolean({
					description:
						'Whether sessions see learned and plain ranking interleaved; what is explained is the learned one',
				}),
				popularity: Type.Array(Type.Object({ index: Type.String(), field: Type.String(), weight: Type.Number() })),
			},
			{ description: 'What applied, by the request or by the settings' },
		),
		fields: Type.Array(
			Type.Object({
				index: Type.String(),
				field: Type.String(),
				role: Type.Enum([...fieldRoles]),
				weight: nullable(Type.Number(), { description: 'Of its words', examples: [3.75] }),
			}),
			{ description: 'The fields in which words were found' },
		),
		results: Type.Array(hit),
		references: Type.Array(hit, { description: 'What items are compared with, where that is on another page' }),
		shown: Type.Optional(
			Type.Array(
				Type.Object({
					rank: Type.Integer({ minimum: 1 }),
					dfid: Type.String({ examples: [dfidExample] }),
					id: Type.String(),
					ranking: Type.Optional(Type.Enum(['learned', 'plain'], { description: 'The one that it came from' })),
				}),
				{ description: 'The page that this session sees, where rankings are interleaved for it' },
			),
		),
		items: Type.Array(item, { description: 'The items that were asked for' }),
	}),
);
