import { createGroups } from './groups.ts';
import type { GroupedSums } from './key-groups.ts';
import { pick } from './top-groups.ts';

/** The groups of one key that are also among others with any sum but 0, in their order. O(groups of all). */
export function keepGroups({ count, keys, sums }: GroupedSums, others: readonly GroupedSums[]): GroupedSums {
	const wanted = createGroups(1);
	for (const other of others) {
		const [column] = other.keys;
		for (const sum of column === undefined ? [] : other.sums) {
			for (let at = 0; at < other.count; at++) if (sum[at] !== 0) wanted.find(column?.[at] as number);
		}
	}
	const known = new Int32Array(count);
	wanted.findKnown(keys, { from: 0, to: count }, known);
	wanted.release();
	const kept = new Int32Array(count);
	let keptCount = 0;
	for (let at = 0; at < count; at++) if ((known[at] as number) >= 0) kept[keptCount++] = at;
	const groups = kept.subarray(0, keptCount);
	return {
		count: keptCount,
		keys: keys.map((column) => pick(column, groups)),
		sums: sums.map((column) => pick(column, groups)),
	};
}
