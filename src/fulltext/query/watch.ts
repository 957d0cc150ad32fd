/**
 * What happens to some documents while a search ranks them? An explanation runs a search again and watches the documents
 * that it is about; other searches watch none, and pay one comparison for each stage of a segment.
 *
 *     stage       words   learned   preferred          title     fields
 *     score       4.1     4.9       6.2                11.9      12.5
 *     factor              × 1.2     × 1.25             × 1.93    × 1.05
 *
 * **To explain another factor**, call `note` behind the loop that changes the scores, with a name from `stageNames`; or,
 * where only the best candidates get the factor, add it to `CandidateFactors`. Its line in `explain/list-factors.ts` makes it
 * part of all explanations.
 */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { TitleCorrections, TitleGains } from '../ranking/title-factor.ts';
import type { CommonFactors } from './document-factors.ts';
import type { DocumentRef } from './find-documents.ts';
import type { Grouping } from './group-matches.ts';
import { toScore } from './rank-tiers.ts';
import type { Scratch } from './scratch.ts';

/** What changes scores of matches, in order. */
export const stageNames = ['words', 'popularity', 'learned', 'preferred'] as const;
export type StageName = (typeof stageNames)[number];

/** What multiplies the scores of the best candidates. */
export interface CandidateFactors extends CommonFactors {
	readonly title: Readonly<TitleGains> & TitleCorrections;
	/** What the sum of its fields makes of the score, see `field-sums.ts`, and whether it has the noun, see `other-things.ts`. */
	readonly fields: number;
}

export interface KeepOptions {
	/** Undefined unless hits are grouped. */
	readonly grouping: Grouping | undefined;
	readonly pace: Pace;
}

/** Matches of a segment with their keys. */
export type KeyedMatches = Pick<Scratch, 'documents' | 'keys' | 'slotByDocument'> & { readonly count: number };

export interface Watch {
	/** A stage has ended for a segment. */
	note(stage: StageName, segmentIndex: number, matches: KeyedMatches): void;
	/** Of an attempt that needs only some of the words: 1 for each match of a segment that has all of them. */
	noteStrict(segmentIndex: number, strict: Uint8Array): void;
	/** These matches of a segment may be hits, by their final keys before titles are compared. */
	keep(segmentIndex: number, matches: KeyedMatches, options: KeepOptions): Steps<void>;
	/** The score of a candidate was multiplied. */
	multiply(ref: DocumentRef, factors: CandidateFactors): void;
}

/** What was seen of a document. */
export interface WatchedDocument extends DocumentRef {
	/** Its score behind each stage that it was a match in. */
	readonly scores: Map<StageName, number>;
	/** Whether its score is lowered for words that it lacks. */
	isLacking: boolean;
	/** Its key as a possible hit; undefined when it is none. */
	key: number | undefined;
	factors: CandidateFactors | undefined;
	/** Its group, 0 for none; undefined unless hits are grouped. */
	group: number | undefined;
}

/** A power of 2. */
const slotCount = 4096;

export interface DocumentWatch extends Watch {
	readonly documents: readonly WatchedDocument[];
}

interface Watching {
	readonly bySegment: ReadonlyMap<number, readonly WatchedDocument[]>;
}

/** Watches these documents. Cost: O(matches) for each stage. */
export function createWatch(refs: readonly DocumentRef[]): DocumentWatch {
	const documents = refs.map(
		({ segmentIndex, document }): WatchedDocument => ({
			...{ segmentIndex, document, scores: new Map() },
			...{ isLacking: false, key: undefined, factors: undefined, group: undefined },
		}),
	);
	const watching = { bySegment: Map.groupBy(documents, ({ segmentIndex }) => segmentIndex) };
	return {
		documents,
		note(stage, segmentIndex, matches) {
			for (const { of, key } of findWatched(watching, segmentIndex, matches)) of.scores.set(stage, toScore(key));
		},
		noteStrict(segmentIndex, strict) {
			for (const of of watching.bySegment.get(segmentIndex) ?? []) of.isLacking = strict[of.document] === 0;
		},
		keep: (segmentIndex, matches, options) => keep(watching, { ...matches, segmentIndex }, options),
		multiply({ segmentIndex, document }, factors) {
			const of = watching.bySegment.get(segmentIndex)?.find((one) => one.document === document);
			if (of !== undefined) of.factors = factors;
		},
	};
}

function* keep(
	watching: Watching,
	{ segmentIndex, ...matches }: KeyedMatches & { readonly segmentIndex: number },
	{ grouping, pace }: KeepOptions,
): Steps<void> {
	for (const of of watching.bySegment.get(segmentIndex) ?? []) of.group = grouping?.toGroup(segmentIndex, of.document);
	for (const { of, key } of findWatched(watching, segmentIndex, matches)) of.key = key;
	if (pace.isDue()) yield;
}

/** The watched documents among matches, with their keys. */
function findWatched({ bySegment }: Watching, segmentIndex: number, { documents, keys, count }: KeyedMatches) {
	const found: { readonly of: WatchedDocument; readonly key: number }[] = [];
	const here = bySegment.get(segmentIndex);
	if (here === undefined) return found;
	const byDocument = new Map(here.map((of) => [of.document, of]));
	// Most matches are ruled out by one bit of their number.
	const isWatched = new Uint8Array(slotCount);
	for (const { document } of here) isWatched[document & (slotCount - 1)] = 1;
	for (let index = 0; index < count; index++) {
		const document = documents[index] as number;
		if (isWatched[document & (slotCount - 1)] === 0) continue;
		const of = byDocument.get(document);
		if (of !== undefined) found.push({ of, key: keys[index] as number });
	}
	return found;
}
