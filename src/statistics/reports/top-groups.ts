/** The groups with the greatest value, without sorting all of them. */
import { noName } from '../../domain/statistics/fact-name.ts';
import { createGroups } from './groups.ts';
import type { GroupedSums } from './key-groups.ts';

export interface TopLimits {
	/** Which keys are names; groups where one is missing are left out. */
	readonly names: readonly boolean[];
	readonly rowsMax: number;
	readonly order: SumWeights;
	readonly keep: KeptGroups;
}

/** Whole numbers. The value of a group is the sum of its sums, each times its weight; without one, 0. */
export type SumWeights = readonly number[];

/** Those with a value above 0, those with any sum but 0, or those whose first sum is above 0 and the only one. */
export type KeptGroups = 'valued' | 'any' | 'first_only';

/** Of the groups of each first key, those with the greatest values: at most `max`, and all that equal the last of them. */
export function keepTopOfFirstKeys(
	{ count, keys, sums }: GroupedSums,
	groups: Int32Array,
	{ max, order }: Pick<TopLimits, 'order'> & { readonly max: number },
): Int32Array {
	const byKey = createGroups(1);
	const keyByGroup = new Int32Array(groups.length);
	byKey.findRows(groups, keys, keyByGroup);
	byKey.release();
	const ofAll = sumValues(sums, count, order);
	const values = pick(ofAll, groups);
	const least = leastOfTop(keyByGroup, values, { keyCount: byKey.count, max });
	return groups.filter((_, at) => (values[at] as number) >= (least[keyByGroup[at] as number] as number));
}

interface KeyedTop {
	readonly keyCount: number;
	readonly max: number;
}

/** By key, the value that is the last of its `max` greatest ones; −∞ where there are no more. */
function leastOfTop(keys: Int32Array, values: Float64Array, { keyCount, max }: KeyedTop): Float64Array {
	const ends = new Int32Array(keyCount + 1);
	for (const key of keys) ends[key + 1] = (ends[key + 1] as number) + 1;
	for (let key = 0; key < keyCount; key++) ends[key + 1] = (ends[key + 1] as number) + (ends[key] as number);
	const starts = ends.slice();
	const sorted = new Float64Array(values.length);
	for (let at = 0; at < keys.length; at++) {
		const key = keys[at] as number;
		const next = starts[key] as number;
		sorted[next] = values[at] as number;
		starts[key] = next + 1;
	}
	return Float64Array.from({ length: keyCount }, (_, key) => {
		const ofKey = sorted.subarray(ends[key], ends[key + 1]);
		return ofKey.length <= max ? Number.NEGATIVE_INFINITY : selectGreatest(ofKey, max);
	});
}

/** The numbers of the groups, ascending. Of equal ones, those that were found first. */
export function listTopGroups({ count, keys, sums }: GroupedSums, limits: TopLimits): Int32Array {
	const { names, rowsMax, order, keep } = limits;
	const values = sumValues(sums, count, order);
	const isLeft = keep === 'valued' ? undefined : listLeft(sums, count, keep);
	const named = keys.filter((_, key) => names[key]);
	const kept = new Int32Array(count);
	let keptCount = 0;
	for (let at = 0; at < count; at++) {
		const isKept = isLeft === undefined ? (values[at] as number) > 0 : isLeft[at] === 1;
		if (isKept && isNamed(named, at)) kept[keptCount++] = at;
	}
	return keepTop(kept.subarray(0, keptCount), values, rowsMax);
}

/** By group; only the first `count` are meant, and they are not to be changed. */
export function sumValues(sums: readonly Float64Array[], count: number, order: SumWeights): Float64Array {
	const only = order.indexOf(1);
	const isOnly = only >= 0 && order.every((weight, measure) => weight === 0 || measure === only);
	if (isOnly) return sums[only] ?? new Float64Array(count);
	const values = new Float64Array(count);
	for (const [measure, weight] of order.entries()) {
		const column = sums[measure];
		if (weight === 0 || column === undefined) continue;
		for (let at = 0; at < count; at++) values[at] = (values[at] as number) + weight * (column[at] as number);
	}
	return values;
}

/** By group, 1 for those that are kept. */
function listLeft(sums: readonly Float64Array[], count: number, keep: Exclude<KeptGroups, 'valued'>): Uint8Array {
	const isLeft = new Uint8Array(count);
	for (const [measure, column] of sums.entries()) {
		const others = keep === 'first_only' && measure > 0 ? 0 : 1;
		for (let at = 0; at < count; at++) {
			const sum = column[at] as number;
			if (others === 0 ? sum !== 0 : keep === 'any' ? sum !== 0 : sum > 0) isLeft[at] = others;
		}
	}
	return isLeft;
}

function isNamed(named: readonly Float64Array[], group: number): boolean {
	for (const column of named) if (column[group] === noName) return false;
	return true;
}

function keepTop(groups: Int32Array, values: Float64Array, rowsMax: number): Int32Array {
	if (groups.length <= rowsMax) return groups;
	const least = selectGreatest(pick(values, groups), rowsMax);
	let equalLeft = rowsMax;
	for (let at = 0; at < groups.length; at++) if ((values[groups[at] as number] as number) > least) equalLeft -= 1;
	const top = new Int32Array(rowsMax);
	let topCount = 0;
	for (let at = 0; at < groups.length; at++) {
		const group = groups[at] as number;
		const value = values[group] as number;
		if (value < least || (value === least && equalLeft-- <= 0)) continue;
		top[topCount++] = group;
	}
	return top;
}

/** The values of these groups, in a loop: `Float64Array.from` takes ten times as long. */
export function pick(values: Float64Array, groups: Int32Array | Float64Array): Float64Array {
	const picked = new Float64Array(groups.length);
	for (let at = 0; at < groups.length; at++) picked[at] = values[groups[at] as number] as number;
	return picked;
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
