/** Names for the keys of caches that must not keep segments in memory. */
import type { LiveSegment } from './index-view.ts';

let lastNumber = 0;
/** By segment, or by its live bits. */
const numbers = new WeakMap<object, number>();

/** The same as long as the segment and its live bits are: neither changes once it is searched. Cost: O(1). */
export function toLiveName({ segment, live }: Pick<LiveSegment, 'segment' | 'live'>): string {
	return `${toNumber(segment)} ${live === undefined ? 0 : toNumber(live)}`;
}

function toNumber(of: object): number {
	const before = numbers.get(of);
	if (before !== undefined) return before;
	lastNumber += 1;
	numbers.set(of, lastNumber);
	return lastNumber;
}
