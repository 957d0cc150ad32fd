/** What is asked of OpenSearch once the core has decided how the text is read: count, facets, and the best hits. */
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { NumberBounds } from '../../domain/query/understood-part.ts';
import type { AnalyzedQuery } from '../../fulltext/analysis/analyzed-query.ts';
import { hashIdentifier, identifierLengthMax, normalizeIdentifier } from '../../fulltext/index/segment/key-table.ts';
import { decodeString } from '../../fulltext/index/segment/sorted-strings.ts';
import { toCoverage } from '../../fulltext/query/coverage.ts';
import type { GatherOptions } from '../../fulltext/query/gathering.ts';
import type { SearchedWords } from '../../fulltext/query/searched-words.ts';
import type { PreparedRequest } from '../../fulltext/query/searching.ts';
import { lackingFactor } from '../../fulltext/query/strict-matches.ts';
import { listAccepted, type PartCondition, type ValueCondition } from '../../fulltext/understanding/part.ts';
import {
	type Clause,
	everything,
	type FilterContext,
	joinClauses,
	nothing,
	toFilterClause,
	toNested,
	toRangeClause,
} from './filter-clauses.ts';
import { toHashText } from './index-layout.ts';
import { type CorrectedTerm, toWordClauses } from './word-clauses.ts';

/** The matches of the words, before filters. */
export interface Matching {
	readonly clause: Clause;
	/** Those with all the words; undefined where all matches are. */
	readonly strict: Clause | undefined;
}

/** Everything, by the boosts of the items. */
export const browsed: Matching = { clause: toBoosted(everything), strict: undefined };

/** Above every score. */
const identifiedBoost = 1e6;

/** The clause of items with the text as their identifier. */
export function toIdentifierClauses(text: string): Clause[] {
	const identifier = normalizeIdentifier(text.slice(0, identifierLengthMax * 2));
	if (identifier === '' || identifier.length > identifierLengthMax) return [];
	const value = toHashText(...hashIdentifier(identifier));
	return [{ constant_score: { filter: { term: { identifiers: value } }, boost: identifiedBoost } }];
}

/** The matches of the reading that answered. */
export function toMatching(prepared: PreparedRequest, gathered: GatherOptions): Matching {
	const { query, matchesAll, request } = prepared;
	if (matchesAll) return browsed;
	if (query.words.length === 0) return { clause: nothing, strict: undefined };
	const { words, needsAll, coverage } = gathered;
	const clauses = toWordClauses(query, {
		rarities: words.rarities,
		corrections: listCorrections(query, gathered),
		isCorrected: () => false,
		isTakenApart: () => false,
		hasCompounds: false,
	});
	const needed = clauses.filter((_, index) => query.words[index]?.isOptional === false);
	const optional = clauses.filter((_, index) => query.words[index]?.isOptional !== false);
	const identified = toIdentifierClauses(request.understood?.typedText ?? request.text);
	const strict: Clause = { bool: { must: needed, should: optional } };
	const isStrict = needsAll || needed.length < 2;
	const some = isStrict ? strict : toSome({ words, coverage, needed, optional, clauses });
	const clause = identified.length === 0 ? some : { bool: { should: [some, ...identified], minimum_should_match: 1 } };
	const allWords = identified.length === 0 ? strict : joinClauses([strict, ...identified], 'or');
	return { clause: toBoosted(clause), strict: isStrict ? undefined : allWords };
}

interface SomeWords {
	readonly words: SearchedWords;
	readonly coverage: number;
	readonly needed: readonly Clause[];
	readonly optional: readonly Clause[];
	/** All of them. */
	readonly clauses: readonly Clause[];
}

/** Items with enough of the words. What lacks one counts less, as in the core. */
function toSome({ words, coverage, needed, optional, clauses }: SomeWords): Clause {
	const least = toCoverage(words, coverage);
	const scored = { bool: { should: [...needed, ...optional] } };
	const enough: Clause =
		least === undefined
			? { bool: { should: needed, minimum_should_match: 1 } }
			: toEnough(clauses, (index) => least.toWorth(1 << index), least.least);
	const functions = [{ filter: { bool: { must_not: [{ bool: { filter: needed } }] } }, weight: lackingFactor }];
	const query = { bool: { must: [scored], filter: [enough] } };
	return { function_score: { query, functions, boost_mode: 'multiply' } };
}

/** Items whose words are together worth enough. */
function toEnough(clauses: readonly Clause[], toWorth: (index: number) => number, least: number): Clause {
	const should = clauses.flatMap((filter, index) => {
		const boost = toWorth(index);
		return boost === 0 ? [] : [{ constant_score: { filter, boost } }];
	});
	// Half a step, because sums of OpenSearch are rounded.
	return { function_score: { query: { bool: { should, minimum_should_match: 1 } }, min_score: least - 0.5 } };
}

/** By the boost of the item. */
function toBoosted(query: Clause): Clause {
	return { function_score: { query, field_value_factor: { field: 'boost', missing: 1 }, boost_mode: 'multiply' } };
}

/** By word, the terms that candidates have in its place. */
function listCorrections(
	{ words }: AnalyzedQuery,
	{ view, words: searched }: GatherOptions,
): readonly CorrectedTerm[][] {
	return words.map((_, index) => {
		const terms = new Map<string, number>();
		for (const [at, ofSegment] of searched.bySegment.entries()) {
			const segment = view.segments[at]?.segment;
			for (const { term, weight, origin } of ofSegment[index]?.variants ?? []) {
				if (segment !== undefined && 'errorCount' in origin) terms.set(decodeString(segment.terms, term), weight);
			}
		}
		return [...terms].map(([text, weight]) => ({ text, weight }));
	});
}

/** What every hit must meet beside the filters of the query. */
export function toRequired(prepared: PreparedRequest | undefined, query: IndexQuery, context: FilterContext): Clause[] {
	const parts = prepared?.request.understood?.parts.filter(({ isStrict }) => isStrict) ?? [];
	const { inStockIndexNames = [] } = query;
	const out = [{ terms: { index: inStockIndexNames } }, { term: { isOut: true } }];
	const excluded = query.excludes.map((filter) => toFilterClause(filter, context));
	const mustNot = [...excluded, ...(inStockIndexNames.length === 0 ? [] : [{ bool: { filter: out } }])];
	return [
		...parts.map(({ condition }) => toConditionClause(condition, context)),
		...(mustNot.length === 0 ? [] : [{ bool: { must_not: mustNot } }]),
	];
}

function toConditionClause(condition: PartCondition, context: FilterContext): Clause {
	if (condition.kind === 'values') return toValueClause(condition, context);
	if (condition.kind === 'numbers') return toFirstNumber(condition.fieldNames, condition.bounds);
	const { fields, words } = condition;
	const values = fields.map((field) => toValueClause(field, context));
	if (words === undefined) return { bool: { must_not: values } };
	const hasPhrase = (text: string): Clause => ({
		bool: {
			must: context.analyzer.analyzeQuery(`${text} `, { hasStopWords: false }).words.map(({ forms, prefixes }) => {
				const single = forms.filter(({ choices }) => choices.length === 1);
				const terms: Clause = { terms: { named: single.flatMap(({ choices }) => choices.flat()) } };
				return joinClauses([terms, ...prefixes.map(({ term }): Clause => ({ prefix: { named: term } }))], 'or');
			}),
		},
	});
	// A title that says "without it" has the words, too.
	const mentioned = { bool: { must: [hasPhrase(words.text)], must_not: words.negated.map(hasPhrase) } };
	return { bool: { must_not: [...values, mentioned] } };
}

function toValueClause(condition: Omit<ValueCondition, 'kind'>, context: FilterContext): Clause {
	const { fieldName } = condition;
	return toFilterClause({ kind: 'terms', fieldName, values: listAccepted(condition), isExact: true }, context);
}

/** The first of the fields that an item has decides. */
function toFirstNumber(fieldNames: readonly string[], bounds: NumberBounds): Clause {
	const has = (fieldName: string) => toNested('numbers', fieldName, everything);
	const ways = fieldNames.map((fieldName, at) => ({
		bool: { filter: [toRangeClause({ ...bounds, fieldName })], must_not: fieldNames.slice(0, at).map(has) },
	}));
	return joinClauses(ways, 'or');
}
