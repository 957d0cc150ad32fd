/** The groups with the greatest value, without sorting all of them. */
import { noName } from '../../domain/statistics/fact-name.ts';
import type { GroupedSums } from './scan-facts.ts';

export interface TopLimits {
	/** Which keys are names; groups where one is missing are left out. */
	readonly names: readonly boolean[];
	readonly rowsMax: number;
	readonly order: (sums: readonly number[]) => number;
	readonly keep: (sums: readonly number[]) => boolean;
}

/** The numbers of the groups, in no order. Of equal ones, those that were found first. */
export function listTopGroups({ count, keys, sums }: GroupedSums, limits: TopLimits): number[] {
	const { names, rowsMax, order, keep } = limits;
	const named = keys.filter((_, key) => names[key]);
	const values = new Float64Array(count);
	const kept: number[] = [];
	// One list for all groups: a list for each would be most of the work.
	const row: number[] = sums.map(() => 0);
	for (let at = 0; at < count; at++) {
		for (let index = 0; index < row.length; index++) row[index] = (sums[index] as Float64Array)[at] as number;
		if (!keep(row) || named.some((column) => column[at] === noName)) continue;
		values[at] = order(row);
		kept.push(at);
	}
	if (kept.length <= rowsMax) return kept;
	const ofKept = Float64Array.from(kept, (at) => values[at] as number).sort();
	const least = ofKept[ofKept.length - rowsMax] as number;
	const above = kept.filter((at) => (values[at] as number) > least);
	const equal = kept.filter((at) => values[at] === least);
	return [...above, ...equal.slice(0, rowsMax - above.length)];
}
