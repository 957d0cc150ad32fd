/**
 * Facets as clients read them. They disagree on the shape, so each facet carries the keys of all of them: `terms.buckets`
 * and `selected.buckets` of one, `terms.items` and `terms.selected` of the other; a range has its numbers in a bucket and
 * beside it. A range always has its one bucket: a client that looks for it must not fail on an empty result.
 */
import type { Filter } from '../../domain/query/filter.ts';
import type { FacetAnswer, FacetBucket, RangeFacet, TermsFacet } from '../../domain/query/index-query.ts';

/** An object keyed by field name, in the order of the answer. `filters` are those that hold, auto filters included. */
export function toFacetsWire(facets: readonly FacetAnswer[], filters: readonly Filter[]): object {
	// A null prototype: a field may be called `__proto__`.
	const wire: Record<string, object> = Object.create(null);
	for (const [order, facet] of facets.entries()) {
		const common = { key: facet.fieldName, label: facet.fieldName, visible: true, order };
		const own = filters.find(({ fieldName }) => fieldName === facet.fieldName);
		wire[facet.fieldName] = { ...common, ...(facet.kind === 'range' ? toRange(facet, own) : toTerms(facet)) };
	}
	return wire;
}

function toTerms({ buckets, selected, otherCount, valueCount, isApproximate }: TermsFacet): object {
	return {
		_type: 'terms',
		...(isApproximate === true ? { approximate: true } : {}),
		doc_count: sumCounts(buckets) + otherCount,
		terms: {
			buckets: buckets.map(toBucket),
			doc_count_error_upper_bound: 0,
			sum_other_doc_count: otherCount,
			items: buckets.map(toItem),
			selected: selected.map(toItem),
		},
		selected: { doc_count: sumCounts(selected), buckets: selected.map(toBucket) },
		total: { value: valueCount },
	};
}

function toRange({ count, min, max, sum }: RangeFacet, own: Filter | undefined): object {
	const stats = { count, min, max, sum, avg: count === 0 ? 0 : sum / count };
	const chosen = own?.kind === 'range' ? own : undefined;
	const from = chosen?.gte ?? chosen?.gt ?? min;
	const to = chosen?.lte ?? chosen?.lt ?? max;
	return {
		_type: 'range',
		doc_count: count,
		range: { buckets: [{ key: `${min}-${max}`, from: min, to: max, doc_count: count, stats }], from, to, min, max },
	};
}

function sumCounts(buckets: readonly FacetBucket[]): number {
	return buckets.reduce((sum, { count }) => sum + count, 0);
}

function toBucket({ value, count }: FacetBucket): object {
	return { key: value, doc_count: count };
}

function toItem({ value, count }: FacetBucket): object {
	return { name: value, count };
}
