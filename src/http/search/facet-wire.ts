/**
 * Facets as clients read them. Clients expect different shapes, so each facet has the keys of all of them:
 * `terms.buckets` and `selected.buckets` for one client, `terms.items` and `terms.selected` for another; a range has its
 * numbers both in a bucket and beside it. A range always has its one bucket, because a client that reads it must not fail
 * on an empty result.
 */

import {
	applyByKind,
	type FacetAnswer,
	type FacetBucket,
	type FacetKind,
	type FacetLevel,
	type HierarchyFacet,
	type NumberStats,
	type RangeFacet,
	type TermsFacet,
} from '../../domain/query/facet-kind.ts';
import type { Filter } from '../../domain/query/filter.ts';

/** An object keyed by field name, in the order of the answer. `filters` are those in effect, including auto filters. */
export function toFacetsWire(facets: readonly FacetAnswer[], filters: readonly Filter[]): object {
	// A null prototype: a field may be called `__proto__`.
	const wire: Record<string, object> = Object.create(null);
	for (const [order, facet] of facets.entries()) {
		const common = { key: facet.fieldName, label: facet.fieldName, visible: true, order };
		const own = filters.find(({ fieldName }) => fieldName === facet.fieldName);
		wire[facet.fieldName] = { ...common, ...toKind(facet, own) };
	}
	return wire;
}

/** What version 5 says of the length of a facet. */
export const toOptionLimit: Readonly<Record<FacetKind, (size: number) => object>> = {
	terms: (size) => ({ size }),
	range: () => ({ ranges: [{ from: 0 }] }),
	hierarchy: (size) => ({ size }),
};

function toKind(facet: FacetAnswer, own: Filter | undefined): object {
	return applyByKind<object>(facet, {
		terms: toTerms,
		range: (range) => toRange(range, own),
		hierarchy: toHierarchy,
	});
}

/** Clients that do not know hierarchies see the terms of the top level. */
function toHierarchy({ fieldName, levels, selected, isApproximate }: HierarchyFacet): object {
	const [top] = levels;
	const { buckets = [], otherCount = 0, nodeCount: valueCount = 0 } = top ?? {};
	const approximate = isApproximate === true ? { isApproximate } : {};
	return {
		...toTerms({ kind: 'terms', fieldName, buckets, selected, otherCount, valueCount, ...approximate }),
		hierarchy: { levels: levels.map((level) => toLevelWire(level, selected)) },
	};
}

function toLevelWire(
	{ level, parent, buckets, otherCount, nodeCount }: FacetLevel,
	selected: readonly FacetBucket[],
): object {
	return {
		level,
		parent: parent ?? null,
		buckets: buckets.map(({ value, count }) => ({
			key: value,
			name: parent === undefined ? value : value.slice(value.lastIndexOf('>') + 1).trim(),
			doc_count: count,
			selected: selected.some((one) => one.value === value),
		})),
		sum_other_doc_count: otherCount,
		total: { value: nodeCount },
	};
}

function toTerms({ buckets, selected, otherCount, valueCount, isApproximate, stats }: TermsFacet): object {
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
		...(stats !== undefined && { stats: toStats(stats) }),
	};
}

function toStats({ count, min, max, sum }: NumberStats): object {
	return { count, min, max, sum, avg: count === 0 ? 0 : sum / count };
}

function toRange(range: RangeFacet, own: Filter | undefined): object {
	const { count, min, max } = range;
	const stats = toStats(range);
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
