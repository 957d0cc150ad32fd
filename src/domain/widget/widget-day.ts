/** What a widget did, and what came of it. Bots are not in it. */
export interface WidgetTally {
	/** Answers with at least one item. */
	readonly impressionCount: number;
	readonly clickCount: number;
	/** Additions to carts, whatever their amount. */
	readonly cartCount: number;
	/** Lines of carts that were bought and came from the widget. */
	readonly purchaseCount: number;
	/** Price × amount of those, where the price is known, in the currency of their search engine. */
	readonly revenue: number;
}

export interface WidgetDay extends WidgetTally {
	/** As `utc-day.ts` counts them. */
	readonly day: number;
}

export const emptyTally: WidgetTally = {
	impressionCount: 0,
	clickCount: 0,
	cartCount: 0,
	purchaseCount: 0,
	revenue: 0,
};

export function addTallies(a: WidgetTally, b: WidgetTally): WidgetTally {
	return {
		impressionCount: a.impressionCount + b.impressionCount,
		clickCount: a.clickCount + b.clickCount,
		cartCount: a.cartCount + b.cartCount,
		purchaseCount: a.purchaseCount + b.purchaseCount,
		revenue: a.revenue + b.revenue,
	};
}
