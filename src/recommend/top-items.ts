/**
 * The best n of a stream of scored items, in a heap with the worst on top.
 *
 * Order: higher score first, then higher tie-break, then lower item number. This order is total, so the answer does not
 * depend on the order in which items arrive.
 */

export interface ScoredItem {
	readonly item: number;
	readonly score: number;
	/** Decides between equal scores; higher wins. */
	readonly tieBreak: number;
}

export interface TopItems {
	/**
	 * Items with lower scores are not kept: the worst kept score once there are `countMax`, before that −∞. O(1),
	 * allocates nothing.
	 */
	scoreMin(): number;
	/** Whether an item with these numbers would be kept now: call it before an expensive test. O(1). */
	wouldKeep(entry: ScoredItem): boolean;
	/** Keeps the item if it is among the best so far. O(log n). */
	offer(entry: ScoredItem): void;
	/** The kept items, best first. */
	ranked(): ScoredItem[];
}

/** Negative when `a` ranks before `b`. */
export function compareScored(a: ScoredItem, b: ScoredItem): number {
	return b.score - a.score || b.tieBreak - a.tieBreak || a.item - b.item;
}

/** @param countMax how many to keep, ≥ 0 */
export function createTopItems(countMax: number): TopItems {
	const heap: ScoredItem[] = [];

	function wouldKeep(entry: ScoredItem): boolean {
		const [worst] = heap;
		return heap.length < countMax || (worst !== undefined && compareScored(entry, worst) < 0);
	}

	function siftUp(entry: ScoredItem): void {
		let at = heap.length;
		heap.push(entry);
		while (at > 0) {
			const parent = (at - 1) >> 1;
			const above = heap[parent];
			if (above === undefined || compareScored(above, entry) >= 0) break;
			heap[at] = above;
			at = parent;
		}
		heap[at] = entry;
	}

	function replaceWorst(entry: ScoredItem): void {
		let at = 0;
		for (;;) {
			const left = heap[2 * at + 1];
			const right = heap[2 * at + 2];
			if (left === undefined) break;
			const isRightWorse = right !== undefined && compareScored(right, left) > 0;
			const worse = isRightWorse ? right : left;
			if (compareScored(entry, worse) >= 0) break;
			heap[at] = worse;
			at = isRightWorse ? 2 * at + 2 : 2 * at + 1;
		}
		heap[at] = entry;
	}

	return {
		scoreMin: () => (heap.length < countMax ? Number.NEGATIVE_INFINITY : (heap[0]?.score ?? Number.POSITIVE_INFINITY)),
		wouldKeep,
		offer(entry) {
			if (!wouldKeep(entry)) return;
			if (heap.length < countMax) siftUp(entry);
			else replaceWorst(entry);
		},
		ranked: () => heap.toSorted(compareScored),
	};
}
