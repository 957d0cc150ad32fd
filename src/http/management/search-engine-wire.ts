/** Search engines and indices on the wire (WIRE §2.1, §8), and back. */
import { type Static, Type } from 'typebox';
import { findNameFaults } from '../../domain/account/display-name.ts';
import { isCurrencyCode } from '../../domain/search-engine/currency-format.ts';
import { toCanonicalLocale, toLanguageCode } from '../../domain/search-engine/language-code.ts';
import {
	hashidPattern,
	type Index,
	indexNameLengthMax,
	indexNamePattern,
	isLocked,
	type JsonObject,
	optionsBytesMax,
	presets,
	routingOption,
	type SearchEngineSettings,
	type SearchEngineWithIndices,
} from '../../domain/search-engine/search-engine.ts';
import { failFaults } from '../../lib/fail-faults.ts';
import { failField, type Result, succeed } from '../../lib/failure.ts';
import { hashidExample, idExample } from '../shared/example-ids.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';

/** Some clients write an empty object as `[]`. */
const optionsInput = Type.Union([
	Type.Record(Type.String(), Type.Unknown()),
	Type.Array(Type.Never(), { maxItems: 0 }),
]);

const datasourceInput = component(
	'DataSource',
	Type.Object({
		type: Type.String({ minLength: 1, maxLength: 64, examples: ['file'] }),
		options: Type.Optional(optionsInput),
	}),
);

export const indexOutput = component(
	'Index',
	Type.Object({
		name: Type.String({ examples: ['product'] }),
		preset: Type.Enum([...presets]),
		options: Type.Record(Type.String(), Type.Unknown()),
		datasources: Type.Array(Type.Record(Type.String(), Type.Unknown()), { examples: [[]] }),
	}),
);

const stopwordsDescription = 'Kept for clients, without effect: no search requires stop words';

export const searchEngineOutput = component(
	'SearchEngine',
	Type.Object({
		hashid: Type.String({ pattern: hashidPattern.source, examples: [hashidExample] }),
		name: Type.String({ examples: ['Shoes, Spain'] }),
		indices: Type.Array(indexOutput),
		status: Type.Enum(['active', 'inactive']),
		inactive: Type.Boolean({ description: 'The opposite of status = active' }),
		currency: Type.String({ description: 'ISO 4217', examples: ['EUR'] }),
		language: nullable(Type.String({ examples: ['es'] }), {
			description: 'The language of the locale, where it is one that this older field can name',
		}),
		locale: Type.String({ description: 'BCP 47', examples: ['es-ES'] }),
		site_url: nullable(Type.String({ examples: ['https://shop.example'] })),
		search_url: Type.String({
			format: 'uri',
			description: 'The base address of the search API',
			examples: ['https://search.shop.example'],
		}),
		stopwords: Type.Boolean({ description: stopwordsDescription }),
		default: Type.Boolean(),
		platform: Type.String({ examples: ['api'] }),
		sector: nullable(Type.String({ examples: ['fashion'] }), { description: 'What the shop sells, in its own word' }),
		has_grouping: Type.Boolean(),
		store_id: nullable(Type.String({ examples: [idExample] })),
		locked: Type.Boolean({
			description: 'A temporary index exists: changes of settings, indices and live items are refused',
		}),
	}),
);

const searchEngineFields = {
	name: Type.String({ minLength: 1, maxLength: 200, examples: ['Shoes, Spain'] }),
	currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] })),
	language: Type.Optional(nullable(Type.String({ maxLength: 35 }), { description: 'Of no effect beside `locale`' })),
	locale: Type.Optional(nullable(Type.String({ maxLength: 35, examples: ['es-ES'] }))),
	site_url: Type.Optional(nullable(Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2000 }))),
	stopwords: Type.Optional(Type.Boolean({ description: stopwordsDescription })),
	default: Type.Optional(Type.Boolean()),
	platform: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
	sector: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 64 }))),
	has_grouping: Type.Optional(Type.Boolean()),
	store_id: Type.Optional(nullable(Type.String(), { description: 'A store of the account; any other text is none' })),
	// Read-only: clients send back what they were given; these are accepted and ignored.
	hashid: Type.Optional(Type.Unknown({ readOnly: true })),
	indices: Type.Optional(Type.Unknown({ readOnly: true })),
	status: Type.Optional(Type.Unknown({ readOnly: true })),
	inactive: Type.Optional(Type.Unknown({ readOnly: true })),
	search_url: Type.Optional(Type.Unknown({ readOnly: true })),
	locked: Type.Optional(Type.Unknown({ readOnly: true })),
};

export const searchEngineInput = component(
	'NewSearchEngine',
	Type.Object(searchEngineFields, { additionalProperties: false }),
);
export const searchEngineChangeInput = component(
	'SearchEngineChange',
	Type.Partial(searchEngineInput, { additionalProperties: false }),
);

export const indexInput = component(
	'NewIndex',
	Type.Object(
		{
			name: Type.String({ pattern: indexNamePattern.source, maxLength: indexNameLengthMax, examples: ['product'] }),
			preset: Type.Enum([...presets], { examples: ['product'] }),
			options: Type.Optional(
				Type.Union([optionsInput, Type.Null()], {
					description: `Kept and given back. \`${routingOption}\`: writes of live items go to the temporary index while there is one`,
				}),
			),
			datasources: Type.Optional(nullable(Type.Array(datasourceInput, { maxItems: 100 }))),
		},
		{ additionalProperties: false },
	),
);
export const indexChangeInput = component(
	'IndexChange',
	Type.Partial(indexInput, { additionalProperties: false, examples: [{ options: {}, datasources: [] }] }),
);

export function toSearchEngineWire(
	engine: SearchEngineWithIndices,
	searchUrl: string,
): Static<typeof searchEngineOutput> {
	return {
		hashid: engine.hashid,
		name: engine.name,
		indices: engine.indices.map(toIndexWire),
		status: 'active',
		inactive: false,
		currency: engine.currency,
		language: toLanguageCode(engine.locale),
		locale: engine.locale,
		site_url: engine.siteUrl,
		search_url: searchUrl,
		stopwords: engine.hasStopwords,
		default: engine.isDefault,
		platform: engine.platform,
		sector: engine.sector,
		has_grouping: engine.hasGrouping,
		store_id: engine.storeId,
		locked: isLocked(engine),
	};
}

export function toIndexWire({ name, preset, options, datasources }: Index): Static<typeof indexOutput> {
	return { name, preset, options, datasources: [...datasources] };
}

/** The settings of a new search engine, with the documented defaults. */
export function parseSearchEngine(input: Static<typeof searchEngineInput>): Result<SearchEngineSettings> {
	const change = parseSearchEngineChange(input);
	if (!change.ok) return change;
	return succeed({
		storeId: null,
		currency: 'EUR',
		locale: 'en',
		siteUrl: null,
		hasStopwords: false,
		isDefault: false,
		hasGrouping: false,
		platform: 'api',
		sector: null,
		...change.value,
		name: input.name,
	});
}

/** The settings that `input` names; `locale` wins over the older `language`. */
export function parseSearchEngineChange(
	input: Static<typeof searchEngineChangeInput>,
): Result<Partial<SearchEngineSettings>> {
	const nameFaults = findNameFaults('name', input.name);
	if (nameFaults.length > 0) return failFaults(nameFaults);
	if (input.currency !== undefined && !isCurrencyCode(input.currency))
		return failField('currency', 'must be an ISO 4217 code');
	const locale = parseLocale(input);
	if (!locale.ok) return locale;
	const change: Record<string, unknown> = {
		name: input.name,
		currency: input.currency,
		locale: locale.value,
		siteUrl: input.site_url,
		hasStopwords: input.stopwords,
		isDefault: input.default,
		platform: input.platform,
		sector: input.sector,
		hasGrouping: input.has_grouping,
		storeId: input.store_id,
	};
	return succeed(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
}

function parseLocale({ locale, language }: Static<typeof searchEngineChangeInput>): Result<string | undefined> {
	// Clients send an empty text if their shop has no language.
	const text = locale || language;
	if (!text) return succeed(undefined);
	const known = toCanonicalLocale(text);
	return known === undefined
		? failField(locale ? 'locale' : 'language', 'must be a language tag such as es or es-ES')
		: succeed(known);
}

/** The free-form parts of an index as they are stored; `[]` and `null` mean none. */
export function parseIndexParts(
	input: Static<typeof indexChangeInput>,
): Result<{ readonly options?: JsonObject; readonly datasources?: readonly JsonObject[] }> {
	const { options, datasources } = input;
	const isRouting = options === undefined ? undefined : toObject(options)[routingOption];
	if (typeof (isRouting ?? false) !== 'boolean') return failField(`options.${routingOption}`, 'must be true or false');
	for (const [field, value] of Object.entries({ options, datasources })) {
		if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > optionsBytesMax) {
			return failField(field, `must have at most ${optionsBytesMax} bytes`);
		}
	}
	return succeed({
		...(options === undefined ? {} : { options: toObject(options) }),
		...(datasources === undefined ? {} : { datasources: (datasources ?? []).map((source) => ({ ...source })) }),
	});
}

function toObject(value: Readonly<Record<string, unknown>> | readonly unknown[] | null): JsonObject {
	return value === null || Array.isArray(value) ? {} : (value as JsonObject);
}
