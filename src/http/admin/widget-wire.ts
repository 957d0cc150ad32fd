/** Widgets on the wire, and back. Their rules are flat, so that a change can name single rules. */
import { type Static, Type } from 'typebox';
import type { NewWidget, WidgetChange } from '../../app/widget/widgets.ts';
import { itemIdBytesMax } from '../../domain/item/item.ts';
import type { Filter } from '../../domain/query/filter.ts';
import { fieldNameLengthMax, filterValueLengthMax } from '../../domain/query/query-limits.ts';
import {
	hashidPattern,
	indexNameLengthMax,
	indexNamePattern,
	indicesPerSearchEngineMax,
} from '../../domain/search-engine/search-engine.ts';
import type { Widget } from '../../domain/widget/widget.ts';
import { widgetKinds } from '../../domain/widget/widget-kind.ts';
import * as limits from '../../domain/widget/widget-settings.ts';
import { FailureError, failField } from '../../lib/failure.ts';
import { parseQueryString, toParameters } from '../server/parse-parameters.ts';
import { idExample, widgetIdExample } from '../shared/example-ids.ts';
import { parseFilters } from '../shared/filter-parameters.ts';
import { searchFilters } from '../shared/filter-schema.ts';
import { toFiltersWire } from '../shared/filter-wire.ts';
import { nullable } from '../shared/nullable.ts';
import { component, shownAs } from '../shared/schema-component.ts';
import { nameInput, time } from './account-wire.ts';
import { storePath } from './store-wire.ts';

const uuid = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

export const widgetPath = Type.Object({ widget_id: Type.String({ pattern: uuid, examples: [widgetIdExample] }) });

const fieldName = Type.String({ minLength: 1, maxLength: fieldNameLengthMax, examples: ['brand'] });
const kindName = Type.Enum([...widgetKinds]);
const itemIds = Type.Array(Type.String({ minLength: 1, maxLength: itemIdBytesMax }), {
	examples: [[]],
	maxItems: limits.listedIdsMax,
	uniqueItems: true,
});
const ratio = nullable(Type.Number({ exclusiveMinimum: 0, maximum: limits.priceRatioMax }));
const diversityRule = component(
	'DiversityRule',
	Type.Object(
		{ field: fieldName, max: Type.Integer({ minimum: 1, maximum: limits.resultsMax }) },
		{ additionalProperties: false },
	),
);
const boostRule = component(
	'BoostRule',
	Type.Object(
		{
			field: fieldName,
			value: Type.String({ minLength: 1, maxLength: filterValueLengthMax, examples: ['Nike'] }),
			factor: Type.Number({ exclusiveMinimum: 0, maximum: limits.boostFactorMax, examples: [2] }),
		},
		{ additionalProperties: false },
	),
);

/** An object as in the body of a search, or the text of a query string. */
function filterInput(name: string) {
	const description = `As in a search: {"brand": ["Nike"], "price": {"gte": 5}}, or "${name}[brand]=Nike&${name}[price][gte]=5"`;
	const text = Type.String({ maxLength: 16_384 });
	return shownAs(
		Type.Unsafe<unknown>({ type: ['object', 'string'], maxLength: 16_384 }),
		Type.Union([searchFilters('By field'), text], { description }),
	);
}

function filterOutput(description: string) {
	return shownAs(Type.Object({}, { additionalProperties: true }), searchFilters(description));
}

const rules = {
	kind: Type.Enum([...widgetKinds], { description: 'What it recommends; `similar` unless said otherwise' }),
	title: nullable(Type.String({ maxLength: limits.titleLengthMax }), {
		examples: ['You may also like'],
		description: "Null: the widget's name",
	}),
	results: Type.Integer({ minimum: 1, maximum: limits.resultsMax, examples: [12] }),
	hashid: nullable(Type.String({ pattern: hashidPattern.source }), {
		examples: [null],
		description: "The search engine to recommend from; null: the request's, else the store's default one",
	}),
	index: Type.Array(Type.String({ pattern: indexNamePattern.source, maxLength: indexNameLengthMax }), {
		examples: [['product']],
		maxItems: indicesPerSearchEngineMax,
		uniqueItems: true,
		description: 'Indices to recommend from; empty: all of the search engine',
	}),
	filter: filterInput('filter'),
	exclude: filterInput('exclude'),
	same_category: Type.Boolean(),
	price_band: nullable(
		Type.Object({ min: Type.Optional(ratio), max: Type.Optional(ratio) }, { additionalProperties: false }),
	),
	hide_out_of_stock: Type.Boolean(),
	hide_in_cart: Type.Boolean(),
	hide_bought: Type.Boolean(),
	diversity: Type.Array(diversityRule, { maxItems: limits.diversityRulesMax }),
	pinned: itemIds,
	banned: itemIds,
	boosts: Type.Array(boostRule, { maxItems: limits.boostsMax }),
	newest_by: nullable(fieldName, { examples: [null] }),
	fallback: Type.Boolean(),
	fallback_chain: nullable(Type.Array(kindName, { maxItems: widgetKinds.length, uniqueItems: true })),
};

const optionalRules = Type.Partial(Type.Object(rules));

export const widgetInput = component(
	'NewWidget',
	Type.Object(
		{ name: nameInput, ...storePath.properties, ...optionalRules.properties },
		{ additionalProperties: false },
	),
);
/** For a trial: what a change of the widget would name, but for its name and store. */
export const widgetRulesInput = component('WidgetRules', Type.Partial(optionalRules, { additionalProperties: false }));
export const widgetChangeInput = component('WidgetChange', Type.Partial(widgetInput, { additionalProperties: false }));

export const widgetOutput = component(
	'Widget',
	Type.Object({
		id: Type.String({ format: 'uuid', examples: [widgetIdExample] }),
		name: nameInput,
		store_id: Type.String({ examples: [idExample] }),
		created_at: time,
		...rules,
		filter: filterOutput('What is recommended passes all of these'),
		exclude: filterOutput('What is recommended passes none of these'),
		price_band: nullable(Type.Object({ min: ratio, max: ratio })),
	}),
);

/** @throws {FailureError} `invalid` for invalid filters. */
export function toNewWidget(input: Static<typeof widgetInput>): NewWidget {
	return { ...toWidgetChange(input), name: input.name, storeId: input.store_id };
}

/** @throws {FailureError} `invalid` for invalid filters. */
export function toWidgetChange(input: Static<typeof widgetChangeInput>): WidgetChange {
	const settings = toSettings(input);
	return {
		...(input.name !== undefined && { name: input.name }),
		...(input.store_id !== undefined && { storeId: input.store_id }),
		...(input.kind !== undefined && { kind: input.kind }),
		...(Object.keys(settings).length > 0 && { settings }),
	};
}

function toSettings(input: Static<typeof widgetChangeInput>): Partial<limits.WidgetSettings> {
	const { filter, exclude, price_band: band, diversity, boosts } = input;
	const all = {
		title: input.title,
		resultCountMax: input.results,
		hashid: input.hashid,
		indexNames: input.index,
		filters: filter === undefined ? undefined : readFilters('filter', filter),
		excludes: exclude === undefined ? undefined : readFilters('exclude', exclude),
		isSameCategory: input.same_category,
		priceBand: band === undefined || band === null ? band : { ratioMin: band.min ?? null, ratioMax: band.max ?? null },
		hidesOutOfStock: input.hide_out_of_stock,
		hidesCart: input.hide_in_cart,
		hidesBought: input.hide_bought,
		diversity: diversity?.map(({ field, max }) => ({ fieldName: field, countMax: max })),
		pinnedIds: input.pinned,
		bannedIds: input.banned,
		boosts: boosts?.map(({ field, value, factor }) => ({ fieldName: field, value, factor })),
		newestBy: input.newest_by,
		isFallbackEnabled: input.fallback,
		fallbackChain: input.fallback_chain,
	};
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function readFilters(name: 'filter' | 'exclude', value: unknown): readonly Filter[] {
	try {
		const root = typeof value === 'string' ? parseQueryString(value) : toParameters({ [name]: value });
		const stranger = [...root.children.keys()].find((key) => key !== name);
		if (stranger !== undefined)
			throw new FailureError(failField(name, `has ${stranger.slice(0, 50)}: write it as ${name}[field]=value`).failure);
		return parseFilters(root, name);
	} catch (error) {
		if (!(error instanceof FailureError) || error.failure.faults !== undefined) throw error;
		// The message of the search API without its prefix, which names the search parameter.
		const reason = error.message.replace(/^Bad request, (?:bad \w+: )?/, '');
		throw new FailureError(failField(name, `cannot be read: ${reason}`).failure, { cause: error });
	}
}

export function toWidgetWire({ id, name, storeId, createdAtMs, kind, settings }: Widget): Static<typeof widgetOutput> {
	const { priceBand } = settings;
	return {
		id,
		name,
		store_id: storeId,
		created_at: new Date(createdAtMs).toISOString(),
		kind,
		title: settings.title,
		results: settings.resultCountMax,
		hashid: settings.hashid,
		index: [...settings.indexNames],
		filter: toFiltersWire(settings.filters),
		exclude: toFiltersWire(settings.excludes),
		same_category: settings.isSameCategory,
		price_band: priceBand === null ? null : { min: priceBand.ratioMin, max: priceBand.ratioMax },
		hide_out_of_stock: settings.hidesOutOfStock,
		hide_in_cart: settings.hidesCart,
		hide_bought: settings.hidesBought,
		diversity: settings.diversity.map((rule) => ({ field: rule.fieldName, max: rule.countMax })),
		pinned: [...settings.pinnedIds],
		banned: [...settings.bannedIds],
		boosts: settings.boosts.map((rule) => ({ field: rule.fieldName, value: rule.value, factor: rule.factor })),
		newest_by: settings.newestBy,
		fallback: settings.isFallbackEnabled,
		fallback_chain: settings.fallbackChain === null ? null : [...settings.fallbackChain],
	};
}
