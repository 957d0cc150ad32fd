/** Amounts as the language of the page writes them; without a currency, plain numbers with two decimals. */
export function createPriceFormat(language: string, currency: string | undefined): (amount: number) => string {
	const format = tryFormat(language, currency) ?? new Intl.NumberFormat(language, { minimumFractionDigits: 2 });
	return (amount) => format.format(amount);
}

/** Undefined where an attribute has no currency, or one that is none. */
function tryFormat(language: string, currency: string | undefined): Intl.NumberFormat | undefined {
	try {
		return currency ? new Intl.NumberFormat(language, { style: 'currency', currency }) : undefined;
	} catch {
		return undefined;
	}
}

export interface Prices {
	readonly now: number;
	/** The usual price, where it is higher. */
	readonly before: number | undefined;
}

/** Undefined for an item without a price. `best_price` is a number; the others may be texts, which only the server reads. */
export function readPrices(item: Readonly<Record<string, unknown>>): Prices | undefined {
	const now = item.best_price ?? item.price;
	if (typeof now !== 'number') return undefined;
	const usual = item.price;
	return { now, before: typeof usual === 'number' && usual > now ? usual : undefined };
}
