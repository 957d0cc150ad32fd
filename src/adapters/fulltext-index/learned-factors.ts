/**
 * From what was learned to the factors of a search: the items of the query, and behind them those that are popular
 * whatever is asked.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventItem } from '../../domain/event/shopper-event.ts';
import type { IndexQuery } from '../../domain/query/index-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import { type ItemFactor, toDocumentFactors } from '../../fulltext/query/document-factors.ts';
import { findDocument } from '../../fulltext/query/find-documents.ts';
import type { DocumentFactors, Exploration, IndexView, LiveSegment } from '../../fulltext/query/index-view.ts';
import { readTraits, type SegmentTraits, toSegmentTraits } from '../../fulltext/query/item-traits.ts';
import { toQueryStems } from '../../fulltext/query/query-stems.ts';
import type { Lessons } from '../../learning/click-learner.ts';
import { splitItemName, toItemName } from '../../learning/item-name.ts';
import {
	type FactorReasons,
	type LearnedFactor,
	type LearnedRanking,
	learnSteps,
	type RankedQuery,
} from '../../learning/learned-ranking.ts';
import { type Cache, createCache } from '../../lib/cache.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { hashTexts } from '../../lib/text-hash.ts';

export interface LearnedScope {
	readonly hashid: string;
	readonly lessons: Lessons | undefined;
	readonly analyzer: Analyzer;
	readonly searched: readonly { readonly indexName: string; readonly index: Pick<IndexView, 'segments'> }[];
}

type LearnedQuery = Pick<IndexQuery, 'text' | 'learned'>;

export interface LearnedFactors {
	/**
	 * Resolves when what was learned of the engine is prepared for the first time, or is still not after a while. Afterwards
	 * at once: searches use what was learned before. To be awaited before `find`.
	 */
	prepare(scope: LearnedScope, query: LearnedQuery): Promise<void> | undefined;
	/** What was learned for a search, by segment of the scope; undefined when nothing was. */
	find(scope: LearnedScope, query: LearnedQuery): LearnedView | undefined;
	/** Why an item has the factor that `find` gave it in this view; undefined for an item without one of its own. */
	explain(
		scope: Pick<LearnedScope, 'analyzer'>,
		query: LearnedQuery,
		view: Pick<LearnedView, 'ranking'> | undefined,
	): (item: EventItem) => FactorReasons | undefined;
}

export interface LearnedView extends Pick<IndexView, 'factors' | 'traits' | 'exploration'> {
	/** Where all this comes from. */
	readonly ranking: LearnedRanking;
}

/** What is known of an engine in this thread. */
interface Prepared {
	/** What the ranking is of, or will be of once it is prepared; undefined when preparing failed. */
	of: Learned | undefined;
	/** Undefined until it is prepared for the first time; then of the lessons before while new ones are prepared. */
	ranking: LearnedRanking | undefined;
	/** Fulfilled when the ranking of `of` is prepared, or could not be. */
	ending: Promise<void>;
	/** Of the ranking, by strength. */
	tables: Cache<number, FactorTables>;
}

/** What follows from a ranking at one strength. */
interface FactorTables {
	/** By index, and by segment: of the popular items. */
	readonly popular: ReadonlyMap<string, readonly ItemFactor[]>;
	readonly ofSegments: WeakMap<Segment, { readonly factors: DocumentFactors | undefined }>;
	/** By the segments of the first index, which must not be kept for it, and by the words and the indices of a search. */
	readonly ofQueries: WeakMap<readonly LiveSegment[], Cache<string, QueryFactors>>;
}

/** What was learned for the words of a search; valid as long as the lists of segments are the same objects. */
interface QueryFactors {
	/** They may have been replaced since, and must not be kept for this. */
	readonly segments: readonly WeakRef<readonly LiveSegment[]>[];
	/** By segment of the scope, with those of popular items. */
	readonly factors: readonly (DocumentFactors | undefined)[];
	/** By segment of the scope; undefined when nothing was learned for the query. */
	readonly traits: readonly SegmentTraits[] | undefined;
	/** How much of what may be known of the items is unknown: 0 … 1. */
	readonly doubt: number;
}

const enginesMax = 2_000;
/** How long the first search of an engine waits: far longer than most need, and not longer than a shopper would. */
const firstWaitMs = 500;
/** That of shoppers, and those that an owner tries meanwhile. */
const strengthsMax = 3;
/** For each engine and strength: some kilobytes each, and 30 with as many popular items as there can be. */
const queriesMax = 100;

/**
 * @param run runs work of an engine in time slices: preparing takes some hundred milliseconds for a large shop, and
 * searches use what was learned before until it ends; only the first one waits
 * @param waitMsMax for how long
 */
export function createLearnedFactors(
	run: (hashid: string, begin: (pace: Pace) => Steps<LearnedRanking>) => LearnedRanking | Promise<LearnedRanking>,
	waitMsMax = firstWaitMs,
): LearnedFactors {
	const engines = createCache<string, Prepared>({ entriesMax: enginesMax });

	async function prepare(engine: Prepared, hashid: string, { lessons, analyzer }: Learned): Promise<void> {
		const { of } = engine;
		try {
			const toStems = (text: string) => toQueryStems(analyzer, text);
			const ranking = await run(hashid, (pace) => learnSteps(lessons, toStems, pace));
			if (engine.of === of) Object.assign(engine, { ranking, tables: createTables() });
		} catch {
			// The thread is too busy: the next search tries again.
			if (engine.of === of) engine.of = undefined;
		}
	}

	function findEngine({ hashid, lessons, analyzer }: LearnedScope): Prepared | undefined {
		if (lessons === undefined) {
			engines.delete(hashid);
			return undefined;
		}
		const known = engines.get(hashid);
		if (known?.of?.lessons === lessons && known.of.analyzer === analyzer) return known;
		const engine: Prepared = known ?? {
			of: undefined,
			ranking: undefined,
			tables: createTables(),
			ending: Promise.resolve(),
		};
		engine.of = { lessons, analyzer };
		engines.set(hashid, engine);
		engine.ending = prepare(engine, hashid, { lessons, analyzer });
		return engine;
	}

	function find(scope: LearnedScope, { text, learned }: LearnedQuery): LearnedView | undefined {
		if (learned === undefined || learned.strength === 0) return undefined;
		const { strength, seed } = learned;
		const engine = findEngine(scope);
		if (engine?.ranking?.hasLearned !== true) return undefined;
		const { ranking } = engine;
		const tables = engine.tables.get(strength) ?? toTables(ranking, strength);
		engine.tables.set(strength, tables);
		const words = toQueryStems(scope.analyzer, text);
		const { factors, traits, doubt } = findQuery(tables, scope, { ranking, words, strength });
		if (traits === undefined) return { ranking, factors };
		const view = { ranking, factors, traits };
		if (seed === undefined) return view;
		return { ...view, exploration: toExploration(`${seed} ${words.join(' ')}`, { strength, doubt }) };
	}

	return {
		prepare(scope, { learned }) {
			const engine = learned === undefined || learned.strength === 0 ? undefined : findEngine(scope);
			if (engine === undefined || engine.ranking !== undefined) return undefined;
			return Promise.race([engine.ending, pause(waitMsMax, undefined, { ref: false })]);
		},
		find,
		explain({ analyzer }, { text, learned }, view) {
			const ranking = view?.ranking;
			if (learned === undefined || learned.strength === 0 || ranking === undefined) return () => undefined;
			const { strength } = learned;
			// What was learned for the words counts, and otherwise what holds whatever is asked.
			const ranked = [
				...ranking.listPopular(strength),
				...ranking.rank({ words: toQueryStems(analyzer, text), strength, toTraits: () => [] }).factors,
			];
			const reasons = new Map(ranked.map(({ itemName, reasons: of }) => [itemName, of]));
			return (item) => reasons.get(toItemName(item));
		},
	};
}

interface Learned {
	readonly lessons: Lessons;
	readonly analyzer: Analyzer;
}

function createTables(): Cache<number, FactorTables> {
	return createCache({ entriesMax: strengthsMax });
}

function toTables(ranking: LearnedRanking, strength: number): FactorTables {
	return {
		popular: groupByIndex(ranking.listPopular(strength)),
		ofSegments: new WeakMap(),
		ofQueries: new WeakMap(),
	};
}

interface RankedWords {
	readonly ranking: LearnedRanking;
	readonly words: readonly string[];
	readonly strength: number;
}

/** Popular searches are asked again and again, and looking up their items takes as long as a tenth of a search. */
function findQuery(tables: FactorTables, scope: LearnedScope, ranked: RankedWords): QueryFactors {
	const { ofQueries } = tables;
	const { searched } = scope;
	const segments = searched.map(({ index }) => index.segments);
	const [first] = segments;
	const rank = () => ({ segments: segments.map((list) => new WeakRef(list)), ...rankQuery(tables, scope, ranked) });
	if (first === undefined) return rank();
	const entries = ofQueries.get(first) ?? createCache<string, QueryFactors>({ entriesMax: queriesMax });
	ofQueries.set(first, entries);
	const key = JSON.stringify([ranked.words, searched.map(({ indexName }) => indexName)]);
	const known = entries.get(key);
	if (known !== undefined && segments.every((list, at) => list === known.segments[at]?.deref())) return known;
	const fresh = rank();
	entries.set(key, fresh);
	return fresh;
}

function rankQuery(tables: FactorTables, scope: LearnedScope, { ranking, words, strength }: RankedWords) {
	const toTraits = (itemName: string) => readItemTraits(scope, itemName);
	const { factors, similar, doubt } = ranking.rank({ words, strength, toTraits });
	const ofQuery = groupByIndex(factors);
	const segments = scope.searched.flatMap(({ index, indexName }) =>
		index.segments.map((entry) => ({ entry, indexName })),
	);
	const all = segments.map(({ entry, indexName }) => {
		const own = toDocumentFactors(entry, ofQuery.get(indexName) ?? []);
		const popular = findPopular(tables, indexName, entry.segment);
		return own === undefined || popular === undefined ? (own ?? popular) : new Map([...popular, ...own]);
	});
	const traits = similar && segments.map(({ entry }) => toTraitsOf(entry, similar, strength));
	return { factors: all, traits, doubt };
}

/** Undefined for an item that is not in the indices of the search. */
function readItemTraits({ searched }: LearnedScope, itemName: string): readonly string[] | undefined {
	const { indexName, key } = splitItemName(itemName);
	const segments = searched.find((one) => one.indexName === indexName)?.index.segments ?? [];
	const found = findDocument({ segments }, key);
	const segment = found && segments[found.segmentIndex]?.segment;
	return segment && readTraits(segment, found.document);
}

function toTraitsOf(
	{ segment }: LiveSegment,
	{ traits, otherSquaredImportance, doubt }: NonNullable<RankedQuery['similar']>,
	strength: number,
): SegmentTraits {
	return toSegmentTraits(segment, { worths: traits, otherSquaredImportance, doubt, factorMax: 1 + strength });
}

/** How far chance moves an item of which nothing is known, as a logarithm, at strength 1. */
const exploredRange = 0.5;

/** What is known of the items of a query is explored less, the more is known. */
function toExploration(text: string, { strength, doubt }: { strength: number; doubt: number }): Exploration {
	const range = exploredRange * strength;
	return { seed: hashTexts([text]), range, rangeOfKnown: range * doubt };
}

function findPopular({ popular, ofSegments }: FactorTables, indexName: string, segment: Segment) {
	const known = ofSegments.get(segment) ?? { factors: toDocumentFactors({ segment }, popular.get(indexName) ?? []) };
	ofSegments.set(segment, known);
	return known.factors;
}

function groupByIndex(factors: readonly LearnedFactor[]): Map<string, ItemFactor[]> {
	return Map.groupBy(
		factors.map(({ itemName, factor }) => ({ ...splitItemName(itemName), factor })),
		({ indexName }) => indexName,
	);
}
