/** Adds the sums of few groups to those of many, without numbering the many again. */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { GroupedSums, Groups } from './key-groups.ts';

/** Groups that are looked up between two checks of the pace. */
const blockGroupsMax = 16_384;

export interface AddedGroups {
	readonly groups: Groups;
	/** By measure, then by group. */
	readonly sums: readonly Float64Array[];
}

/** The groups of `base` in their order, then those that only `added` has; both stay as they are. O(groups). */
export function* addGroups(base: GroupedSums, { groups, sums }: AddedGroups, pace: Pace): Steps<GroupedSums> {
	if (groups.count === 0) return base;
	const known = new Int32Array(base.count);
	for (let from = 0; from < base.count; from += blockGroupsMax) {
		groups.findKnown(base.keys, { from, to: Math.min(base.count, from + blockGroupsMax) }, known);
		if (pace.isDue()) yield;
	}
	const fresh = listFresh(known, groups.count);
	const count = base.count + fresh.length;
	const keys = base.keys.map((column, position) =>
		append(column, groups.keys(position as 0 | 1), { count: base.count, fresh }),
	);
	const added = base.sums.map((column, measure) => {
		const ofAdded = sums[measure] as Float64Array;
		const sum = append(column, ofAdded, { count: base.count, fresh });
		for (let at = 0; at < known.length; at++) {
			const group = known[at] as number;
			if (group >= 0) sum[at] = (sum[at] as number) + (ofAdded[group] as number);
		}
		return sum;
	});
	return { count, keys, sums: added };
}

/** The groups that are not among the known ones, ascending. */
function listFresh(known: Int32Array, groupCount: number): Int32Array {
	const isKnown = new Uint8Array(groupCount);
	for (let at = 0; at < known.length; at++) {
		const group = known[at] as number;
		if (group >= 0) isKnown[group] = 1;
	}
	const fresh = new Int32Array(groupCount);
	let freshCount = 0;
	for (let group = 0; group < groupCount; group++) if (isKnown[group] === 0) fresh[freshCount++] = group;
	return fresh.subarray(0, freshCount);
}

interface Appended {
	/** Of the values in front. */
	readonly count: number;
	readonly fresh: Int32Array;
}

function append(column: Float64Array, added: Float64Array, { count, fresh }: Appended): Float64Array {
	const all = new Float64Array(count + fresh.length);
	all.set(column.subarray(0, count));
	for (let at = 0; at < fresh.length; at++) all[count + at] = added[fresh[at] as number] as number;
	return all;
}
