/** When writes began and were answered, in the order of these moments: each has a number of its own. */
export interface WriteTimes {
	readonly begin: number;
	/** Infinity while there is no answer. */
	readonly end: number;
}

export function createWriteClock() {
	let now = 0;
	return {
		next: (): number => {
			now += 1;
			return now;
		},
	};
}

export type WriteClock = ReturnType<typeof createWriteClock>;

/** Whether writes can have been committed in this order: none was answered before an earlier one of the list began. */
export function isPossibleOrder(writes: readonly WriteTimes[]): boolean {
	let lastBegin = 0;
	return writes.every(({ begin, end }) => {
		lastBegin = Math.max(lastBegin, begin);
		return end >= lastBegin;
	});
}

/** The writes that can have been the last: none of the others began after they were answered. */
export function findPossibleLast<Write extends WriteTimes>(writes: readonly Write[]): Write[] {
	const lastBegin = Math.max(0, ...writes.map(({ begin }) => begin));
	return writes.filter(({ end }) => end >= lastBegin);
}
