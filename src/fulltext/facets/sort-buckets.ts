import type { FacetBucket } from '../../domain/query/facet-kind.ts';
import { compareByBytes } from '../index/segment/sorted-strings.ts';

/** Sorts in place by count, largest first, then by value. */
export function sortBuckets(buckets: FacetBucket[]): FacetBucket[] {
	return buckets.sort((a, b) => b.count - a.count || compareByBytes(a.value, b.value));
}
