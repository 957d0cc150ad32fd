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

/** Of the groups of each first key, those with the greatest values: at most `max`, and all that equal the last of them. */
export function keepTopOfFirstKeys(
	{ keys, sums }: GroupedSums,
	groups: readonly number[],
	{ max, order }: Pick<TopLimits, 'order'> & { readonly max: number },
): number[] {
	const toValue = (at: number): number => order(sums.map((column) => column[at] as number));
	const byKey = Map.groupBy(groups, (at) => keys[0]?.[at]);
	return [...byKey.values()].flatMap((ofKey) => {
		if (ofKey.length <= max) return ofKey;
		const values = Float64Array.from(ofKey, toValue);
		const least = values.toSorted().at(-max) as number;
		return ofKey.filter((_, at) => (values[at] as number) >= least);
	});
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
		values[kept.length] = order(row);
		kept.push(at);
	}
	if (kept.length <= rowsMax) return kept;
	const ofKept = values.subarray(0, kept.length);
	const least = selectGreatest(ofKept.slice(), rowsMax);
	const above = kept.filter((_, at) => (ofKept[at] as number) > least);
	const equal = kept.filter((_, at) => ofKept[at] === least);
	return [...above, ...equal.slice(0, rowsMax - above.length)];
}

/** The greatest value but `rank` − 1 others, which changes the order of the values: Hoare's algorithm Find. O(values) on average. */
function selectGreatest(values: Float64Array, rank: number): number {
	const target = values.length - rank;
	let left = 0;
	let right = values.length - 1;
	while (left < right) {
		const pivot = values[(left + right) >>> 1] as number;
		let low = left;
		let high = right;
		while (low <= high) {
			while ((values[low] as number) < pivot) low += 1;
			while ((values[high] as number) > pivot) high -= 1;
			if (low > high) break;
			const swapped = values[low] as number;
			values[low] = values[high] as number;
			values[high] = swapped;
			low += 1;
			high -= 1;
		}
		if (target <= high) right = high;
		else if (target >= low) left = low;
		else break;
	}
	return values[target] as number;
}
