/**
 * Which values have the largest counts? A short sorted list. Most values are rejected by one comparison with its last
 * entry, and none is decoded before the end.
 */

export interface TopValues {
	/** How many values it holds, at most its size. */
	readonly length: number;
	/** The smallest count of a full list; 0 while it is not full. */
	readonly least: number;
	/** Offers a value. Callers leave out those with a count of 0. Cost: O(1) for most values, otherwise O(size). */
	offer(count: number, value: number): void;
	/** The value at an index, largest count first, and its count. */
	valueAt(at: number): number;
	countAt(at: number): number;
}

/** @param compare the order of two values with equal counts, as for `sort` */
export function createTopValues(size: number, compare: (left: number, right: number) => number): TopValues {
	const counts: number[] = [];
	const values: number[] = [];
	let least = 0;

	/** Whether a value ranks before the one at `at`. */
	function isBefore(count: number, value: number, at: number): boolean {
		const other = counts[at] as number;
		return count > other || (count === other && compare(value, values[at] as number) < 0);
	}

	return {
		get length() {
			return values.length;
		},
		get least() {
			return least;
		},
		offer(count, value) {
			if (count < least) return;
			const isFull = values.length === size;
			let at = isFull ? size - 1 : values.length;
			if (isFull && !isBefore(count, value, at)) return;
			while (at > 0 && isBefore(count, value, at - 1)) {
				counts[at] = counts[at - 1] as number;
				values[at] = values[at - 1] as number;
				at -= 1;
			}
			counts[at] = count;
			values[at] = value;
			if (values.length === size) least = counts[size - 1] as number;
		},
		valueAt: (at) => values[at] as number,
		countAt: (at) => counts[at] as number,
	};
}

/** For values whose numbers are in their order. */
export function compareValues(left: number, right: number): number {
	return left - right;
}

/**
 * Offers the counts of the values from … to-1, which are in ascending order, and resets them to 0. @returns their sum,
 * and how many are not 0. Cost: about a nanosecond for each.
 */
export function takeCounts(
	counts: Uint32Array,
	{ from, to }: { readonly from: number; readonly to: number },
	tops: TopValues,
): { readonly total: number; readonly valueCount: number } {
	let total = 0;
	let valueCount = 0;
	// Of equal counts the first ones stay.
	let { least } = tops;
	for (let value = from; value < to; value++) {
		const count = counts[value] as number;
		if (count === 0) continue;
		total += count;
		valueCount += 1;
		if (count <= least) continue;
		tops.offer(count, value);
		least = tops.least;
	}
	counts.fill(0, from, to);
	return { total, valueCount };
}
