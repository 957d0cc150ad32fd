/**
 * The factors of a hit, whose product is its score. Each factor is one line of `factorValues`; `query/watch.ts` says how
 * the search tells what a factor was.
 */
import type { ExplainedFactor, FactorName } from '../../domain/query/explanation.ts';
import type { Segment } from '../index/segment/segment.ts';
import { preferenceGain } from '../query/prefer-matches.ts';
import { lackingFactor } from '../query/strict-matches.ts';
import { type StageName, stageNames, type WatchedDocument } from '../query/watch.ts';

export interface FactorSources {
	readonly watched: WatchedDocument;
	readonly segment: Segment;
	/** What the document's words are worth together. */
	readonly wordScore: number;
	/** Texts of the preferences that the document fits. */
	readonly preferred: readonly string[];
}

type Parts = ExplainedFactor['parts'];
type Value = number | { readonly value: number; readonly parts: Parts };

/** Scores are single-precision numbers, which have all their digits from 10⁻³⁸ on. */
const boostMin = 1e-30;

/** By name, in the order in which they apply: the value of each factor. */
const factorValues: Readonly<Record<FactorName, (sources: FactorSources) => Value>> = {
	words: ({ watched, segment, wordScore }) => {
		const boost = toBoost(segment, watched.document);
		// Of a score that was multiplied by 0, or by so little that digits are lost, nothing can be told.
		if (boost < boostMin) return watched.scores.has('words') ? wordScore : 0;
		return (watched.scores.get('words') ?? 0) / boost / toLacking(watched);
	},
	boost: ({ watched, segment }) => toBoost(segment, watched.document),
	all_words: ({ watched }) => toLacking(watched),
	popularity: ({ watched }) => toRatio(watched, 'popularity'),
	learned: ({ watched }) => toRatio(watched, 'learned'),
	preferred: ({ watched, preferred }) => ({
		value: toRatio(watched, 'preferred'),
		parts: preferred.map((name) => ({ name, value: preferenceGain })),
	}),
	title: ({ watched: { factors } }) => {
		const parts = Object.entries(factors?.title ?? {}).map(([name, value]) => ({ name, value }));
		return {
			value: parts.reduce((sum, part) => sum + part.value, 1),
			parts: parts.filter(({ value }) => value !== 0),
		};
	},
	fields: ({ watched: { factors } }) => factors?.fields ?? 1,
	similar: ({ watched: { factors } }) => factors?.similar ?? 1,
	exploration: ({ watched: { factors } }) => factors?.exploration ?? 1,
};

/** All factors, those that are 1 included. */
export function listFactors(sources: FactorSources): ExplainedFactor[] {
	return Object.entries(factorValues).map(([name, toValue]) => {
		const found = toValue(sources);
		return { name: name as FactorName, ...(typeof found === 'number' ? { value: found, parts: [] } : found) };
	});
}

function toBoost({ boosts }: Segment, document: number): number {
	return boosts?.[document] ?? 1;
}

function toLacking({ isLacking }: WatchedDocument): number {
	return isLacking ? lackingFactor : 1;
}

/** What a stage multiplied the score by. */
function toRatio({ scores }: WatchedDocument, stage: StageName): number {
	const after = scores.get(stage);
	const before = scores.get(stageNames[stageNames.indexOf(stage) - 1] as StageName);
	return after === undefined || before === undefined || before === 0 ? 1 : after / before;
}
