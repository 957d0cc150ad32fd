/** The parts of answers that the elements read. Everything in an item is what a feed said, and may be missing or odd. */

export interface Item {
	readonly id?: unknown;
	readonly dfid: string;
	/** The name of its index. */
	readonly type: string;
	readonly title?: unknown;
	readonly [field: string]: unknown;
}

export interface Bucket {
	readonly key: string;
	readonly doc_count: number;
}

export interface HierarchyLevel {
	readonly level: number;
	readonly parent: string | null;
	readonly buckets: readonly (Bucket & { readonly name: string; readonly selected: boolean })[];
}

export interface Facet {
	readonly _type: 'terms' | 'range';
	readonly label: string;
	readonly visible?: boolean;
	readonly terms?: { readonly buckets: readonly Bucket[] };
	readonly selected?: { readonly buckets: readonly Bucket[] };
	readonly range?: { readonly min: number | null; readonly max: number | null };
	readonly hierarchy?: { readonly levels: readonly HierarchyLevel[] };
}

export interface SearchAnswer {
	readonly query: string;
	readonly query_id: string;
	readonly corrected_query?: string;
	readonly page: number;
	readonly results_per_page: number;
	/** What paging reaches. */
	readonly total: number;
	readonly total_found: number;
	readonly facets: Readonly<Record<string, Facet>>;
	readonly results: readonly Item[];
}

export interface WidgetAnswer {
	readonly title: string;
	readonly currency: { readonly code: string } | null;
	readonly results: readonly Item[];
}
