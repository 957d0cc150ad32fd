/** The number of some values, their sum, and the smallest and the largest of them. */
export interface Extent {
	count: number;
	sum: number;
	/** +∞ and −∞ when there are no values. */
	min: number;
	max: number;
}

export function createExtent(): Extent {
	return { count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

export function addExtent(extent: Extent, { count, sum, min, max }: Extent): void {
	extent.count += count;
	extent.sum += sum;
	extent.min = Math.min(extent.min, min);
	extent.max = Math.max(extent.max, max);
}
