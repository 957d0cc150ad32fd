/** The parts of answers that the elements read. Everything in an item is what a feed said, and may be missing or odd. */

export interface Item {
	readonly id?: unknown;
	readonly dfid: string;
	/** The name of its index. */
	readonly type: string;
	readonly title?: unknown;
	readonly [field: string]: unknown;
}

export interface WidgetAnswer {
	readonly title: string;
	readonly currency: { readonly code: string } | null;
	readonly results: readonly Item[];
}
