/** A shopper put a recommended product into the cart. */
export interface CartEvent {
	/** 32 lower-case hex digits, made by the server. */
	readonly id: string;
	readonly widgetId: string;
	readonly storeId: string;
	readonly sessionId: string;
	/** The item: its search engine, index, and the MD5 of its id in 32 lower-case hex digits. */
	readonly hashid: string;
	readonly indexName: string;
	readonly itemKey: string;
	readonly title: string;
	/** Quantity, ≥ 1. */
	readonly amount: number;
	/** Unit price in the currency of the search engine, ≥ 0. */
	readonly price: number;
	readonly occurredAtMs: number;
}
