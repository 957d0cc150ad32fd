/** What a widget showed and achieved, not counting bots. */
export interface WidgetTally {
	/** Answers with at least one item. */
	readonly impressionCount: number;
	/** Answers without any item. */
	readonly emptyAnswerCount: number;
	readonly clickCount: number;
	/** Additions to carts, whatever their amount. */
	readonly cartCount: number;
	/** Cart lines that came from the widget and were bought. */
	readonly purchaseCount: number;
	/** The sum of price × amount of those with a known price, in the currency of their search engine. */
	readonly revenue: number;
}

/** Answers without any item that were counted since the last time. */
export interface EmptyAnswerCount extends Pick<WidgetDay, 'day' | 'emptyAnswerCount'> {
	readonly widgetId: string;
}

export interface WidgetDay extends WidgetTally {
	/** As defined in `utc-day.ts`. */
	readonly day: number;
}

export const emptyTally: WidgetTally = {
	impressionCount: 0,
	emptyAnswerCount: 0,
	clickCount: 0,
	cartCount: 0,
	purchaseCount: 0,
	revenue: 0,
};

export function addTallies(a: WidgetTally, b: WidgetTally): WidgetTally {
	return {
		impressionCount: a.impressionCount + b.impressionCount,
		emptyAnswerCount: a.emptyAnswerCount + b.emptyAnswerCount,
		clickCount: a.clickCount + b.clickCount,
		cartCount: a.cartCount + b.cartCount,
		purchaseCount: a.purchaseCount + b.purchaseCount,
		revenue: a.revenue + b.revenue,
	};
}
