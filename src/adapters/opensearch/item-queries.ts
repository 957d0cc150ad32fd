/**
 * The queries of recommendations. OpenSearch decides which items are allowed and says by the names of clauses why, and which
 * conditions they meet; the core reads the values of the items, and ranks similar ones.
 */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import type {
	ItemCriteria,
	ItemFacts,
	ItemSelection,
	NewestQuery,
	RefusalReason,
	SimilarItem,
	SimilarityQuery,
} from '../../domain/query/item-selection.ts';
import { hashIdentifier } from '../../fulltext/index/segment/key-table.ts';
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import { decodeString } from '../../fulltext/index/segment/sorted-strings.ts';
import { toTitleWords } from '../../fulltext/index/segment/title-words.ts';
import { readTexts } from '../../fulltext/query/document-values.ts';
import { toRarity } from '../../fulltext/ranking/score-table.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import type { SearchedIndex } from '../fulltext-index/answer-index-query.ts';
import { answerSelection, answerSimilarity } from '../fulltext-index/answer-item-query.ts';
import { countKnown, type FoundItem, mergeItems, search, toItem, toSearched, wholeSource } from './candidates.ts';
import { type Clause, everything, type FilterContext, toFilterClause, toNested } from './filter-clauses.ts';
import { nameEnd, toHashText, toTextsColumn } from './index-layout.ts';
import type { OpenedIndex } from './open-scope.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface ItemAsking {
	readonly connection: OpenSearchConnection;
	/** At least one. */
	readonly opened: readonly OpenedIndex[];
	readonly context: FilterContext;
}

/** Candidates for similar items, and their traits that are looked for. */
const similarMax = 200;
const traitsMax = 48;

/** @param forms of a link, the closest first */
export async function findLinked(
	{ connection, opened }: Omit<ItemAsking, 'context'>,
	forms: readonly string[],
): Promise<EventItem | undefined> {
	const should = forms.map((form, at) => {
		const filter = { term: { links: toHashText(...hashIdentifier(form)) } };
		return { constant_score: { filter, boost: forms.length - at } };
	});
	if (should.length === 0) return undefined;
	// The closest form of an item counts, not their sum.
	const query = { dis_max: { queries: should } };
	const sort = [{ _score: 'desc' }, { created: 'asc' }];
	const found = await Promise.all(
		opened.map(async (index) => {
			const { hits } = await search(connection, [index], { query, sort, size: 1, _source: ['index', 'id', 'group'] });
			return hits.hits[0];
		}),
	);
	const best = found.reduce<FoundItem | undefined>(
		(one, other) => ((other?._score ?? 0) > (one?._score ?? 0) ? other : one),
		undefined,
	);
	return best === undefined ? undefined : toItem(best);
}

const outName = 'out';

/** Clauses that filter nothing and have names. */
function toNamed(criteria: ItemCriteria, context: FilterContext): Clause[] {
	const named = (name: string, clause: Clause) => ({ bool: { filter: [clause], _name: name } });
	return [
		...(criteria.isInStockOnly ? [named(outName, { term: { isOut: true } })] : []),
		...criteria.excludes.map((filter, at) => named(`exclude${at}`, toFilterClause(filter, context))),
		...criteria.filters.map((filter, at) => named(`filter${at}`, toFilterClause(filter, context))),
		...toConditions(criteria, context),
	];
}

function toConditions({ conditions }: ItemCriteria, context: FilterContext): Clause[] {
	return conditions.map((filter, at) => ({
		bool: { filter: [toFilterClause(filter, context)], _name: `condition${at}` },
	}));
}

/** What allowed items meet. */
function toAllowed({ filters, excludes, isInStockOnly }: ItemCriteria, context: FilterContext): Clause {
	const mustNot = [
		...excludes.map((filter) => toFilterClause(filter, context)),
		...(isInStockOnly ? [{ term: { isOut: true } }] : []),
	];
	return { bool: { filter: filters.map((filter) => toFilterClause(filter, context)), must_not: mustNot } };
}

function findRefusal({ filters, excludes }: ItemCriteria, matched: readonly string[]): RefusalReason | undefined {
	if (matched.includes(outName)) return 'out_of_stock';
	if (excludes.some((_, at) => matched.includes(`exclude${at}`))) return 'excluded';
	return filters.every((_, at) => matched.includes(`filter${at}`)) ? undefined : 'filtered';
}

/** The facts of found items, in their order. */
function readFacts(
	opened: readonly OpenedIndex[],
	items: readonly FoundItem[],
	criteria: ItemCriteria,
): readonly ItemFacts[] {
	const searched = toSearched(opened, items);
	const { fieldNames } = criteria;
	const selection = {
		items: items.map(toItem),
		filters: [],
		excludes: [],
		isInStockOnly: false,
		fieldNames,
		conditions: [],
	};
	return runSteps(answerSelection(searched, selection, unhurried)).flatMap((facts, at) =>
		typeof facts === 'string' ? [] : withConditions(facts, items[at] as FoundItem, criteria),
	);
}

function withConditions(
	facts: ItemFacts,
	{ matched_queries: matched = [] }: FoundItem,
	{ conditions }: ItemCriteria,
): ItemFacts {
	return { ...facts, conditions: conditions.map((_, at) => matched.includes(`condition${at}`)) };
}

const toName = ({ indexName, itemKey }: EventItem) => `${indexName}${nameEnd}${itemKey}`;

async function fetchItems(
	{ connection, opened, context }: ItemAsking,
	items: readonly EventItem[],
	criteria: ItemCriteria,
) {
	const names = new Set(items.map(toName));
	const values = [...new Set(items.map(({ itemKey }) => itemKey))];
	const query = { bool: { filter: [{ ids: { values } }], should: toNamed(criteria, context) } };
	const { hits } = await search(connection, opened, {
		query,
		size: values.length * opened.length,
		_source: wholeSource,
	});
	return hits.hits.filter((item) => names.has(toName(toItem(item))));
}

export async function selectItems(
	asking: ItemAsking,
	{ items, ...criteria }: ItemSelection,
): Promise<(ItemFacts | RefusalReason)[]> {
	if (items.length === 0) return [];
	const found = await fetchItems(asking, items, criteria);
	const refusals = new Map(
		found.map((item) => [toName(toItem(item)), findRefusal(criteria, item.matched_queries ?? [])]),
	);
	const allowed = found.filter((item) => refusals.get(toName(toItem(item))) === undefined);
	const facts = new Map(readFacts(asking.opened, allowed, criteria).map((one) => [toName(one), one]));
	return items.map((item) => {
		const name = toName(item);
		return refusals.get(name) ?? facts.get(name) ?? 'missing';
	});
}

export async function listNewestItems(asking: ItemAsking, query: NewestQuery): Promise<readonly ItemFacts[]> {
	const { connection, opened, context } = asking;
	const { fieldName, countMax } = query;
	const ofField = { path: 'numbers', filter: { term: { 'numbers.field': fieldName } } };
	const sort =
		fieldName === null ? { created: 'desc' } : { 'numbers.value': { order: 'desc', mode: 'max', nested: ofField } };
	const dated = fieldName === null ? [] : [toNested('numbers', fieldName, everything)];
	const body = {
		query: { bool: { filter: [toAllowed(query, context), ...dated], should: toConditions(query, context) } },
		...{ sort: [sort, { created: 'desc' }], size: countMax, _source: wholeSource },
	};
	const { hits } = await search(connection, opened, body);
	return readFacts(opened, hits.hits, query);
}

const noCriteria = { filters: [], excludes: [], isInStockOnly: false, fieldNames: [], conditions: [] } as const;

/**
 * @param all the indices of the scope and that of the item
 * @param indexNames those of the scope
 */
export async function findSimilarItems(
	asking: ItemAsking,
	query: SimilarityQuery,
	indexNames: readonly string[],
): Promise<readonly SimilarItem[]> {
	const { opened, connection, context } = asking;
	const [source] = await fetchItems(asking, [query.item], noCriteria);
	const scope = opened.filter(({ state }) => indexNames.includes(state.indexName));
	if (source === undefined || scope.length === 0) return [];
	const traits = await toTraits(asking, source);
	if (traits.length === 0) return [];
	const own = { bool: { filter: [{ term: { index: source._source.index } }, { ids: { values: [source._id] } }] } };
	const body = {
		query: {
			bool: {
				filter: [toAllowed(query, context)],
				must: [{ bool: { should: traits, minimum_should_match: 1 } }],
				must_not: [own, { term: { group: source._source.group } }],
				should: toConditions(query, context).map((filter) => ({ bool: { ...(filter.bool as object), boost: 0 } })),
			},
		},
		...{ size: similarMax, _source: wholeSource },
	};
	const { hits } = await search(connection, scope, body);
	const byName = new Map(hits.hits.map((item) => [toName(toItem(item)), item]));
	const searched = toSearched(opened, mergeItems([source, ...hits.hits]));
	const asked = { ...noCriteria, fieldNames: query.fieldNames, item: query.item, countMax: query.countMax };
	const similar = runSteps(answerSimilarity(searched, { indexNames, query: asked }, unhurried));
	return similar.flatMap(({ facts, score }) => {
		const item = byName.get(toName(facts));
		return item === undefined ? [] : { facts: withConditions(facts, item, query), score };
	});
}

/** What the item is: the words of its title, and the values of its short attributes. */
async function toTraits({ connection, opened }: ItemAsking, source: FoundItem): Promise<readonly Clause[]> {
	const segment = findSegment(toSearched(opened, [source]));
	if (segment === undefined) return [];
	const words = [...new Set(Array.from(toTitleWords(segment, 0), (term) => decodeString(segment.terms, term)))];
	const known = await countKnown(connection, opened, { terms: words, nodes: [] });
	const ofWords = words.map((word) => {
		const rarity = toRarity(known.countTerm(word) ?? 0, known.documentCount);
		return { constant_score: { filter: { term: { words: word } }, boost: rarity } };
	});
	const ofValues = segment.manifest.fields.flatMap(({ name, hasKeywords }): Clause[] => {
		const { fieldClass, hasColumn, likeness } = segment.schema.find(name);
		if (!hasKeywords || fieldClass !== 'B' || !hasColumn || likeness === 0) return [];
		return readTexts(segment, name, 0).map((value) => ({
			term: { [toTextsColumn(name)]: { value: `${name}${nameEnd}${value}`, boost: likeness } },
		}));
	});
	return [...ofWords, ...ofValues].slice(0, traitsMax);
}

function findSegment(searched: readonly SearchedIndex[]): Segment | undefined {
	return searched.flatMap(({ index }) => index.segments)[0]?.segment;
}
