/** How many entries of a feed may be rejected before the whole feed is distrusted. */
export type RejectionLimit = { readonly count: number } | { readonly ratio: number };

/** @param entryCount all entries, including rejected ones */
export function isOverLimit(rejectedCount: number, entryCount: number, limit: RejectionLimit): boolean {
	return 'count' in limit ? rejectedCount > limit.count : rejectedCount > entryCount * limit.ratio;
}
