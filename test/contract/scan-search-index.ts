/**
 * The search index without regard to speed: every search reads all items from the store and checks each. It is the oracle
 * for the real ones, so it does everything in the obvious way.
 */
import { estimateCount, startPosition } from '../../src/domain/log/position.ts';
import { type FieldDescription, fieldUses } from '../../src/domain/query/index-description.ts';
import type { IndexAnswer, IndexQuery, QueryName } from '../../src/domain/query/index-query.ts';
import { queryNames } from '../../src/domain/query/index-query.ts';
import type { SynonymRule } from '../../src/domain/query/synonym-rule.ts';
import type { ItemRepository } from '../../src/ports/item-repository.ts';
import type { SearchIndex, SearchScope } from '../../src/ports/search-index.ts';
import { createScanPopularity } from '../support/scan-popularity.ts';
import { explainScan } from './scan-explanation.ts';
import { answerFacet } from './scan-facets.ts';
import { passesFilters } from './scan-filters.ts';
import { createScanItemQueries } from './scan-item-queries.ts';
import { compareBySort } from './scan-sort.ts';
import { countErrors, type ScannedItem, toScannedItem, toWords } from './scanned-item.ts';

export function createScanSearchIndex(items: ItemRepository): SearchIndex {
	return {
		async search(scope, query) {
			return answer(await readItems(items, scope), query);
		},

		async explain(scope, query, asked) {
			const stored = await readItems(items, scope);
			const all = answer(stored, { ...query, from: 0, size: Number.POSITIVE_INFINITY });
			return explainScan(all, query, { stored, asked });
		},

		async openFields(scope) {
			const found = await readItems(items, scope);
			const fields = describeFields(found);
			return {
				itemCount: found.length,
				find: (fieldName) => fields.find(({ name }) => name === fieldName)?.uses,
				listNames: () => fields.map(({ name }) => name),
			};
		},

		async suggest(scope, text, countMax) {
			const words = toWords(text);
			if (words.length === 0) return [];
			const found = await readItems(items, scope);
			const values = countValues(
				found.flatMap(({ values }) => values).filter((value) => completes(toWords(value), words)),
			);
			const phrases = countValues(found.flatMap(({ titles }) => titles.flatMap((title) => toPhrases(title, words))));
			return [...new Set([...values, ...phrases])].slice(0, countMax);
		},

		...createScanItemQueries(items),

		// The scan ranks in one way only.
		readComparison: async () => undefined,

		async describe(hashid, indexName) {
			const target = { hashid, indexName, generation: 'live' } as const;
			const itemCount = await items.count(target);
			if (itemCount === 'missing') return undefined;
			const found = await readItems(items, { hashid, indexNames: [indexName] });
			// The texts of all items are what is searched.
			const [segmentCount, deletedCount, byteCount] = [1, 0, 0];
			const log = await items.readLog(target, startPosition, { changeCountMax: 1000 });
			const writeCount = log === 'missing' ? 0 : estimateCount(startPosition, log.position);
			return {
				itemCount,
				segmentCount,
				deletedCount,
				byteCount,
				language: 'und',
				...{ writesSearchable: writeCount, writesStored: writeCount },
				fields: describeFields(found),
				notes: [],
				build: undefined,
				replacement: undefined,
			};
		},

		async readState(hashid, indexName) {
			const count = await items.count({ hashid, indexName, generation: 'live' });
			return count === 'missing' ? 'missing' : 'ready';
		},
	};
}

async function readItems(items: ItemRepository, { hashid, indexNames }: SearchScope): Promise<ScannedItem[]> {
	const found: ScannedItem[] = [];
	for (const indexName of indexNames) {
		let after = startPosition;
		for (;;) {
			const log = await items.readLog({ hashid, indexName, generation: 'live' }, after, { changeCountMax: 1000 });
			if (log === 'missing' || log.changes.length === 0) break;
			for (const { id, text } of log.changes) if (text !== null) found.push(toScannedItem(indexName, id, text));
			after = log.position;
		}
	}
	return found;
}

function describeFields(items: readonly ScannedItem[]): FieldDescription[] {
	const names = new Set(
		items.flatMap(({ texts, numbers, points }) => [...texts.keys(), ...numbers.keys(), ...points.keys()]),
	);
	return [...names].sort().map((name) => {
		const having = (values: 'texts' | 'numbers' | 'points') => items.filter((item) => item[values].has(name));
		const [texts, numbers, points] = [having('texts'), having('numbers'), having('points')];
		const uses = fieldUses.filter((use) => {
			if (use === 'text' || use === 'keyword') return texts.length > 0;
			return use === 'number' ? numbers.length > 0 : use === 'point' && points.length > 0;
		});
		return { name, uses, isMixed: texts.length > 0 && numbers.some((item) => !texts.includes(item)) };
	});
}

/** The values, in lower case, most frequent first. */
function countValues(values: readonly string[]): string[] {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value.toLowerCase(), (counts.get(value.toLowerCase()) ?? 0) + 1);
	const ordered = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
	return ordered.map(([value]) => value);
}

/** Phrases that begin with the typed words, completed to whole words; none if the title lacks one of them. */
function toPhrases(title: string, words: readonly string[]): string[] {
	const ofTitle = toWords(title);
	const last = words.at(-1) ?? '';
	if (!completes(ofTitle, words)) return [];
	return ofTitle.filter((word) => word.startsWith(last)).map((word) => [...words.slice(0, -1), word].join(' '));
}

/** Whether every word of the query is in the value; the last one may be the beginning of a word. */
function completes(valueWords: readonly string[], words: readonly string[]): boolean {
	return words.every((word, index) => {
		const isLast = index === words.length - 1;
		return valueWords.some((candidate) => candidate === word || (isLast && candidate.startsWith(word)));
	});
}

function answer(stored: readonly ScannedItem[], request: IndexQuery): IndexAnswer {
	const { inStockIndexNames = [] } = request;
	const all = stored.filter((item) => !(item.isOutOfStock && inStockIndexNames.includes(item.indexName)));
	const { text, autoFilters } = takeAutoFilters(all, request);
	const query = {
		...request,
		text,
		filters: [...request.filters, ...autoFilters.map((filter) => ({ ...filter, isExact: true }))],
	};
	const words = toWords(query.text);
	const popularityOf = toPopularity(stored, query);
	const asked = query.queryName === undefined ? queryNames : [query.queryName];
	const tried = words.length === 0 ? queryNames.slice(0, 1) : asked;
	for (const queryName of tried) {
		const strict = new Set(all.filter((item) => words.length === 0 || hasAll(item, words, { ...query, queryName })));
		if (queryName === 'match_and' && strict.size === 0 && tried.length > 1) continue;
		// The list goes on with the items that have some of the words. The samples are too small for rare ones.
		const isFilled = query.queryName === undefined && words.length > 1;
		const scored = all
			.map((item) => ({
				item,
				score:
					popularityOf(item) *
					toScore(item, words, {
						...query,
						queryName: isFilled && queryName === 'match_and' ? 'match_or' : queryName,
					}),
			}))
			.filter(({ score }) => words.length === 0 || score > 0);
		const matches = scored.filter(({ item }) => passesFilters(item, query, all));
		if (matches.length === 0 && queryName !== tried.at(-1)) continue;
		const compare = compareBySort(query.sort);
		const isStockFirst = query.isOutOfStockLast === true && isByScore(query);
		const toTier = ({ item }: { item: ScannedItem }) => Number(isFilled && isByScore(query) && !strict.has(item));
		matches.sort(
			(a, b) =>
				(isStockFirst ? Number(a.item.isOutOfStock) - Number(b.item.isOutOfStock) : 0) ||
				toTier(a) - toTier(b) ||
				compare(a, b),
		);
		const takeFirst = query.isGrouped ? takeFirstOfGroups : (found: typeof matches) => found;
		const hits = takeFirst(matches);
		return {
			queryName,
			count: hits.length,
			strictCount: takeFirst(matches.filter(({ item }) => strict.has(item))).length,
			hits: hits.slice(query.from, query.from + query.size).map(({ item, score }) => ({
				indexName: item.indexName,
				id: item.id,
				score: isByScore(query) ? score : 0,
				groupId: item.groupId,
			})),
			facets: query.facets.map((facet) =>
				answerFacet(
					facet,
					scored.map(({ item }) => item),
					{ query, all },
				),
			),
			autoFilters,
			// The scan of the core's tests understands texts.
			understood: [],
			isTruncated: false,
		};
	}
	throw new Error('no query name to try');
}

/** Of each index by itself, over all of its items. */
function toPopularity(stored: readonly ScannedItem[], { popularity = [] }: IndexQuery): (item: ScannedItem) => number {
	const ofIndices = popularity.map(({ indexName, fields }) => {
		const items = stored.filter((item) => item.indexName === indexName);
		return [indexName, createScanPopularity(items, fields)] as const;
	});
	const factors = new Map(ofIndices);
	return (item) => factors.get(item.indexName)?.(item) ?? 1;
}

/** Whether the item has all words but stop words; of stop words alone all of them. */
function hasAll(item: ScannedItem, words: readonly string[], query: ScoredQuery): boolean {
	const { stopWords = [] } = query;
	const mayLack = (word: string) => stopWords.includes(word) && !words.every((one) => stopWords.includes(one));
	return toScores(item, words, query).every((score, index) => score > 0 || mayLack(words[index] ?? ''));
}

function isByScore({ sort: [first] }: IndexQuery): boolean {
	return first === undefined || first.kind === 'score';
}

/**
 * How many words of the query the item has, itself or by a synonym; 0 when it does not match. The last word is also a
 * prefix.
 */
function toScore(item: ScannedItem, words: readonly string[], query: ScoredQuery): number {
	const scores = toScores(item, words, query);
	if (query.queryName === 'match_and' && !hasAll(item, words, query)) return 0;
	return scores.reduce((sum, score) => sum + score, 0);
}

type ScoredQuery = { readonly queryName: QueryName } & Pick<
	IndexQuery,
	'synonyms' | 'stopWords' | 'exactWords' | 'isTypoTolerant'
>;

/** By word. */
function toScores(
	item: ScannedItem,
	words: readonly string[],
	{ queryName, synonyms = [], exactWords = [], isTypoTolerant = true }: ScoredQuery,
): number[] {
	const scores = words.map((word, index): number => {
		const isLast = index === words.length - 1;
		const isThere = item.words.some((candidate) => {
			if (candidate === word || (isLast && candidate.startsWith(word))) return true;
			const mayBeMisspelt = queryName === 'fuzzy' && isTypoTolerant && !exactWords.includes(word);
			return mayBeMisspelt && countErrors(candidate, word) <= toErrorsMax(word);
		});
		return isThere ? 1 : 0;
	});
	for (const { from, to } of synonyms.flatMap(toPairs)) {
		for (let at = 0; at + from.length <= words.length; at++) {
			const isSaid = from.every((word, index) => words[at + index] === word);
			if (!isSaid || !to.every((word) => item.words.includes(word))) continue;
			for (let index = at; index < at + from.length; index++) scores[index] = Math.max(scores[index] ?? 0, 0.8);
		}
	}
	return scores;
}

/** What each phrase of a rule stands for, as words. */
function toPairs(rule: SynonymRule): { from: readonly string[]; to: readonly string[] }[] {
	const from = rule.kind === 'two_way' ? rule.phrases : rule.from;
	const to = rule.kind === 'two_way' ? rule.phrases : rule.to;
	return from.flatMap((one) => to.map((other) => ({ from: toWords(one), to: toWords(other) })));
}

function toErrorsMax(word: string): number {
	if (word.length < 4 || /\d/.test(word)) return 0;
	return word.length < 8 ? 1 : 2;
}

function takeFirstOfGroups<M extends { readonly item: ScannedItem }>(matches: readonly M[]): M[] {
	const seen = new Set<string>();
	return matches.filter(({ item }) => {
		if (item.groupId === undefined) return true;
		const group = `${item.indexName} ${item.groupId}`;
		return seen.has(group) ? false : seen.add(group);
	});
}

/** Words that are a whole value of one of the fields, in any case, become filters. */
function takeAutoFilters(all: readonly ScannedItem[], { text, autoFilterFields }: IndexQuery) {
	const autoFilters: Extract<IndexQuery['filters'][number], { kind: 'terms' }>[] = [];
	const left = text.split(/\s+/).filter((word) => {
		for (const fieldName of autoFilterFields) {
			if (autoFilters.some((filter) => filter.fieldName === fieldName)) continue;
			const values = all.flatMap((item) => item.texts.get(fieldName) ?? []);
			const value = values.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
			if (value === undefined) continue;
			autoFilters.push({ kind: 'terms', fieldName, values: [value] });
			return false;
		}
		return true;
	});
	return { text: left.join(' '), autoFilters };
}
