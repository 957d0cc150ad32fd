/** Counts of values, as OpenSearch answers them. */
import type { FacetBucket } from '../../domain/query/facet-kind.ts';

export interface TermsAggregate {
	/** Of the values that are not among the buckets. */
	readonly sum_other_doc_count: number;
	readonly buckets: readonly { readonly key: string | number; readonly doc_count: number }[];
}

/** The values without what they all begin with. */
export function readFieldValues(start: string, answer: TermsAggregate | undefined): FacetBucket[] {
	return (answer?.buckets ?? []).map(({ key, doc_count }) => ({
		value: String(key).slice(start.length),
		count: doc_count,
	}));
}
