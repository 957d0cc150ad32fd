import type { FacetBucket } from '../../domain/query/index-query.ts';
import { compareByBytes } from '../index/segment/sorted-strings.ts';

/** By count, largest first, then by value; in place. */
export function sortBuckets(buckets: FacetBucket[]): FacetBucket[] {
	return buckets.sort((a, b) => b.count - a.count || compareByBytes(a.value, b.value));
}
