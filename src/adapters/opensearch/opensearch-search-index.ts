/**
 * The search index in OpenSearch, for catalogues larger than a node: the store says which generations are live, and aliases of
 * OpenSearch lead to their items. Popular queries and what was learned come from the followers of the node, as for the embedded
 * index.
 */

import type { GenerationKind } from '../../domain/item/item.ts';
import { comparePositions, estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { SearchProgress } from '../../domain/query/search-progress.ts';
import { inferredSchema } from '../../domain/schema/index-schema.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { createAnalyzers, type ToAnalyzer } from '../../fulltext/analysis/analyzers.ts';
import type { IndexView } from '../../fulltext/query/index-view.ts';
import { toScratchBytes } from '../../fulltext/query/scratch.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { isAway } from '../../lib/grace.ts';
import type { SliceScheduler } from '../../lib/slice-scheduler.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchIndex, SearchScope } from '../../ports/search-index.ts';
import type { AskedQuery, SearchedIndex } from '../fulltext-index/answer-index-query.ts';
import { cacheLinkForms } from '../fulltext-index/cached-link-forms.ts';
import { cachePopularity } from '../fulltext-index/cached-popularity.ts';
import { createTextCompleter } from '../fulltext-index/complete-text.ts';
import { completeExplanation, explainIndexQuery, readExplained } from '../fulltext-index/explain-index-query.ts';
import type { IndexReader } from '../fulltext-index/index-reader.ts';
import { createLearnedFactors } from '../fulltext-index/learned-factors.ts';
import { withSynonyms, withWordRules } from '../fulltext-index/query-analyzers.ts';
import { createProgressStore, isComing, type ProgressStore } from './build-progress.ts';
import { countKnown, mergeItems, search, toSearched, wholeSource } from './candidates.ts';
import { describeFields, readStatistics, toCatalogue } from './describe-builds.ts';
import { toFacetAnswer } from './facet-clauses.ts';
import { listAskedNodes } from './filter-clauses.ts';
import { findCompletable } from './find-completable.ts';
import { findHits } from './find-hits.ts';
import { createIndexNames, type IndexNames, isBehind, isUnwritten, openSearchFollower } from './index-names.ts';
import { findLinked, findSimilarItems, listNewestItems, selectItems } from './item-queries.ts';
import { createScopeOpener, type OpenedIndex, type ScopeOpener } from './open-scope.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';
import { readSearchProgress } from './read-progress.ts';
import type { AskedSearch } from './search-parts.ts';
import { listTerms } from './word-clauses.ts';

export interface OpenSearchIndex extends SearchIndex {
	/** As the embedded index: resolves when everything written before can be found. */
	prepare(
		hashid: string,
		indexName: string,
		wanted: { readonly kind: GenerationKind; readonly timeoutMs: number },
	): Promise<'ready' | 'missing'>;
	/** Which indexes cannot be searched yet. @throws {OpenSearchError} when OpenSearch cannot be used */
	readProgress(): Promise<SearchProgress>;
}

export interface OpenSearchIndexOptions {
	readonly connection: OpenSearchConnection;
	readonly zone: string;
	readonly reader: Pick<IndexReader, 'queriesOf' | 'lessonsOf' | 'comparisonOf'>;
	readonly generations: GenerationRepository;
	readonly listSearched: (hashid: string) => Promise<readonly GenerationState[]>;
	readonly items: Pick<ItemRepository, 'findMany'>;
	readonly scheduler: SliceScheduler;
	readonly nowMs: () => number;
	readonly pause: (delayMs: number) => Promise<unknown>;
}

interface Parts extends OpenSearchIndexOptions {
	readonly names: IndexNames;
	readonly opener: ScopeOpener;
	readonly progress: ProgressStore;
	readonly toAnalyzer: ToAnalyzer;
	readState(hashid: string, indexName: string, kind?: GenerationKind): Promise<GenerationState | undefined>;
}

/** What is learned of a large shop, while it is prepared. */
const learningBytes = 16 * 1024 ** 2;
const pollMs = { first: 20, max: 250 } as const;

export function createOpenSearchIndex(options: OpenSearchIndexOptions): OpenSearchIndex {
	const { connection, zone, generations, listSearched, nowMs } = options;
	const names = createIndexNames(connection.address.prefix, zone);
	async function readState(hashid: string, indexName: string, kind: GenerationKind = 'live') {
		const states = await generations.listOfSearchEngine(hashid, kind, openSearchFollower);
		return states.find((state) => state.indexName === indexName);
	}
	const opener = createScopeOpener({ connection, names, listSearched, readState, nowMs });
	const progress = createProgressStore(connection, names);
	const parts: Parts = { ...options, names, opener, progress, toAnalyzer: createAnalyzers(), readState };
	return { ...createQueries(parts), ...createItemQueries(parts), ...createDescriptions(parts) };
}

interface OpenScope {
	readonly opened: readonly OpenedIndex[];
	/** Without the rules of a query. */
	readonly plain: Analyzer;
}

async function openScope({ opener, toAnalyzer }: Parts, scope: SearchScope): Promise<OpenScope> {
	const opened = await opener.open(scope);
	const [first] = opened;
	return { opened, plain: toAnalyzer(first?.meta.language ?? 'und') };
}

interface Work<T> {
	readonly scope: SearchScope;
	readonly searched: readonly SearchedIndex[];
	readonly begin: (pace: Pace) => Steps<T>;
}

function run<T>({ scheduler }: Parts, { scope: { hashid, caller }, searched, begin }: Work<T>): T | Promise<T> {
	const most = searched.reduce(
		(count, { index }) => Math.max(count, ...index.segments.map(({ segment }) => segment.documentCount)),
		0,
	);
	return scheduler.run({ caller: `${hashid} ${caller ?? ''}`, heldBytes: toScratchBytes(most), begin });
}

type Queries = Pick<SearchIndex, 'search' | 'explain' | 'suggest'>;

function createQueries(parts: Parts): Queries {
	const { reader, scheduler, connection, items: stored } = parts;
	const completer = createTextCompleter(stored);
	const toPopularity = cachePopularity();
	const learning = createLearnedFactors((hashid, begin) =>
		scheduler.run({ caller: `${hashid} learning`, heldBytes: learningBytes, begin }),
	);

	async function ask(scope: SearchScope, query: IndexQuery, { opened, plain }: OpenScope): Promise<AskedSearch> {
		const analyzer = withWordRules(await withSynonyms(plain, query.synonyms), query);
		const known = await countKnown(connection, opened, {
			terms: query.text.trim() === '' ? [] : listTerms(analyzer.analyzeQuery(query.text)),
			nodes: listAskedNodes([...query.filters, ...query.excludes]),
		});
		const whole: IndexView['whole'] = known;
		const learned = { hashid: scope.hashid, lessons: reader.lessonsOf(scope.hashid), analyzer: plain };
		await learning.prepare({ ...learned, searched: [] }, query);
		const findLearned = (searched: readonly SearchedIndex[]) => learning.find({ ...learned, searched }, query);
		const toAsked = (searched: readonly SearchedIndex[]): AskedQuery => ({
			...{ analyzer, query, toPopularity, whole },
			learned: findLearned(searched),
			schedule: (begin) => run(parts, { scope, searched, begin }),
		});
		const schema = opened[0]?.schema ?? inferredSchema;
		const context = { analyzer, schema, isFromTop: known.hasNode };
		return {
			...{ connection, opened, query, analyzer, known, context, toAsked, findLearned },
			run: (searched, begin) => run(parts, { scope, searched, begin }),
		};
	}

	return {
		async search(scope, query) {
			const open = await openScope(parts, scope);
			if (open.opened.length === 0) return answerNothing(query, open.plain);
			return (await findHits(await ask(scope, query, open))).answer;
		},
		async explain(scope, query, items) {
			const open = await openScope(parts, scope);
			const asked = await ask(scope, query, open);
			const { answer, items: found } =
				open.opened.length === 0
					? { answer: answerNothing(query, open.plain), items: [] }
					: await findHits(asked, true);
			const values = items.map(({ itemKey }) => itemKey);
			const wanted = { query: { ids: { values } }, size: values.length * open.opened.length, _source: wholeSource };
			const isAsked = values.length > 0 && open.opened.length > 0;
			const more = isAsked ? (await search(connection, open.opened, wanted)).hits.hits : [];
			const searched = toSearched(open.opened, mergeItems([...found, ...more]));
			const learned = asked.findLearned(searched);
			const request = { ...asked.toAsked(searched), learned, items };
			const explained = await run(parts, {
				scope,
				searched,
				begin: (pace) => explainIndexQuery(searched, request, pace),
			});
			const texts = await readExplained(stored, scope.hashid, explained);
			const toReason = learning.explain({ analyzer: open.plain }, query, learned);
			const completion = { analyzer: asked.analyzer, searched, stored: texts, toReason };
			const complete = await run(parts, {
				scope,
				searched,
				begin: (pace) => completeExplanation(explained, completion, pace),
			});
			// The core knows the best items only.
			return { ...complete, count: answer.count, strictCount: answer.strictCount };
		},
		async suggest(scope, text, countMax) {
			const { opened, plain } = await openScope(parts, scope);
			if (opened.length === 0) return [];
			const searched = toSearched(opened, await findCompletable({ connection, opened, analyzer: plain }, text));
			const queries = reader.queriesOf(scope.hashid);
			const completion = { hashid: scope.hashid, searched, analyzer: plain, queries };
			return completer.complete(completion, { text, countMax }, (begin) => run(parts, { scope, searched, begin }));
		},
	};
}

/** The answer of indices that are not there yet: chosen values of facets are named all the same. */
function answerNothing(query: IndexQuery, analyzer: Analyzer) {
	const context = { analyzer, schema: inferredSchema, isFromTop: () => false };
	const facets = query.facets.map((facet) => toFacetAnswer(facet, {}, { query, context }));
	const queryName = query.queryName ?? ('match_and' as const);
	return { queryName, count: 0, strictCount: 0, hits: [], facets, autoFilters: [], understood: [], isTruncated: false };
}

type ItemQueries = Pick<SearchIndex, 'findByLink' | 'select' | 'findSimilar' | 'listNewest'>;

function createItemQueries(parts: Parts): ItemQueries {
	const { connection } = parts;
	const toLinkForms = cacheLinkForms();

	async function ask(scope: SearchScope, filters: Parameters<typeof listAskedNodes>[0]) {
		const { opened, plain: analyzer } = await openScope(parts, scope);
		const nodes = listAskedNodes(filters);
		const known =
			opened.length === 0 || nodes.length === 0
				? undefined
				: await countKnown(connection, opened, { terms: [], nodes });
		const isFromTop = known?.hasNode ?? (() => true);
		return { connection, opened, context: { analyzer, schema: opened[0]?.schema ?? inferredSchema, isFromTop } };
	}

	return {
		async findByLink(scope, link) {
			const { opened } = await openScope(parts, scope);
			return opened.length === 0 ? undefined : findLinked({ connection, opened }, toLinkForms(link));
		},
		async select(scope, selection) {
			const { filters, excludes, conditions, items } = selection;
			const asking = await ask(scope, [...filters, ...excludes, ...conditions]);
			return asking.opened.length === 0 ? items.map(() => 'missing' as const) : selectItems(asking, selection);
		},
		async findSimilar(scope, query) {
			const indexNames = [...new Set([...scope.indexNames, query.item.indexName])];
			const asking = await ask({ ...scope, indexNames }, [...query.filters, ...query.excludes, ...query.conditions]);
			return asking.opened.length === 0 ? [] : findSimilarItems(asking, query, scope.indexNames);
		},
		async listNewest(scope, query) {
			const asking = await ask(scope, [...query.filters, ...query.excludes, ...query.conditions]);
			return asking.opened.length === 0 ? [] : listNewestItems(asking, query);
		},
	};
}

type Descriptions = Omit<OpenSearchIndex, keyof Queries | keyof ItemQueries>;

function createDescriptions(parts: Parts): Descriptions {
	const { connection, opener, progress, reader, readState, generations } = parts;

	let hasStarted = false;

	async function readPosition(generationId: number): Promise<Position | undefined> {
		const found = await opener.findBuild(generationId);
		if (found === undefined) return undefined;
		return (await progress.read([found.build]))[0]?.position ?? startPosition;
	}

	async function readContent(build: string, scope: Pick<SearchScope, 'hashid' | 'indexNames'>) {
		const { itemCount, fields } = await describeFields(connection, await opener.open(scope));
		return { ...(await readStatistics(connection, build)), itemCount, fields: [...fields.values()] };
	}

	return {
		openFields: async (scope) => toCatalogue(await describeFields(connection, await opener.open(scope))),
		readComparison: async (hashid) => reader.comparisonOf(hashid),
		async describe(hashid, indexName) {
			const state = await readState(hashid, indexName);
			if (state === undefined) return undefined;
			const writesStored = countWrites(state.end);
			const language = parts.toAnalyzer(state.locale).language;
			const nothing = { itemCount: 0, segmentCount: 0, deletedCount: 0, byteCount: 0, fields: [], notes: [] };
			const found = await opener.findBuild(state.generationId);
			const isFailing = isBehind(state) && (await progress.readFailing()).includes(state.generationId);
			if (found === undefined) {
				const build = isUnwritten(state) ? undefined : { writesIndexed: 0, writesWanted: writesStored, isFailing };
				return { ...nothing, language, writesSearchable: 0, writesStored, build, replacement: undefined };
			}
			const [noted] = await progress.read([found.build]);
			const writesSearchable = Math.min(writesStored, countWrites(noted?.position ?? startPosition));
			const content = await readContent(found.build, { hashid, indexNames: [indexName] }).catch((error) => {
				// As of an index that is closed.
				if (isFailing && isAway(error)) return nothing;
				throw error;
			});
			return {
				...content,
				...{ language: found.meta.language, writesSearchable, writesStored, notes: noted?.notes ?? [] },
				// Also where a new build cannot be made, while the old one is searched.
				...{ build: undefined, replacement: undefined, isRefusing: isFailing },
			};
		},
		async readState(hashid, indexName) {
			const state = await readState(hashid, indexName);
			if (state === undefined) return 'missing';
			const position = await readPosition(state.generationId);
			return comparePositions(position ?? startPosition, state.end) >= 0 ? 'ready' : 'behind';
		},
		async prepare(hashid, indexName, { kind, timeoutMs }) {
			const state = await readState(hashid, indexName, kind);
			if (state === undefined) return 'missing';
			const untilMs = parts.nowMs() + timeoutMs;
			for (let delayMs: number = pollMs.first; ; delayMs = Math.min(pollMs.max, 2 * delayMs)) {
				opener.forget(state.generationId);
				const position = await readPosition(state.generationId).catch((error) => {
					if (isComing(error)) return startPosition;
					throw error;
				});
				if (comparePositions(position ?? startPosition, state.end) >= 0) return 'ready';
				if (parts.nowMs() >= untilMs) throw new FailureError(fail('timed_out').failure);
				await parts.pause(delayMs);
			}
		},
		async readProgress() {
			const found = await readSearchProgress({ connection, generations, progress });
			// An engine that is filled later only affects its own searches.
			hasStarted ||= found.isStarted;
			return { ...found, isStarted: hasStarted };
		},
	};
}

function countWrites(upTo: Position): number {
	return estimateCount(startPosition, upTo);
}
