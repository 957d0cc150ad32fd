/**
 * Answers of searches are kept: an equal query gets the answer of the one before, until something that it depends on has
 * changed. Whatever may change is an object that never does, and is replaced by another one:
 *
 *     an item, a deletion, a rebuilt index     the list of segments of an index
 *     synonyms, words, language                the analyzer
 *     weights of fields                        the weights of the query
 *     what shoppers taught                     the ranking, while anything is learned
 *
 * Everything else is in the query, which is the key. The session is part of it only where the list depends on it. The
 * objects are not held, so that segments that were replaced leave the memory.
 */
import type { FacetAnswer } from '../../domain/query/facet-kind.ts';
import type { IndexAnswer, IndexQuery } from '../../domain/query/index-query.ts';
import { createCache } from '../../lib/cache.ts';
import type { AskedQuery, SearchedIndex } from './answer-index-query.ts';
import type { LearnedView } from './learned-factors.ts';

export interface KeptAnswersOptions {
	/** About as much memory is used; 0: none, and nothing is kept. */
	readonly bytesMax: number;
	readonly monotonicMs: () => number;
}

export interface AnsweredQuery {
	readonly hashid: string;
	readonly searched: readonly SearchedIndex[];
	readonly asked: Pick<AskedQuery, 'analyzer' | 'query'> & { readonly learned: LearnedView | undefined };
}

export interface KeptAnswers {
	/** The answer to an equal query, or else what `search` returns, which is kept. */
	find(query: AnsweredQuery, search: () => IndexAnswer | Promise<IndexAnswer>): IndexAnswer | Promise<IndexAnswer>;
}

interface KeptAnswer {
	readonly answer: IndexAnswer;
	readonly dependsOn: readonly WeakRef<object>[];
}

/** Longer than a popular query is away; what is not asked again is evicted by what is. */
const ageMsMax = 60_000;
/** Longer queries are not repeated by others. */
const keyLengthMax = 4_000;
/** Of an answer, a hit and a value of a facet, without their texts. */
const recordBytes = { answer: 1_000, hit: 120, value: 80 } as const;
const nothingLearned = {};

export function createKeptAnswers({ bytesMax, monotonicMs }: KeptAnswersOptions): KeptAnswers {
	if (bytesMax === 0) return { find: (_query, search) => search() };
	const kept = createCache<string, KeptAnswer>({
		weightMax: bytesMax,
		weigh: ({ answer }, key) => 2 * key.length + weighAnswer(answer),
		entryWeightMax: Math.ceil(bytesMax / 16),
		...{ ageMsMax, monotonicMs },
	});
	return {
		find(query, search) {
			if (query.asked.query.hasHighlights === true) return search();
			const key = toKey(query);
			if (key.length > keyLengthMax) return search();
			const dependsOn = listDependencies(query);
			const known = kept.get(key);
			if (known !== undefined && areSame(known.dependsOn, dependsOn)) return known.answer;
			const keep = (answer: IndexAnswer): IndexAnswer => {
				kept.set(key, { answer, dependsOn: dependsOn.map((object) => new WeakRef(object)) });
				return answer;
			};
			const answer = search();
			return answer instanceof Promise ? answer.then(keep) : keep(answer);
		},
	};
}

/** All of the query that is not an object of `listDependencies`. */
function toKey({ hashid, searched, asked }: AnsweredQuery): string {
	const { synonyms, stopWords, exactWords, weights, learned, ...rest } = asked.query;
	const names = searched.map(({ indexName }) => indexName);
	const weighed = weights?.map(({ indexName }) => indexName);
	return JSON.stringify([hashid, names, weighed, toLearnedKey(asked, learned), rest]);
}

/** The session counts where unknown items are tried with it, or the list is interleaved for it. */
function toLearnedKey({ learned }: AnsweredQuery['asked'], asked: IndexQuery['learned']) {
	if (learned === undefined || asked === undefined) return null;
	const { strength, ...personal } = asked;
	const isPersonal = learned.exploration !== undefined || personal.isInterleaved === true;
	return isPersonal ? asked : { strength };
}

function listDependencies({ searched, asked }: AnsweredQuery): readonly object[] {
	const { analyzer, query, learned } = asked;
	return [
		analyzer,
		learned?.ranking ?? nothingLearned,
		...searched.map(({ index }) => index.segments),
		...(query.weights ?? []).map(({ weights }) => weights),
	];
}

function areSame(known: readonly WeakRef<object>[], now: readonly object[]): boolean {
	return known.length === now.length && now.every((object, at) => known[at]?.deref() === object);
}

function weighAnswer({ hits, facets }: IndexAnswer): number {
	const ofHits = hits.reduce((sum, { id, groupId = '' }) => sum + recordBytes.hit + id.length + groupId.length, 0);
	return recordBytes.answer + ofHits + facets.reduce((sum, facet) => sum + weighFacet(facet), 0);
}

function weighFacet(facet: FacetAnswer): number {
	if (facet.kind === 'range') return recordBytes.value;
	const buckets = facet.kind === 'terms' ? facet.buckets : facet.levels.flatMap((level) => level.buckets);
	return [...buckets, ...facet.selected].reduce((sum, { value }) => sum + recordBytes.value + value.length, 0);
}
