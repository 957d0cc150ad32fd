/** The search index inside the process: the store says which generations are live, and the reader has their segments. */

import type { GenerationKind } from '../../domain/item/item.ts';
import { comparePositions, estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { SearchProgress } from '../../domain/query/search-progress.ts';
import type { BuildAnswer } from '../../followers/search-index/index-messages.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { createAnalyzers, type ToAnalyzer } from '../../fulltext/analysis/analyzers.ts';
import { describeIndex } from '../../fulltext/describe-index.ts';
import { createFieldCatalogue } from '../../fulltext/field-catalogue.ts';
import { toScratchBytes } from '../../fulltext/query/scratch.ts';
import type { SliceScheduler } from '../../lib/slice-scheduler.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchIndex, SearchScope } from '../../ports/search-index.ts';
import { answerIndexQuery, type SearchedIndex } from './answer-index-query.ts';
import { answerLink, answerNewest, answerSelection, answerSimilarity } from './answer-item-query.ts';
import { cacheFacts } from './cached-facts.ts';
import { cacheLinkForms } from './cached-link-forms.ts';
import { cachePopularity } from './cached-popularity.ts';
import { cacheSimilar } from './cached-similar.ts';
import { createTextCompleter } from './complete-text.ts';
import { completeExplanation, explainIndexQuery, readExplained } from './explain-index-query.ts';
import { createIndexOpener, type IndexOpener, type IndexOpenerOptions, toBuildFailure } from './index-opener.ts';
import { createKeptAnswers, type KeptAnswersOptions } from './kept-answers.ts';
import { createLearnedFactors } from './learned-factors.ts';
import { createOutdatedCheck, type NoteOutdated } from './outdated-indexes.ts';
import { createPrefixJoiner } from './prefix-joiner.ts';
import { withSynonyms, withWordRules } from './query-analyzers.ts';

export interface FulltextSearchIndex extends SearchIndex {
	/**
	 * Resolves when everything written to the index before this call can be found, and is in memory; for a temporary
	 * index, as it will be when it is the live one.
	 * @throws {FailureError} as `IndexReader.open`.
	 */
	prepare(hashid: string, indexName: string, wanted: PreparedGeneration): Promise<'ready' | 'missing'>;
	/** Rebuilds an index from the store, while searches continue. */
	rebuild(hashid: string, indexName: string): Promise<'started' | 'missing'>;
	/** Which indexes cannot be searched yet: as `IndexReader.readProgress`. */
	readProgress(timeoutMs: number): Promise<SearchProgress | undefined>;
}

export interface PreparedGeneration {
	readonly kind: GenerationKind;
	readonly timeoutMs: number;
}

export interface FulltextSearchIndexOptions extends IndexOpenerOptions {
	readonly generations: GenerationRepository;
	/**
	 * The live generations of a search engine as searches see them. They may be cached, because their positions are not
	 * used.
	 */
	readonly listSearched: (hashid: string) => Promise<readonly GenerationState[]>;
	/** For the spelling of titles. */
	readonly items: Pick<ItemRepository, 'findMany'>;
	readonly follower: string;
	/** Decides when searches run. */
	readonly scheduler: SliceScheduler;
	readonly keptAnswers: KeptAnswersOptions;
}

/** What all answers share, whoever the caller is. */
interface Parts extends FulltextSearchIndexOptions {
	readonly opener: IndexOpener;
	readonly toAnalyzer: ToAnalyzer;
	readonly noteOutdated: NoteOutdated;
}

type Descriptions = Pick<FulltextSearchIndex, 'readComparison' | 'describe' | 'readState' | 'prepare' | 'rebuild'>;
type Answers = Omit<SearchIndex, keyof Descriptions>;

export function createFulltextSearchIndex(options: FulltextSearchIndexOptions): FulltextSearchIndex {
	const toAnalyzer = createAnalyzers();
	const noteOutdated = createOutdatedCheck(options.reader, toAnalyzer);
	const parts = { ...options, opener: createIndexOpener(options), toAnalyzer, noteOutdated };
	return {
		readProgress: options.reader.readProgress,
		...createAnswers(parts),
		...createDescriptions(parts),
	};
}

interface OpenScope {
	readonly searched: readonly SearchedIndex[];
	readonly analyzer: Analyzer;
}

/** The indices of a scope as they are now, without those that no longer exist. */
async function openScope(parts: Parts, { hashid, indexNames }: SearchScope): Promise<OpenScope> {
	const states = await parts.listSearched(hashid);
	const wanted = indexNames.flatMap((name) => states.find(({ indexName }) => indexName === name) ?? []);
	const searched: SearchedIndex[] = [];
	for (const state of wanted) {
		const index = await parts.opener.open(state);
		if (index === undefined) continue;
		parts.noteOutdated(state, index);
		searched.push({ indexName: state.indexName, index });
	}
	const [first] = wanted;
	const language = searched[0]?.index.language ?? first?.locale ?? 'und';
	return { searched, analyzer: parts.toAnalyzer(language) };
}

/** What is learned of a large shop, while it is prepared. */
const learningBytes = 16 * 1024 ** 2;

/** The queries of shoppers and pages. */
function createAnswers(parts: Parts): Answers {
	const { reader, scheduler } = parts;
	const completer = createTextCompleter(parts.items);
	const answerSimilar = cacheSimilar(answerSimilarity);
	const toLinkForms = cacheLinkForms();
	const learning = createLearnedFactors((hashid, begin) =>
		scheduler.run({ caller: `${hashid} learning`, heldBytes: learningBytes, begin }),
	);
	const selectFacts = cacheFacts(answerSelection);
	const toPopularity = cachePopularity();
	const kept = createKeptAnswers(parts.keptAnswers);
	const joinPrefixes = createPrefixJoiner(scheduler);

	/** Schedules work on indices. */
	function run<T>(
		{ hashid, caller }: SearchScope,
		searched: readonly SearchedIndex[],
		begin: (pace: Pace) => Steps<T>,
	): T | Promise<T> {
		const largest = searched.reduce(
			(most, { index }) => index.segments.reduce((count, { segment }) => Math.max(count, segment.documentCount), most),
			0,
		);
		return scheduler.run({ caller: `${hashid} ${caller ?? ''}`, heldBytes: toScratchBytes(largest), begin });
	}

	async function openQuery(scope: SearchScope, query: IndexQuery) {
		const { searched, analyzer: plain } = await openScope(parts, scope);
		const analyzer = withWordRules(await withSynonyms(plain, query.synonyms), query);
		const { hashid } = scope;
		const learned = { hashid, lessons: reader.lessonsOf(hashid), analyzer: plain, searched };
		await learning.prepare(learned, query);
		return { searched, asked: { analyzer, query, toPopularity, learned: learning.find(learned, query) }, learned };
	}

	return {
		async search(scope, query) {
			const { searched, asked } = await openQuery(scope, query);
			const schedule = <T>(begin: (pace: Pace) => Steps<T>) => run(scope, searched, begin);
			const answer = await kept.find({ hashid: scope.hashid, searched, asked }, () =>
				schedule((pace) => answerIndexQuery(searched, { ...asked, schedule }, pace)),
			);
			joinPrefixes();
			return answer;
		},
		async explain(scope, query, items) {
			const { searched, asked, learned } = await openQuery(scope, query);
			const { analyzer } = asked;
			const explained = await run(scope, searched, (pace) => explainIndexQuery(searched, { ...asked, items }, pace));
			const stored = await readExplained(parts.items, scope.hashid, explained);
			const toReason = learning.explain(learned, query, asked.learned);
			const completion = { analyzer, searched, stored, toReason };
			return run(scope, searched, (pace) => completeExplanation(explained, completion, pace));
		},
		async openFields(scope) {
			const { searched } = await openScope(parts, scope);
			return createFieldCatalogue(searched.flatMap(({ index }) => index.segments));
		},
		async suggest(scope, text, countMax) {
			const { searched, analyzer } = await openScope(parts, scope);
			const { hashid } = scope;
			const completion = { hashid, searched, analyzer, queries: reader.queriesOf(hashid) };
			return completer.complete(completion, { text, countMax }, (begin) => run(scope, searched, begin));
		},
		findByLink: async (scope, link) => answerLink((await openScope(parts, scope)).searched, toLinkForms(link)),
		async select(scope, selection) {
			const { searched } = await openScope(parts, scope);
			return run(scope, searched, (pace) => selectFacts(searched, selection, pace));
		},
		async findSimilar(scope, query) {
			const { indexNames } = scope;
			const names = [...new Set([...indexNames, query.item.indexName])];
			const { searched } = await openScope(parts, { ...scope, indexNames: names });
			return run(scope, searched, (pace) => answerSimilar(searched, { indexNames, query }, pace));
		},
		async listNewest(scope, query) {
			const { searched } = await openScope(parts, scope);
			return run(scope, searched, (pace) => answerNewest(searched, query, pace));
		},
	};
}

/** The queries of owners and of the program itself. */
function createDescriptions(parts: Parts): Descriptions {
	const { reader, generations, follower, opener, toAnalyzer, noteOutdated } = parts;

	async function findState(hashid: string, indexName: string, kind: GenerationKind) {
		const states = await generations.listOfSearchEngine(hashid, kind, follower);
		return states.find((state) => state.indexName === indexName);
	}

	/** Progress of the index that will replace this one; 0 writes if it has not begun. */
	function findReplacement({ hashid, indexName, end }: GenerationState): BuildAnswer {
		const nothing = { writesIndexed: 0, writesWanted: countWrites(end), isFailing: false };
		return reader.findReplacement(hashid, indexName) ?? nothing;
	}

	return {
		readComparison: async (hashid) => reader.comparisonOf(hashid),
		async describe(hashid, indexName) {
			const state = await findState(hashid, indexName, 'live');
			const index = state === undefined ? undefined : await opener.inspect(state);
			if (state === undefined || index === undefined) return undefined;
			if (!('segments' in index)) {
				const { language } = toAnalyzer(state.locale);
				const writesStored = Math.max(countWrites(state.end), index.writesWanted);
				const empty = { ...describeIndex({ segments: [] }), language, writesSearchable: 0, writesStored };
				return { ...empty, build: index, replacement: undefined };
			}
			const replacement = noteOutdated(state, index) ? findReplacement(state) : undefined;
			const { language, position } = index;
			const writesSearchable = countWrites(position);
			// What was read from the store may be older than what the indexer has published since.
			const writesStored = Math.max(countWrites(state.end), writesSearchable);
			return { ...describeIndex(index), language, writesSearchable, writesStored, build: undefined, replacement };
		},
		async readState(hashid, indexName) {
			const state = await findState(hashid, indexName, 'live');
			if (state === undefined) return 'missing';
			const index = await opener.inspect(state);
			const isReady = index !== undefined && 'segments' in index && comparePositions(index.position, state.end) >= 0;
			return isReady ? 'ready' : 'behind';
		},
		async prepare(hashid, indexName, { kind, timeoutMs }) {
			const state = await findState(hashid, indexName, kind);
			if (state === undefined) return 'missing';
			const outcome = await reader.open({ hashid, generationId: state.generationId, isCaughtUp: true, timeoutMs });
			if (typeof outcome === 'object') throw toBuildFailure(outcome);
			return outcome;
		},
		async rebuild(hashid, indexName) {
			const state = await findState(hashid, indexName, 'live');
			if (state === undefined) return 'missing';
			reader.rebuild(hashid, state.generationId);
			return 'started';
		},
	};
}

function countWrites(upTo: Position): number {
	return estimateCount(startPosition, upTo);
}
