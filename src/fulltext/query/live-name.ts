/** Names for the keys of caches that must not keep segments, or what was computed of them, in memory. */
import type { IndexView, LiveSegment } from './index-view.ts';

let lastNumber = 0;
const numbers = new WeakMap<object, number>();

/** The same for the same object, and no other's; 0 for none. Cost: O(1). */
export function toObjectName(of: object | undefined): number {
	if (of === undefined) return 0;
	const before = numbers.get(of);
	if (before !== undefined) return before;
	lastNumber += 1;
	numbers.set(of, lastNumber);
	return lastNumber;
}

/** The same as long as the segment and its live bits are: neither changes once it is searched. Cost: O(1). */
export function toLiveName({ segment, live }: Pick<LiveSegment, 'segment' | 'live'>): string {
	return `${toObjectName(segment)} ${toObjectName(live)}`;
}

/** The same as long as the segments are, and the analyser, whatever is deleted. Cost: O(segments). */
export function toTermsName({ segments, analyzer }: Pick<IndexView, 'segments' | 'analyzer'>): string {
	let name = String(toObjectName(analyzer));
	for (const { segment } of segments) name += ` ${toObjectName(segment)}`;
	return name;
}
