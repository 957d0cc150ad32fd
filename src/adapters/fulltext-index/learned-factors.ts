/**
 * From what was learned to the factors of a search: the items of the query, and behind them those that are popular
 * whatever is asked.
 */
import type { LearnedSearch } from '../../domain/query/index-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import { type ItemFactor, toDocumentFactors } from '../../fulltext/query/document-factors.ts';
import type { DocumentFactors } from '../../fulltext/query/index-view.ts';
import { toQueryStems } from '../../fulltext/query/query-stems.ts';
import type { Lessons } from '../../learning/click-learner.ts';
import { splitItemName } from '../../learning/item-name.ts';
import { createLearnedRanking, type LearnedFactor, type LearnedRanking } from '../../learning/learned-ranking.ts';
import type { SearchedIndex } from './answer-index-query.ts';

export interface LearnedScope {
	readonly lessons: Lessons | undefined;
	readonly analyzer: Analyzer;
	readonly searched: readonly SearchedIndex[];
}

/** By segment of the scope, the factors of a search; undefined when nothing was learned. */
export type ToFactors = (
	scope: LearnedScope,
	query: { readonly text: string; readonly learned?: LearnedSearch },
) => readonly (DocumentFactors | undefined)[] | undefined;

/** What is prepared for one message of lessons. */
interface Prepared {
	readonly language: string;
	readonly ranking: LearnedRanking;
	strength: number;
	/** By index, and by segment: of the popular items at this strength. */
	popular: ReadonlyMap<string, readonly ItemFactor[]>;
	ofSegments: WeakMap<Segment, { readonly factors: DocumentFactors | undefined }>;
}

export function createToFactors(): ToFactors {
	/** By lessons, so that what was prepared is released when they are replaced. */
	const prepared = new WeakMap<Lessons, Prepared>();

	function prepare(lessons: Lessons, analyzer: Analyzer): Prepared {
		const known = prepared.get(lessons);
		if (known?.language === analyzer.language) return known;
		const ranking = createLearnedRanking(lessons, (text) => toQueryStems(analyzer, text));
		const { language } = analyzer;
		const made: Prepared = {
			...{ language, ranking, strength: Number.NaN },
			popular: new Map(),
			ofSegments: new WeakMap(),
		};
		prepared.set(lessons, made);
		return made;
	}

	return ({ lessons, analyzer, searched }, { text, learned }) => {
		if (lessons === undefined || learned === undefined || learned.strength === 0) return undefined;
		const ready = prepare(lessons, analyzer);
		if (!ready.ranking.hasLearned) return undefined;
		const { strength } = learned;
		if (ready.strength !== strength) {
			ready.strength = strength;
			ready.popular = groupByIndex(ready.ranking.listPopular(strength));
			ready.ofSegments = new WeakMap();
		}
		const ofQuery = groupByIndex(ready.ranking.rank({ words: toQueryStems(analyzer, text), strength }));
		return searched.flatMap(({ index, indexName }) =>
			index.segments.map((entry) => {
				const popular = findPopular(ready, indexName, entry.segment);
				const own = toDocumentFactors(entry, ofQuery.get(indexName) ?? []);
				return own === undefined || popular === undefined ? (own ?? popular) : new Map([...popular, ...own]);
			}),
		);
	};
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
