/**
 * From what was learned to the factors of a search: the items of the query, and behind them those that are popular
 * whatever is asked.
 */
import type { LearnedSearch } from '../../domain/query/index-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import { type ItemFactor, toDocumentFactors } from '../../fulltext/query/document-factors.ts';
import { findDocument } from '../../fulltext/query/find-documents.ts';
import type { DocumentFactors, Exploration, IndexView } from '../../fulltext/query/index-view.ts';
import { readKinds } from '../../fulltext/query/item-kinds.ts';
import { toQueryStems } from '../../fulltext/query/query-stems.ts';
import type { Lessons } from '../../learning/click-learner.ts';
import { splitItemName } from '../../learning/item-name.ts';
import {
	type FactorReasons,
	type LearnedFactor,
	type LearnedRanking,
	learnSteps,
} from '../../learning/learned-ranking.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { SearchedIndex } from './answer-index-query.ts';

export interface LearnedScope {
	readonly hashid: string;
	readonly lessons: Lessons | undefined;
	readonly analyzer: Analyzer;
	readonly searched: readonly SearchedIndex[];
}

/** What was learned for a search, by segment of the scope; undefined when nothing was. */
export type ToFactors = (
	scope: LearnedScope,
	query: { readonly text: string; readonly learned?: LearnedSearch },
) => LearnedView | undefined;

export type LearnedView = Pick<IndexView, 'factors' | 'kindFactors' | 'exploration'>;

/** What is known of an engine in this thread. */
interface Prepared {
	lessons: Lessons;
	language: string;
	/** Undefined until it is prepared for the first time; then of the lessons before while new ones are prepared. */
	ranking: LearnedRanking | undefined;
	strength: number;
	/** By index, and by segment: of the popular items at this strength. */
	popular: ReadonlyMap<string, readonly ItemFactor[]>;
	ofSegments: WeakMap<Segment, { readonly factors: DocumentFactors | undefined }>;
}

/**
 * @param run runs work of an engine in time slices: preparing takes some hundred milliseconds for a large shop, and
 * searches use what was learned before until it ends
 */
export function createToFactors(
	run: (hashid: string, begin: (pace: Pace) => Steps<LearnedRanking>) => LearnedRanking | Promise<LearnedRanking>,
): ToFactors {
	const engines = new Map<string, Prepared>();

	async function prepare(engine: Prepared, { hashid, analyzer }: LearnedScope): Promise<void> {
		const { lessons } = engine;
		try {
			const toStems = (text: string) => toQueryStems(analyzer, text);
			const ranking = await run(hashid, (pace) => learnSteps(lessons, toStems, pace));
			if (engine.lessons !== lessons) return;
			Object.assign(engine, { ranking, strength: Number.NaN });
		} catch {
			// The thread is too busy: the next search tries again.
			if (engine.lessons === lessons) engine.language = '';
		}
	}

	function findEngine(scope: LearnedScope): Prepared | undefined {
		const { hashid, lessons, analyzer } = scope;
		if (lessons === undefined) {
			engines.delete(hashid);
			return undefined;
		}
		const { language } = analyzer;
		const known = engines.get(hashid);
		if (known?.lessons === lessons && known.language === language) return known;
		const tables = {
			popular: new Map<string, readonly ItemFactor[]>(),
			ofSegments: new WeakMap() as Prepared['ofSegments'],
		};
		const engine: Prepared = known ?? { lessons, language, ranking: undefined, strength: Number.NaN, ...tables };
		Object.assign(engine, { lessons, language });
		engines.set(hashid, engine);
		void prepare(engine, scope);
		return engine;
	}

	return (scope, { text, learned }) => {
		if (learned === undefined || learned.strength === 0) return undefined;
		const engine = findEngine(scope);
		if (engine?.ranking?.hasLearned !== true) return undefined;
		const { ranking } = engine;
		const { strength } = learned;
		if (engine.strength !== strength) {
			engine.strength = strength;
			engine.popular = groupByIndex(ranking.listPopular(strength));
			engine.ofSegments = new WeakMap();
		}
		const words = toQueryStems(scope.analyzer, text);
		const ranked = ranking.rank({ words, strength });
		const ofQuery = groupByIndex(ranked);
		const factors = scope.searched.flatMap(({ index, indexName }) =>
			index.segments.map((entry) => {
				const popular = findPopular(engine, indexName, entry.segment);
				const own = toDocumentFactors(entry, ofQuery.get(indexName) ?? []);
				return own === undefined || popular === undefined ? (own ?? popular) : new Map([...popular, ...own]);
			}),
		);
		if (ranked.length === 0) return { factors };
		const { seed } = learned;
		const kindFactors = toKindFactors(scope, ranked, (reasons) => ranking.toSharedFactor(reasons, strength));
		const view = { factors, kindFactors };
		return seed === undefined ? view : { ...view, exploration: toExploration(`${seed} ${words.join(' ')}`, strength) };
	};
}

/** The categories and types of the items of a query, with what their shoppers' choices have in common. */
function toKindFactors(
	{ searched }: LearnedScope,
	ranked: readonly LearnedFactor[],
	toFactor: (reasons: readonly FactorReasons[]) => number,
): ReadonlyMap<string, number> {
	const byKind = new Map<string, FactorReasons[]>();
	for (const { itemName, reasons } of ranked) {
		const { indexName, key } = splitItemName(itemName);
		const segments = searched.filter((one) => one.indexName === indexName).flatMap(({ index }) => index.segments);
		const found = findDocument({ segments }, key);
		const segment = found && segments[found.segmentIndex]?.segment;
		if (found === undefined || segment === undefined) continue;
		for (const kind of new Set(readKinds(segment, found.document))) {
			const list = byKind.get(kind) ?? [];
			byKind.set(kind, list);
			list.push(reasons);
		}
	}
	const factors = Array.from(byKind, ([kind, reasons]) => [kind, toFactor(reasons)] as const);
	return new Map(factors.filter(([, factor]) => factor !== 1));
}

/** Items of which nothing is known for a query are tried: each with one shopper in ten. */
const exploredShare = 0.1;
/** How far they are raised, as a share of the strength. */
const exploredRise = 0.2;

function toExploration(text: string, strength: number): Exploration {
	// FNV-1a.
	let seed = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
	return { seed: seed >>> 0, share: exploredShare, factor: 1 + exploredRise * strength };
}

function findPopular({ popular, ofSegments }: Prepared, indexName: string, segment: Segment) {
	const known = ofSegments.get(segment) ?? { factors: toDocumentFactors({ segment }, popular.get(indexName) ?? []) };
	ofSegments.set(segment, known);
	return known.factors;
}

function groupByIndex(factors: readonly LearnedFactor[]): Map<string, ItemFactor[]> {
	const groups = new Map<string, ItemFactor[]>();
	for (const { itemName, factor } of factors) {
		const { indexName, key } = splitItemName(itemName);
		groups.set(indexName, [...(groups.get(indexName) ?? []), { key, factor }]);
	}
	return groups;
}
