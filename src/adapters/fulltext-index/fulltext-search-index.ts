/** The search index inside the process: the store says which generations are live, the reader has their segments. */

import type { GenerationKind } from '../../domain/item/item.ts';
import { comparePositions, estimateCount, type Position, startPosition } from '../../domain/log/position.ts';
import { toPriceKey } from '../../domain/price/price-format.ts';
import type { SearchProgress } from '../../domain/query/search-progress.ts';
import type { BuildAnswer } from '../../followers/search-index/index-messages.ts';
import { type Analyzer, createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import { describeIndex } from '../../fulltext/describe-index.ts';
import { createFieldCatalogue } from '../../fulltext/field-catalogue.ts';
import { toScratchBytes } from '../../fulltext/query/scratch.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { SliceScheduler } from '../../lib/slice-scheduler.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchIndex, SearchScope } from '../../ports/search-index.ts';
import { answerIndexQuery, type SearchedIndex } from './answer-index-query.ts';
import { answerLink, answerNewest, answerSelection, answerSimilarity } from './answer-item-query.ts';
import { cacheFacts } from './cached-facts.ts';
import { cacheLinkForms } from './cached-link-forms.ts';
import { cacheSimilar } from './cached-similar.ts';
import { createTextCompleter } from './complete-text.ts';
import type { IndexReader, ReadableIndex } from './index-reader.ts';
import { withSynonyms } from './query-analyzers.ts';

export interface FulltextSearchIndex extends SearchIndex {
	/**
	 * Resolves when all that was written to the index before this call can be found, in memory and ready; for a temporary
	 * index, as it will be when it is the live one.
	 * @throws {FailureError} as `IndexReader.open`.
	 */
	prepare(hashid: string, indexName: string, wanted: PreparedGeneration): Promise<'ready' | 'missing'>;
	/** Builds an index anew from the store, while searches go on. */
	rebuild(hashid: string, indexName: string): Promise<'started' | 'missing'>;
	/** Which indexes cannot be searched yet: as `IndexReader.readProgress`. */
	readProgress(timeoutMs: number): Promise<SearchProgress | undefined>;
}

const stillLoading = 'The search index is being loaded, try again in a moment';
/** What an index takes in at least, but for a machine that does a lot besides: for when to come back. */
const writesPerSecond = 10_000;
const retryAfterSecondsMax = 30;

function toBuildFailure({ writesIndexed, writesWanted }: BuildAnswer): FailureError {
	const seconds = Math.ceil((writesWanted - writesIndexed) / writesPerSecond);
	const retryAfterSeconds = Math.max(1, Math.min(retryAfterSecondsMax, seconds));
	return new FailureError(fail('index_building', { retryAfterSeconds }).failure);
}

export interface PreparedGeneration {
	readonly kind: GenerationKind;
	readonly timeoutMs: number;
}

export interface FulltextSearchIndexOptions {
	readonly reader: IndexReader;
	readonly generations: GenerationRepository;
	/** The live generations of a search engine as searches see them, which may be remembered; their positions are not looked at. */
	readonly listSearched: (hashid: string) => Promise<readonly GenerationState[]>;
	/** How titles are written. */
	readonly items: Pick<ItemRepository, 'findMany'>;
	readonly follower: string;
	/** When searches run. */
	readonly scheduler: SliceScheduler;
	/** How long a search waits for an index that is not in memory, and for one that is being built. */
	readonly openTimeoutMs: number;
	readonly buildWaitMs: number;
}

export function createFulltextSearchIndex(options: FulltextSearchIndexOptions): FulltextSearchIndex {
	const { reader, generations, listSearched, follower, scheduler, openTimeoutMs } = options;
	const completer = createTextCompleter(options.items);
	const answerSimilar = cacheSimilar(answerSimilarity);
	const toLinkForms = cacheLinkForms();
	const selectFacts = cacheFacts(answerSelection);
	const analyzers = new Map<string, Analyzer>();
	/**
	 * Generations that are not indexed as the store says now, by what they are and what they should be: each is asked for
	 * once, as the indexer may have begun.
	 */
	const outdated = new Map<number, string>();

	function toAnalyzer(language: string, hasStopwords: boolean): Analyzer {
		const key = `${language} ${hasStopwords}`;
		let analyzer = analyzers.get(key);
		if (analyzer === undefined) {
			const plain = createAnalyzer(language);
			analyzer = {
				...plain,
				analyzeQuery: (text, more) => plain.analyzeQuery(text, { hasStopWords: hasStopwords, ...more }),
			};
			analyzers.set(key, analyzer);
		}
		return analyzer;
	}

	async function findState(hashid: string, indexName: string, kind: GenerationKind) {
		const states = await generations.listOfSearchEngine(hashid, kind, follower);
		return states.find((state) => state.indexName === indexName);
	}

	async function open({ hashid, generationId }: GenerationState): Promise<ReadableIndex | undefined> {
		const index = reader.find(generationId);
		if (index !== undefined) return index;
		const outcome = await askFor(hashid, generationId, options.buildWaitMs);
		if (outcome === 'missing') return undefined;
		if (outcome !== 'ready') throw toBuildFailure(outcome);
		const opened = reader.find(generationId);
		// It has left the memory again at once, which is very short.
		if (opened === undefined) throw new FailureError(fail('busy', { message: stillLoading }).failure);
		return opened;
	}

	async function askFor(hashid: string, generationId: number, buildWaitMs: number) {
		try {
			return await reader.open({ hashid, generationId, isCaughtUp: false, timeoutMs: openTimeoutMs, buildWaitMs });
		} catch (error) {
			if (!(error instanceof FailureError) || error.failure.code !== 'timed_out') throw error;
			throw new FailureError(fail('busy', { message: stillLoading }).failure, { cause: error });
		}
	}

	/** The index for its description: what there is of it, or how far it is. */
	async function look(state: GenerationState): Promise<ReadableIndex | BuildAnswer | undefined> {
		const { hashid, generationId } = state;
		const outcome = reader.find(generationId) === undefined ? await askFor(hashid, generationId, 0) : 'ready';
		if (outcome === 'missing') return undefined;
		return outcome === 'ready' ? open(state) : outcome;
	}

	/** Has an index built anew whose language, way of writing prices or schema is no longer what the store says. */
	function noteOutdated(state: GenerationState, { language, prices, schema }: ReadableIndex): boolean {
		const { generationId, hashid } = state;
		const wantedLanguage = toAnalyzer(state.locale, state.hasStopwords).language;
		const wantedPrices = toPriceKey(state);
		if (language === wantedLanguage && prices === wantedPrices && schema === state.schema) {
			outdated.delete(generationId);
			return false;
		}
		const difference = JSON.stringify([language, prices, schema, wantedLanguage, wantedPrices, state.schema]);
		if (outdated.get(generationId) !== difference) {
			outdated.set(generationId, difference);
			reader.rebuild(hashid, generationId);
		}
		return true;
	}

	/** How far the index is that takes the place of this one; 0 writes where it has not begun. */
	function findReplacement({ hashid, indexName, end }: GenerationState): BuildAnswer {
		const nothing = { writesIndexed: 0, writesWanted: countWrites(end), isFailing: false };
		return reader.findReplacement(hashid, indexName) ?? nothing;
	}

	/** The indices of a scope as they are now; those that are gone are left out. */
	async function openScope({ hashid, indexNames }: SearchScope) {
		const states = await listSearched(hashid);
		const wanted = indexNames.flatMap((name) => states.find(({ indexName }) => indexName === name) ?? []);
		const searched: SearchedIndex[] = [];
		for (const state of wanted) {
			const index = await open(state);
			if (index === undefined) continue;
			noteOutdated(state, index);
			searched.push({ indexName: state.indexName, index });
		}
		const [first] = wanted;
		const language = searched[0]?.index.language ?? first?.locale ?? 'und';
		return { searched, analyzer: toAnalyzer(language, first?.hasStopwords ?? true) };
	}

	/** Runs work on indices in its turn. */
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

	return {
		readProgress: reader.readProgress,
		async search(scope, query) {
			const { searched, analyzer: plain } = await openScope(scope);
			const analyzer = await withSynonyms(plain, query.synonyms);
			return run(scope, searched, (pace) => answerIndexQuery(searched, { analyzer, query }, pace));
		},
		async openFields(scope) {
			const { searched } = await openScope(scope);
			return createFieldCatalogue(searched.flatMap(({ index }) => index.segments));
		},
		async suggest(scope, text, countMax) {
			const { searched, analyzer } = await openScope(scope);
			const { hashid } = scope;
			const completion = { hashid, searched, analyzer, queries: reader.queriesOf(hashid) };
			return completer.complete(completion, { text, countMax }, (begin) => run(scope, searched, begin));
		},
		findByLink: async (scope, link) => answerLink((await openScope(scope)).searched, toLinkForms(link)),
		async select(scope, selection) {
			const { searched } = await openScope(scope);
			return run(scope, searched, (pace) => selectFacts(searched, selection, pace));
		},
		async findSimilar(scope, query) {
			const { indexNames } = scope;
			const names = [...new Set([...indexNames, query.item.indexName])];
			const { searched } = await openScope({ ...scope, indexNames: names });
			return run(scope, searched, (pace) => answerSimilar(searched, { indexNames, query }, pace));
		},
		async listNewest(scope, query) {
			const { searched } = await openScope(scope);
			return run(scope, searched, (pace) => answerNewest(searched, query, pace));
		},
		async describe(hashid, indexName) {
			const state = await findState(hashid, indexName, 'live');
			const index = state === undefined ? undefined : await look(state);
			if (state === undefined || index === undefined) return undefined;
			if (!('segments' in index)) {
				const { language } = toAnalyzer(state.locale, state.hasStopwords);
				const writesStored = Math.max(countWrites(state.end), index.writesWanted);
				const empty = { ...describeIndex({ segments: [] }), language, writesSearchable: 0, writesStored };
				return { ...empty, build: index, replacement: undefined };
			}
			const replacement = noteOutdated(state, index) ? findReplacement(state) : undefined;
			const { language, position } = index;
			const writesSearchable = countWrites(position);
			// What was read of the store may be older than what the indexer has published since.
			const writesStored = Math.max(countWrites(state.end), writesSearchable);
			return { ...describeIndex(index), language, writesSearchable, writesStored, build: undefined, replacement };
		},
		async readState(hashid, indexName) {
			const state = await findState(hashid, indexName, 'live');
			if (state === undefined) return 'missing';
			const index = await look(state);
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
