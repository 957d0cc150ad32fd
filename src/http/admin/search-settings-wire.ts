/** Search settings on the wire, and back. */
import { type Static, Type } from 'typebox';
import { facetWireNames, parseFacetKind, toFacetWireName } from '../../domain/query/facet-kind.ts';
import type { FacetRequest } from '../../domain/query/index-query.ts';
import {
	facetBucketsDefault,
	facetBucketsMax,
	facetsMax,
	fieldNameLengthMax,
} from '../../domain/query/query-limits.ts';
import { autoFilterFieldsMax, listedWordsMax, type SearchSettings } from '../../domain/query/search-settings.ts';
import {
	phraseLengthMax,
	phrasesPerRuleMax,
	type SynonymRule,
	synonymPhrasesMax,
	synonymRulesMax,
} from '../../domain/query/synonym-rule.ts';
import { findFacetKind } from '../../domain/schema/engine-schema.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { FailureError, failField } from '../../lib/failure.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';

const words = Type.Array(Type.String({ maxLength: phraseLengthMax }), { maxItems: phrasesPerRuleMax });
const listedWords = (description: string) =>
	Type.Optional(Type.Array(Type.String({ maxLength: phraseLengthMax }), { maxItems: listedWordsMax, description }));
const fieldName = Type.String({ minLength: 1, maxLength: fieldNameLengthMax });

/** One schema for both kinds, because the failure of a union does not say what is wrong. */
const synonym = component(
	'SynonymRule',
	Type.Object(
		{
			words: Type.Optional(words),
			from: Type.Optional(words),
			to: Type.Optional(words),
		},
		{
			additionalProperties: false,
			description:
				'Either `words`, each of which finds the others, or `from` and `to`: a search for `from` finds `to` too',
		},
	),
);

const facet = component(
	'DefaultFacet',
	Type.Object(
		{
			field: fieldName,
			type: Type.Optional(
				Type.Enum([...facetWireNames], {
					description: 'Left out: as the schema of the field says, `range` for prices',
				}),
			),
			size: Type.Optional(
				Type.Integer({
					minimum: 1,
					maximum: facetBucketsMax,
					default: facetBucketsDefault,
					description: 'Values shown',
				}),
			),
		},
		{ additionalProperties: false },
	),
);

const facetsDescription =
	'Of searches that name none, in this order; null: brand, categories, price, colour and size, as far as items have them';
const stopWordsDescription = 'Single words that items may lack, in addition to those of the language';
const exactWordsDescription = 'Single words that are never taken for misspelt ones';
const typoDescription = 'Whether misspelt words are corrected in searches';
const autoFilterDescription = 'Whose values become filters with `auto_filters`; null: brand, categories and colour';

export const searchSettingsInput = component(
	'SearchSettingsChange',
	Type.Object(
		{
			synonyms: Type.Optional(
				Type.Array(synonym, {
					maxItems: synonymRulesMax,
					description: `All of them: they take the place of those before. At most ${synonymPhrasesMax} words and phrases together`,
				}),
			),
			stop_words: listedWords(stopWordsDescription),
			exact_words: listedWords(exactWordsDescription),
			typo_tolerance: Type.Optional(Type.Boolean({ description: typoDescription })),
			facets: Type.Optional(nullable(Type.Array(facet, { maxItems: facetsMax }), { description: facetsDescription })),
			auto_filter_fields: Type.Optional(
				nullable(Type.Array(fieldName, { maxItems: autoFilterFieldsMax }), {
					description: autoFilterDescription,
				}),
			),
			out_of_stock_last: Type.Optional(
				Type.Boolean({
					description: 'Whether what is out of stock comes last where the order is by score',
					examples: [true],
				}),
			),
			suggestions: Type.Optional(
				Type.Boolean({ description: 'Whether what is being typed is completed; `_suggest` answers 429 otherwise' }),
			),
			learning: Type.Optional(
				Type.Boolean({ description: 'Whether clicks, carts and purchases move items in the results' }),
			),
			learning_strength: Type.Optional(
				Type.Number({ minimum: 0, maximum: 1, description: 'How far they move items', examples: [0.5] }),
			),
			interleaving: Type.Optional(
				Type.Boolean({
					description:
						'Whether learned and plain ranking are interleaved in the results of shoppers, to compare them; switching it on begins a new comparison',
				}),
			),
		},
		{ additionalProperties: false },
	),
);

export const searchSettingsOutput = component(
	'SearchSettings',
	Type.Object({
		synonyms: Type.Array(synonym),
		stop_words: Type.Array(Type.String(), { description: stopWordsDescription }),
		exact_words: Type.Array(Type.String(), { description: exactWordsDescription }),
		typo_tolerance: Type.Boolean({ description: typoDescription }),
		facets: nullable(
			Type.Array(Type.Object({ field: Type.String(), type: Type.Enum([...facetWireNames]), size: Type.Integer() })),
			{ description: facetsDescription },
		),
		auto_filter_fields: nullable(Type.Array(Type.String()), { description: autoFilterDescription }),
		out_of_stock_last: Type.Boolean(),
		suggestions: Type.Boolean(),
		learning: Type.Boolean(),
		learning_strength: Type.Number({ examples: [1] }),
		interleaving: Type.Boolean(),
	}),
);

type Input = Static<typeof searchSettingsInput>;
type Engine = Pick<SearchEngineWithIndices, 'indices'>;

/**
 * The settings that the body names; the domain checks them.
 * @throws {FailureError} `invalid` for a rule that is of two kinds at once.
 */
export function toSearchSettingsChange(input: Input, { indices }: Engine): Partial<SearchSettings> {
	const {
		synonyms,
		stop_words: stopWords,
		exact_words: exactWords,
		typo_tolerance: isTypoTolerant,
		facets,
		auto_filter_fields: autoFilterFields,
		out_of_stock_last: isOutOfStockLast,
		suggestions: hasSuggestions,
		learning: hasLearning,
		learning_strength: learningStrength,
		interleaving: hasInterleaving,
	} = input;
	return {
		...(synonyms !== undefined && { synonyms: synonyms.map(toRule) }),
		...(stopWords !== undefined && { stopWords }),
		...(exactWords !== undefined && { exactWords }),
		...(isTypoTolerant !== undefined && { isTypoTolerant }),
		...(facets !== undefined && { facets: facets === null ? null : facets.map((one) => toFacet(one, indices)) }),
		...(autoFilterFields !== undefined && { autoFilterFields }),
		...(isOutOfStockLast !== undefined && { isOutOfStockLast }),
		...(hasSuggestions !== undefined && { hasSuggestions }),
		...(hasLearning !== undefined && { hasLearning }),
		...(learningStrength !== undefined && { learningStrength }),
		...(hasInterleaving !== undefined && { hasInterleaving }),
	};
}

/** What is missing becomes an empty list, which the rules of the domain refuse by its name. */
function toRule({ words: phrases, from, to }: Static<typeof synonym>, index: number): SynonymRule {
	if (phrases === undefined) return { kind: 'one_way', from: from ?? [], to: to ?? [] };
	if (from !== undefined || to !== undefined) {
		throw new FailureError(failField(`synonyms.${index}`, 'must have words, or from and to').failure);
	}
	return { kind: 'two_way', phrases };
}

function toFacet(
	{ field, type, size = facetBucketsDefault }: Static<typeof facet>,
	indices: Engine['indices'],
): FacetRequest {
	const kind = (type === undefined ? undefined : parseFacetKind(type)) ?? findFacetKind(indices, field);
	return { kind, fieldName: field, size };
}

export function toSearchSettingsWire(settings: SearchSettings): Static<typeof searchSettingsOutput> {
	return {
		synonyms: settings.synonyms.map((rule) =>
			rule.kind === 'two_way' ? { words: [...rule.phrases] } : { from: [...rule.from], to: [...rule.to] },
		),
		stop_words: [...settings.stopWords],
		exact_words: [...settings.exactWords],
		typo_tolerance: settings.isTypoTolerant,
		facets: settings.facets?.map(toFacetWire) ?? null,
		auto_filter_fields: settings.autoFilterFields === null ? null : [...settings.autoFilterFields],
		out_of_stock_last: settings.isOutOfStockLast,
		suggestions: settings.hasSuggestions,
		learning: settings.hasLearning,
		learning_strength: settings.learningStrength,
		interleaving: settings.hasInterleaving,
	};
}

function toFacetWire({ kind, fieldName: field, size }: FacetRequest) {
	return { field, type: toFacetWireName(kind), size };
}
