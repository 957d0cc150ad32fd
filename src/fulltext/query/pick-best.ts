/** Which matches have the largest keys? A heap of the best ones, whose root is the worst of them. */
import type { Matches } from './kernels.ts';

/**
 * Picks the `size` best matches: larger keys first, and for equal keys smaller document numbers first.
 * @returns their indexes in `matches`, best first. Cost: O(count + size · log size · log(count / size)).
 */
export function pickBest({ documents, keys }: Matches, count: number, size: number): Uint32Array {
	const heap = new Uint32Array(Math.min(size, count));
	if (heap.length === 0) return heap;
	let filled = 0;
	let worst = Number.NEGATIVE_INFINITY;
	for (let index = 0; index < count; index++) {
		const key = keys[index] as number;
		if (filled < heap.length) {
			heap[filled] = index;
			filled += 1;
			if (filled === heap.length) {
				for (let at = (filled >> 1) - 1; at >= 0; at--) sink(heap, { at, size: filled }, { documents, keys });
				worst = keys[heap[0] as number] as number;
			}
			continue;
		}
		if (key < worst) continue;
		const root = heap[0] as number;
		if (key === worst && (documents[index] as number) > (documents[root] as number)) continue;
		heap[0] = index;
		sink(heap, { at: 0, size: filled }, { documents, keys });
		worst = keys[heap[0] as number] as number;
	}
	// The worst leaves the heap first, and takes the last place.
	for (let size = heap.length - 1; size > 0; size--) {
		const leaving = heap[0] as number;
		heap[0] = heap[size] as number;
		heap[size] = leaving;
		sink(heap, { at: 0, size }, { documents, keys });
	}
	return heap;
}

/** Restores the heap of the first `size` entries below one of them: every parent ranks below its children. */
function sink(
	heap: Uint32Array,
	{ at: start, size }: { readonly at: number; readonly size: number },
	{ documents, keys }: Matches,
): void {
	const moved = heap[start] as number;
	const movedKey = keys[moved] as number;
	const movedDocument = documents[moved] as number;
	let at = start;
	for (;;) {
		let child = 2 * at + 1;
		if (child >= size) break;
		let index = heap[child] as number;
		if (child + 1 < size) {
			const other = heap[child + 1] as number;
			const difference = (keys[other] as number) - (keys[index] as number);
			const isWorse =
				difference < 0 || (keys[other] === keys[index] && (documents[other] as number) > (documents[index] as number));
			if (isWorse) {
				child += 1;
				index = other;
			}
		}
		const key = keys[index] as number;
		const isWorse = key < movedKey || (key === movedKey && (documents[index] as number) > movedDocument);
		if (!isWorse) break;
		heap[at] = index;
		at = child;
	}
	heap[at] = moved;
}
