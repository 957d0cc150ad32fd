/** Searches of an owner with settings that no shopper sees. */
import { type Static, Type } from 'typebox';
import type { FoundItem } from '../../app/search/found-page.ts';
import type { TrialHit, TrialOutcome } from '../../app/search/trial-searches.ts';
import { queryNames } from '../../domain/query/index-query.ts';
import { hitsPerPageDefault, hitsPerPageMax, resultFieldsMax } from '../../domain/query/query-limits.ts';
import { findIndexSchema } from '../../domain/schema/engine-schema.ts';
import {
	indexNameLengthMax,
	indicesPerSearchEngineMax,
	type SearchEngineWithIndices,
} from '../../domain/search-engine/search-engine.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { toResultText } from '../shared/result-text.ts';
import { component } from '../shared/schema-component.ts';
import { searchResult } from '../shared/search-result.ts';
import { searchEnginePath } from '../shared/target-paths.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import { schemaInput, toSchemaChange } from './index-schema-wire.ts';
import { searchOf } from './search-index-routes.ts';
import { searchSettingsInput, toSearchSettingsChange } from './search-settings-wire.ts';

/** A call with this many takes about as long as as many searches. */
const textsMax = 50;
/** Of what is typed, only the beginning is searched. */
const textLengthMax = 1_000;

const trialInput = component(
	'TrialSearches',
	Type.Object(
		{
			queries: Type.Array(Type.String({ maxLength: textLengthMax }), {
				minItems: 1,
				maxItems: textsMax,
				examples: [['red shoe', 'laptop']],
			}),
			settings: Type.Optional(searchSettingsInput),
			schemas: Type.Optional(
				Type.Record(Type.String({ maxLength: indexNameLengthMax }), schemaInput, {
					maxProperties: indicesPerSearchEngineMax,
					description:
						'What fields weigh instead, by index: another number for a field that has a weight, the weight of the title, and popularity. What would have the index rebuilt is refused',
					examples: [{ product: { fields: { title: { weight: 8 }, rating: { popularity: 5 } } } }],
				}),
			),
			indices: Type.Optional(
				Type.Array(Type.String(), { maxItems: indicesPerSearchEngineMax, description: 'Left out or empty: all' }),
			),
			hits: Type.Optional(
				Type.Integer({
					minimum: 1,
					maximum: hitsPerPageMax,
					default: hitsPerPageDefault,
					description: 'The most hits of a query',
				}),
			),
			fields: Type.Optional(
				Type.Array(Type.String(), {
					maxItems: resultFieldsMax,
					description:
						'Fields that come of each item, besides `id`, `dfid` and `type`; items are not read when left out',
					examples: [['title', 'price', 'image_link']],
				}),
			),
		},
		{ additionalProperties: false },
	),
);

const trialOutput = component(
	'TrialSearchResults',
	Type.Object({
		results: Type.Array(
			Type.Object({
				query: Type.String(),
				query_name: Type.Enum([...queryNames]),
				total_found: Type.Integer(),
				hits: Type.Array(Type.Object({ index: Type.String(), id: Type.String(), item: Type.Optional(searchResult) }), {
					description: 'Best first',
				}),
			}),
			{ description: 'One for each query, in their order' },
		),
	}),
);

export function addTrialSearchRoutes(app: App): void {
	app.post(
		'/search_engines/:hashid/trial_searches',
		describeOwnerOperation(
			{
				id: 'trySearches',
				isReading: true,
				summary: 'What searches would find with other settings, which hold for this call alone',
				tag: 'Search settings',
				failures: [...bodyFailures, 'not_found', 'busy', 'overloaded', 'index_building', 'unavailable'],
			},
			{ params: searchEnginePath, body: trialInput, response: { 200: trialOutput } },
		),
		async ({ zone, principal, params: { hashid }, body }) => {
			const engine = unwrap(await zone.searchEngines.open(principal, hashid));
			const { queries: texts, settings = {}, schemas = {}, indices = [], hits = hitsPerPageDefault, fields } = body;
			const change = toSearchSettingsChange(settings, engine);
			const changes = Object.entries(schemas).map(([name, said]) => [name, toSchemaChange(said)] as const);
			const schemaChanges = Object.fromEntries(changes);
			const trial = { texts, indexNames: [...new Set(indices)], hitsMax: hits, change, schemaChanges };
			const readsItems = fields !== undefined;
			const outcomes = unwrap(await searchOf(zone).trySearches(engine, { ...trial, readsItems }));
			const resultFields = new Set(fields);
			const toItem = ({ item }: TrialHit) => item && toItemWire(engine, item, resultFields);
			return {
				results: outcomes.map((outcome, index) => toResultWire(texts[index] ?? '', outcome, toItem)),
			};
		},
	);
}

type ResultWire = Static<typeof trialOutput>['results'][number];
type ItemWire = ResultWire['hits'][number]['item'];

function toResultWire(
	query: string,
	{ queryName, count, hits }: TrialOutcome,
	toItem: (hit: TrialHit) => ItemWire,
): ResultWire {
	return {
		query,
		query_name: queryName,
		total_found: count,
		hits: hits.map((hit) => {
			const item = toItem(hit);
			return { index: hit.indexName, id: hit.id, ...(item !== undefined && { item }) };
		}),
	};
}

/** As a search answers with it. */
function toItemWire(
	{ hashid, indices }: SearchEngineWithIndices,
	item: FoundItem,
	resultFields: ReadonlySet<string>,
): ItemWire {
	const schema = findIndexSchema(indices, item.indexName);
	return JSON.parse(toResultText(hashid, item, { variantFields: [], resultFields, schema }));
}
