/** How many entries of a feed may be wrong before the feed as a whole is not to be trusted. */
export type RejectionLimit = { readonly count: number } | { readonly ratio: number };

/** @param entryCount all entries, the rejected ones among them. */
export function isOverLimit(rejectedCount: number, entryCount: number, limit: RejectionLimit): boolean {
	return 'count' in limit ? rejectedCount > limit.count : rejectedCount > entryCount * limit.ratio;
}
