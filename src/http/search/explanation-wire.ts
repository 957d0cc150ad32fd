/** An explanation as JSON. Words are named by their texts, items by their dfids. */
import type { ExplainedSearch, LocatedItem } from '../../app/search/explain-search.ts';
import { toShownText } from '../../app/search/product-search.ts';
import { formatDfid, toItemKey } from '../../domain/item/dfid.ts';
import type { HitComparison } from '../../domain/query/compare-hits.ts';
import type {
	Absence,
	ExplainedDocument,
	ExplainedHit,
	ExplainedText,
	ExplainedWord,
	FoundForm,
	IndexExplanation,
	MatchedWord,
	ShownHit,
	TriedReading,
} from '../../domain/query/explanation.ts';
import { describeAbsence, describeItem, listComparisons } from '../../domain/query/explanation-text.ts';
import type { FieldValues } from '../../domain/query/item-selection.ts';
import { hitsReachableMax } from '../../domain/query/query-limits.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { toFilterWire } from '../shared/filter-wire.ts';
import { toUnderstoodWire } from './search-wire.ts';

export interface ExplanationAnswer {
	readonly engine: SearchEngineWithIndices;
	readonly request: SearchRequest;
	readonly explained: ExplainedSearch;
}

export function toExplanationWire({ engine, request, explained }: ExplanationAnswer) {
	const { explanation, items } = explained;
	const { queryName, count, strictCount, text } = explanation;
	const toHit = (hit: ExplainedHit) => toHitWire(engine.hashid, hit, text);
	return {
		query: toShownText(request),
		query_truncated: request.isTextTruncated || explanation.isTruncated || undefined,
		corrected_query: explanation.correctedText,
		hashid: engine.hashid,
		query_name: queryName,
		page: request.page,
		results_per_page: request.hitsPerPage,
		total: Math.min(count, hitsReachableMax),
		total_found: count,
		total_strict: strictCount,
		scored: explanation.isScored,
		understood: explanation.understood.map(toUnderstoodWire),
		auto_filters: explanation.autoFilters.map((filter) => ({ field: filter.fieldName, value: toFilterWire(filter) })),
		text: toTextWire(text),
		readings: explanation.readings.map(toReadingWire),
		times: explanation.times.map(({ phase, ms }) => ({ phase, ms })),
		settings: toSettingsWire(explained),
		fields: toFieldsWire(explained),
		results: explanation.hits.map(toHit),
		references: explanation.references.map(toHit),
		shown: explanation.shown?.map((hit, at) => toShownWire(engine.hashid, hit, toRank(request, at))),
		items: items.map((item) => toItemWire(item, explanation, toHit)),
	};
}

function toRank({ page, hitsPerPage }: SearchRequest, at: number): number {
	return (page - 1) * hitsPerPage + at + 1;
}

function toShownWire(hashid: string, { indexName, id, team }: ShownHit, rank: number) {
	return { rank, dfid: formatDfid({ hashid, indexName, itemKey: toItemKey(id) }), id, ranking: team };
}

function toTextWire({ language, source, words, corrected, needsAll, shareMin }: ExplainedText) {
	return {
		...{ language, source, corrected_words: corrected, needs_all: needsAll, share_min: shareMin },
		words: words.map(toWordWire),
	};
}

function toWordWire({ text, span, typedCount, matchCount, rarity, share, forms, ...word }: ExplainedWord) {
	return {
		...{ text, start: span?.start, end: span?.end, optional: word.isOptional },
		...{ typed_count: typedCount, count: matchCount, rarity, share },
		...{ doubted: word.isDoubted, names_thing: word.isNoun },
		forms: forms.map(({ matchCount: formMatchCount, ...form }) => ({ ...toFormWire(form), count: formMatchCount })),
		form_count: word.formCount,
	};
}

function toFormWire({ form, text, errorCount, weight }: FoundForm) {
	return { form, text, errors: errorCount, weight };
}

function toReadingWire({ text, understood, attempts, steps }: TriedReading) {
	return {
		text,
		understood: understood.map(toUnderstoodWire),
		attempts: attempts.map(({ queryName, corrected, needsAll, foundCount }) => ({
			...{ query_name: queryName, corrected_words: corrected, needs_all: needsAll, found: foundCount },
		})),
		steps: steps.map(({ share, foundCount }) => ({ share, found: foundCount })),
	};
}

/** What applied besides the request: its own parameters, or the settings of the engine and its indices. */
function toSettingsWire({ query, indexNames }: ExplainedSearch) {
	const { synonyms = [], learned, popularity = [], inStockIndexNames = [] } = query;
	return {
		indices: [...indexNames],
		in_stock_only: inStockIndexNames.filter((name) => indexNames.includes(name)),
		out_of_stock_last: query.isOutOfStockLast === true,
		grouping: query.isGrouped,
		understanding: query.hasUnderstanding === true,
		auto_filter_fields: [...query.autoFilterFields],
		synonyms: synonyms.length,
		learning_strength: learned?.strength ?? 0,
		interleaved: learned?.isInterleaved === true,
		popularity: popularity.flatMap(({ indexName, fields }) =>
			fields.map(({ fieldName, weight }) => ({ index: indexName, field: fieldName, weight })),
		),
	};
}

function toFieldsWire({ fields }: ExplainedSearch) {
	return [...fields].flatMap(([indexName, ofIndex]) =>
		[...ofIndex].map(([field, { role, weight }]) => ({ index: indexName, field, role, weight })),
	);
}

function toDocumentWire(hashid: string, document: ExplainedDocument, text: ExplainedText) {
	const { indexName, itemKey, id, title, words, missing, share } = document;
	return {
		...{ dfid: formatDfid({ hashid, indexName, itemKey }), id, type: indexName, title },
		words: words.map((word) => toMatchedWire(word, text)),
		missing: missing.map((word) => text.words[word]?.text ?? ''),
		share,
	};
}

function toMatchedWire(
	{ word, counts: [titles, attributes, descriptions], ...matched }: MatchedWord,
	text: ExplainedText,
) {
	return {
		word: text.words[word]?.text ?? '',
		...toFormWire(matched),
		fields: [...matched.fieldNames],
		counts: { titles, attributes, descriptions },
		position: matched.position,
		score: matched.score,
	};
}

function toHitWire(hashid: string, hit: ExplainedHit, text: ExplainedText) {
	const { rank, score, tiers, factors, isTitleCompared, learned, sortValues, popularityValues } = hit;
	return {
		rank,
		...toDocumentWire(hashid, hit, text),
		...{ score, tiers: [...tiers], title_compared: isTitleCompared },
		factors: factors.map(({ name, value, parts }) => ({ name, value, parts: parts.map((part) => ({ ...part })) })),
		learned: learned && {
			...{ clicks: learned.clicks, expected_clicks: learned.expectedClicks },
			...{ attraction: learned.attraction, interest: learned.interest },
		},
		sort: sortValues.map(({ fieldName, ...values }) => ({ field: fieldName, value: toValues(values) })),
		popularity: popularityValues.map(({ fieldName, numbers }) => ({ field: fieldName, value: [...numbers] })),
	};
}

function toValues({ texts, numbers }: FieldValues): (string | number)[] {
	return texts.length > 0 ? [...texts] : [...numbers];
}

function toItemWire(
	item: LocatedItem,
	explanation: IndexExplanation,
	toHit: (hit: ExplainedHit) => ReturnType<typeof toHitWire>,
) {
	const { hashid, indexName, itemKey, id, hit, document, absences } = item;
	return {
		...{ dfid: formatDfid({ hashid, indexName, itemKey }), id, title: document?.title },
		state: toState(item),
		rank: hit?.rank,
		summary: describeItem(item, explanation),
		reasons: absences.map((absence) => toReasonWire(hashid, absence, describeAbsence(absence, document, explanation))),
		result: hit && toHit(hit),
		absent:
			hit === undefined && document !== undefined ? toDocumentWire(hashid, document, explanation.text) : undefined,
		compared: hit === undefined ? [] : listComparisons(hit, explanation).map((one) => toComparisonWire(hashid, one)),
	};
}

function toState({ hit }: LocatedItem): 'listed' | 'out_of_reach' | 'absent' {
	if (hit === undefined) return 'absent';
	return hit.rank < hitsReachableMax ? 'listed' : 'out_of_reach';
}

function toComparisonWire(hashid: string, { other, tiers, factors }: HitComparison) {
	const { rank, indexName, itemKey, id, title } = other;
	return {
		...{ rank, dfid: formatDfid({ hashid, indexName, itemKey }), id, title, tiers: [...tiers] },
		factors: factors.map(({ name, own, other: value, ratio }) => ({ name, own, other: value, ratio })),
	};
}

function toReasonWire(hashid: string, absence: Absence, message: string) {
	const { kind } = absence;
	if (kind === 'filter' || kind === 'exclude' || kind === 'auto_filter') {
		const { filter, found } = absence;
		return { kind, message, field: filter.fieldName, wanted: toFilterWire(filter), found: toValues(found) };
	}
	if (kind === 'understood') {
		const { part, found } = absence;
		return { kind, message, field: part.fieldName, wanted: part.value, found: toValues(found), text: part.text };
	}
	if (kind !== 'grouped') return { kind, message };
	const { groupId, leader } = absence;
	return {
		...{ kind, message, group_id: groupId },
		leader: leader && { dfid: formatDfid({ hashid, ...leader }), id: leader.id, rank: leader.rank },
	};
}
