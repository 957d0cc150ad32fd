/** Which match represents its group? The best one by all sort rules. An item without a group represents itself. */
import { entriesPerCheck, type Pace, type Steps } from '../../lib/steps.ts';
import { type GlobalOrdinals, toGlobalOrdinals } from '../index/segment/global-ordinals.ts';
import { groupFieldName } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { findEntries, walkColumn } from './column-walk.ts';
import type { IndexView } from './index-view.ts';
import { type Ranking, type ScoredMatches, writeRuleKeys } from './pick-hits.ts';
import type { Scratch } from './scratch.ts';
import { countStrict } from './strict-matches.ts';

type GroupedMatches = ScoredMatches & Pick<Scratch, 'strict'>;

export interface Grouping {
	/**
	 * Keeps the best match of each group of the segment and moves it to the front of `matches`. @returns how many stay.
	 * Cost: O(matches · rules + groups of the segment).
	 */
	keepBest(matches: GroupedMatches, ranking: Ranking): Steps<number>;
	/** Groups and ungrouped items seen so far, over all segments. */
	readonly count: number;
	/** Those of them with a match that has all the words, in an attempt that needs only some. */
	readonly strictCount: number;
	/** A number for the group of a document, the same in all segments of its index; 0 when it has none. */
	toGroup(segmentIndex: number, document: number): number;
	/** The id of a group. */
	toGroupId(group: number): string;
}

export function* createGrouping(
	{ segments: live, indexOfSegments = [] }: Pick<IndexView, 'segments' | 'indexOfSegments'>,
	pace: Pace,
): Steps<Grouping> {
	const segments = live.map(({ segment }) => segment);
	const ordinals = yield* toGlobalOrdinals(segments, groupFieldName, { pace });
	const global = ordinals === 'too_many' ? undefined : ordinals;
	const valueCount = global?.valueCount ?? 0;
	const indexCount = indexOfSegments.reduce((most, index) => Math.max(most, index + 1), 1);
	const groupCount = valueCount * indexCount;
	const all = createSeenGroups(groupCount);
	const strict = createSeenGroups(groupCount);
	const grouped: Grouped = { global, indexOfSegments, all, strict };
	return {
		keepBest: (matches, ranking) => keepBestOf(grouped, matches, ranking),
		get count() {
			return all.count;
		},
		get strictCount() {
			return strict.count;
		},
		toGroup(segmentIndex, document) {
			return toGlobal(grouped, segmentIndex, findLocalGroup(segments[segmentIndex] as Segment, document));
		},
		toGroupId: (group) => global?.valueOf(((group - 1) % valueCount) + 1) ?? '',
	};
}

interface Grouped {
	readonly global: GlobalOrdinals | undefined;
	readonly indexOfSegments: readonly number[];
	readonly all: SeenGroups;
	readonly strict: SeenGroups;
}

interface SeenGroups {
	/** By group, 1 when it was seen: first all groups of the first index, then all of the next. */
	readonly seen: Uint8Array;
	/** Groups and ungrouped items. */
	count: number;
}

function createSeenGroups(groupCount: number): SeenGroups {
	return { seen: new Uint8Array(groupCount + 1), count: 0 };
}

function* keepBestOf(grouped: Grouped, matches: GroupedMatches, ranking: Ranking): Steps<number> {
	const column = ranking.segment.keywordColumn(groupFieldName);
	if (column === undefined) {
		grouped.all.count += matches.count;
		grouped.strict.count += countStrict(matches, matches.count);
		return matches.count;
	}
	const groups = new Uint32Array(matches.count);
	const visit = (index: number, from: number, to: number) => {
		if (to > from) groups[index] = column.ordinals[from] as number;
	};
	yield* walkColumn(column, matches, { pace: matches.pace, visit });
	const bestOfGroup = yield* findBest(matches, groups, ranking);
	let kept = 0;
	for (let index = 0; index < matches.count; index++) {
		const local = groups[index] as number;
		const group = toGlobal(grouped, ranking.segmentIndex, local);
		if (matches.strict[matches.documents[index] as number] === 1) countOnce(grouped.strict, group);
		if (local !== 0 && bestOfGroup[local] !== index + 1) continue;
		countOnce(grouped.all, group);
		matches.documents[kept] = matches.documents[index] as number;
		matches.scores[kept] = matches.scores[index] as number;
		kept += 1;
	}
	return kept;
}

function countOnce(groups: SeenGroups, group: number): void {
	if (group !== 0 && groups.seen[group] === 1) return;
	groups.seen[group] = 1;
	groups.count += 1;
}

function toGlobal({ global, indexOfSegments }: Grouped, segmentIndex: number, local: number): number {
	if (local === 0 || global === undefined) return local;
	const offset = (indexOfSegments[segmentIndex] ?? 0) * global.valueCount;
	return offset + (global.maps[segmentIndex]?.[local] ?? local);
}

/** By group of the segment, the index of its best match plus 1. */
function* findBest(matches: ScoredMatches, groups: Uint32Array, ranking: Ranking): Steps<Uint32Array> {
	const { count, documents, pace } = matches;
	// The first rule decides most comparisons, so keys of further rules are only computed at the first tie.
	const keysByRule: Float64Array[] = [];
	const largest = groups.reduce((most, group) => Math.max(most, group), 0);
	const best = new Uint32Array(largest + 1);
	for (let index = 0; index < count; index++) {
		const group = groups[index] as number;
		if (group === 0) continue;
		const other = (best[group] as number) - 1;
		let difference = other < 0 ? 1 : compareByRules(keysByRule, index, other);
		while (difference === 0 && keysByRule.length < ranking.sortKeys.length) {
			keysByRule.push(yield* writeRuleKeys(matches, ranking, keysByRule.length));
			difference = compareByRules(keysByRule, index, other);
		}
		if (difference === 0) difference = (documents[other] as number) - (documents[index] as number);
		if (difference > 0) best[group] = index + 1;
		if (index % entriesPerCheck === 0 && pace.isDue()) yield;
	}
	return best;
}

/**
 * Positive when the match at `index` is better than `other` by the first rule that differs, negative when it is worse,
 * 0 when no rule differs.
 */
function compareByRules(keysByRule: readonly Float64Array[], index: number, other: number): number {
	for (let rule = 0; rule < keysByRule.length; rule++) {
		const keys = keysByRule[rule] as Float64Array;
		const mine = keys[index] as number;
		const its = keys[other] as number;
		if (mine !== its) return mine > its ? 1 : -1;
	}
	return 0;
}

function findLocalGroup(segment: Segment, document: number): number {
	const column = segment.keywordColumn(groupFieldName);
	if (column === undefined) return 0;
	const [from, to] = findEntries(column, document);
	return from < to ? (column.ordinals[from] as number) : 0;
}
