/** Is a document a hit, and at which rank with which factors; or which rules leave it out? */

import { toItemKey } from '../../domain/item/dfid.ts';
import { idField } from '../../domain/item/item-id.ts';
import {
	type Absence,
	type ExplainedDocument,
	type ExplainedHit,
	type TierName,
	tierNames,
} from '../../domain/query/explanation.ts';
import type { Steps } from '../../lib/steps.ts';
import type { Segment } from '../index/segment/segment.ts';
import { decodeString } from '../index/segment/sorted-strings.ts';
import { readGroupId, readItemKey } from '../query/document-values.ts';
import type { DocumentRef } from '../query/find-documents.ts';
import type { LiveSegment } from '../query/index-view.ts';
import { toScore, toTiers } from '../query/rank-tiers.ts';
import type { Hit } from '../query/search-answer.ts';
import type { WatchedDocument } from '../query/watch.ts';
import type { CountedRank } from './count-better.ts';
import type { ExplainedView } from './explained-view.ts';
import { findAbsences, findPreferred, readValues } from './find-absences.ts';
import { listFactors } from './list-factors.ts';
import type { DocumentMatch } from './match-document.ts';
import type { RecordedAnswer } from './search-recorder.ts';

/** What is known of the search that documents are described in. */
export interface DescribedSearch {
	readonly view: ExplainedView;
	readonly answered: RecordedAnswer;
	/** Those that paging reaches, from the first on. */
	readonly hits: readonly Hit[];
	/** By `toHitName`, the index in `hits`. */
	readonly rankOf: ReadonlyMap<string, number>;
	/** Of documents that paging does not reach. */
	readonly counted: ReadonlyMap<WatchedDocument, CountedRank>;
	readonly match: (ref: DocumentRef) => DocumentMatch;
	/** Whether hits have scores. */
	readonly isScored: boolean;
}

export interface DescribedDocument {
	readonly document: ExplainedDocument;
	readonly hit: ExplainedHit | undefined;
	readonly absences: readonly Absence[];
}

export function toHitName({ segmentIndex, id }: Pick<Hit, 'segmentIndex' | 'id'>): string {
	return `${segmentIndex} ${id}`;
}

/** Cost: that of matching the document, and for one that is no hit that of each filter. */
export function* describeDocument(search: DescribedSearch, watched: WatchedDocument): Steps<DescribedDocument> {
	const match = search.match(watched);
	const document = toDocument(search.view, watched, match);
	const index = search.rankOf.get(toHitName({ ...watched, id: document.id }));
	if (index !== undefined) {
		const { score } = search.hits[index] as Hit;
		return { document, hit: yield* toHit(search, { watched, document, rank: index + 1, score }), absences: [] };
	}
	const absences = yield* findAbsences(search.answered, watched, match);
	const grouped = absences.length > 0 ? undefined : findGroupAbsence(search, watched);
	if (absences.length > 0 || grouped !== undefined) {
		return { document, hit: undefined, absences: grouped === undefined ? absences : [grouped] };
	}
	// What passes every rule and is not among the hits was counted behind them.
	const { rank } = search.counted.get(watched) as CountedRank;
	const score = search.isScored ? toScore(watched.key ?? 0) : 0;
	return { document, hit: yield* toHit(search, { watched, document, rank, score }), absences: [] };
}

function toDocument(
	{ segments, indexNames }: ExplainedView,
	ref: DocumentRef,
	match: DocumentMatch,
): ExplainedDocument {
	const { segment } = segments[ref.segmentIndex] as LiveSegment;
	return {
		indexName: indexNames[ref.segmentIndex] as string,
		itemKey: readItemKey(segment, ref.document),
		id: decodeString(segment.ids, ref.document),
		title: undefined,
		words: match.words.map((word) => ({ ...word, fieldNames: [] })),
		missing: match.missing,
		share: match.share,
	};
}

interface Ranked extends Pick<ExplainedHit, 'rank' | 'score'> {
	readonly watched: WatchedDocument;
	readonly document: ExplainedDocument;
}

function* toHit(
	{ view, answered, isScored }: DescribedSearch,
	{ watched, document, rank, score }: Ranked,
): Steps<ExplainedHit> {
	const { segment } = view.segments[watched.segmentIndex] as LiveSegment;
	const preferred = isScored ? yield* findPreferred(answered, watched) : [];
	const { sort, popularity = [] } = answered.gathered.request;
	const wordScore = document.words.reduce((sum, word) => sum + word.score, 0);
	const sorted = sort.flatMap((rule) => (rule.kind === 'field' ? [rule.fieldName] : []));
	return {
		...document,
		rank,
		score,
		tiers: listTiers(watched.key ?? 0),
		factors: isScored ? listFactors({ watched, segment, wordScore, preferred }) : [],
		isTitleCompared: watched.factors !== undefined,
		learned: undefined,
		sortValues: sorted.map((fieldName) => ({ fieldName, ...toSortValues(segment, fieldName, watched) })),
		popularityValues: popularity
			.filter(({ indexName }) => indexName === document.indexName)
			.flatMap(({ fields }) => fields)
			.map(({ fieldName }) => ({ fieldName, numbers: readValues(segment, fieldName, watched).numbers })),
	};
}

function toSortValues(segment: Segment, fieldName: string, watched: WatchedDocument) {
	if (fieldName === idField) return { texts: [decodeString(segment.ids, watched.document)], numbers: [] };
	return readValues(segment, fieldName, watched);
}

function listTiers(key: number): TierName[] {
	const { isIdentified, isLiftedInStock } = toTiers(key);
	const lifted: Readonly<Record<TierName, boolean>> = {
		identifier: isIdentified,
		in_stock: isLiftedInStock,
	};
	return tierNames.filter((name) => lifted[name]);
}

/** Whether another document of the group stands for this one, which passes everything else. */
function findGroupAbsence(search: DescribedSearch, watched: WatchedDocument): Absence | undefined {
	const { view, answered, hits, counted } = search;
	const { segmentIndex, document } = watched;
	const { segment } = view.segments[segmentIndex] as LiveSegment;
	const groupId = answered.gathered.request.isGrouped ? readGroupId(segment, document) : undefined;
	if (groupId === undefined) return undefined;
	const indexOf = (at: number) => view.indexNames[at];
	const listed = hits.findIndex(
		(hit) => hit.groupId === groupId && indexOf(hit.segmentIndex) === indexOf(segmentIndex),
	);
	const leader = listed >= 0 ? toLeader(view, hits[listed] as Hit, listed + 1) : undefined;
	if (leader !== undefined) return { kind: 'grouped', groupId, leader };
	const other = counted.get(watched)?.leader;
	if (other === undefined && watched.key !== undefined) return undefined;
	return { kind: 'grouped', groupId, leader: other && toLeaderOf(view, other) };
}

function toLeaderOf(view: ExplainedView, { segmentIndex, document }: DocumentRef) {
	const { segment } = view.segments[segmentIndex] as LiveSegment;
	return toLeader(view, { segmentIndex, id: decodeString(segment.ids, document) }, undefined);
}

function toLeader(
	view: ExplainedView,
	{ segmentIndex, id }: Pick<Hit, 'segmentIndex' | 'id'>,
	rank: number | undefined,
) {
	return { indexName: view.indexNames[segmentIndex] as string, itemKey: toItemKey(id), id, rank };
}
