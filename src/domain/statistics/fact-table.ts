/**
 * The tables of facts from which statistics are added up.
 *
 *     row = quarter of an hour + dimensions → measures
 *
 * Measures are sums, so rows of equal dimensions add up, in any order. A row may take back what an earlier one counted:
 * then its measures are negative. Rows belong to a day in UTC, the day of what they count.
 */

/**
 * The kinds of columns. `code`: 0–255, by one of the lists below; `number`: 0 to 2³² − 1; `name`: the number of a text in
 * the dictionary of the search engine, 0 for none; `hash`: 53 bits; `count`: a whole number within ± 2³¹; `amount`: money in units
 * of `amountUnit`, 64 bits.
 */
export type ColumnKind = 'code' | 'number' | 'name' | 'hash' | 'count' | 'amount';

export interface FactTable {
	readonly dimensions: Readonly<Record<string, Exclude<ColumnKind, 'count' | 'amount'>>>;
	readonly measures: Readonly<Record<string, 'count' | 'amount'>>;
}

/** Amounts of money are whole numbers of this part of the currency's unit. */
export const amountUnit = 1 / 10_000;

/** By code. New ones go to the end, because stored rows have the codes. */
export const deviceCodes = ['unknown', 'desktop', 'mobile'] as const;
export const sourceCodes = ['text', 'voice', 'image', 'visually_similar'] as const;
export const attemptCodes = ['match_and', 'match_or', 'fuzzy', 'phonetic_text'] as const;
/** What a shopper clicked, and from where a product was bought: `none` when no click is known. */
export const originCodes = [
	'none',
	'search',
	'banner',
	'custom_result',
	'recommendation',
	'redirect',
	'category_page',
] as const;

/** In all tables: 0–95, the quarter of an hour within the day in UTC. */
const quarter = 'code';

export const factTables = {
	/** One row for searches that are alike. `query` is normalized; `indices`: the names of the searched ones, joined. */
	searches: {
		dimensions: {
			quarter,
			device: 'code',
			source: 'code',
			attempt: 'code',
			query: 'name',
			hits: 'number',
			indices: 'name',
		},
		measures: {
			searches: 'count',
			/** Searches whose text was typed on within the same session: they are not among `searches`. */
			keystrokes: 'count',
			/** Searches with at least one click, cart addition, purchase. */
			clicked: 'count',
			carted: 'count',
			bought: 'count',
			clicks: 'count',
			revenue: 'amount',
		},
	},
	/** Clicks on whatever was shown. `rank` is 0 when it is unknown. `reference`: the widget, banner, redirect or custom result. */
	clicks: {
		dimensions: {
			quarter,
			device: 'code',
			origin: 'code',
			query: 'name',
			item: 'name',
			reference: 'name',
			rank: 'number',
		},
		/** `searches`: those of which it is the first click on this item. */
		measures: { clicks: 'count', searches: 'count' },
	},
	/** Who clicked, on anything but redirections: for distinct counts with conditions. */
	clickers: {
		dimensions: { quarter, device: 'code', query: 'name', item: 'name', user: 'hash' },
		measures: { clicks: 'count' },
	},
	/** What went into carts and was bought, by the last click that led to it. */
	conversions: {
		dimensions: { quarter, device: 'code', origin: 'code', query: 'name', item: 'name', reference: 'name' },
		/** `carts`: additions; `purchases`: lines of bought carts; `units`: pieces bought. */
		measures: { carts: 'count', purchases: 'count', units: 'count', revenue: 'amount' },
	},
	/** Purchased carts, one by one. */
	checkouts: {
		dimensions: { quarter, device: 'code', session: 'name' },
		measures: { checkouts: 'count', revenue: 'amount' },
	},
	/** Values that searches were narrowed by. `value` is 0 in the rows that count searches with any value of the field. */
	facets: {
		dimensions: { quarter, device: 'code', query: 'name', field: 'name', value: 'name' },
		/** `empty`: uses in searches that found nothing. */
		measures: { uses: 'count', empty: 'count' },
	},
	/** Sessions, where they began. */
	sessions: {
		dimensions: { quarter, device: 'code', hasSearch: 'code', session: 'hash', user: 'hash' },
		measures: { sessions: 'count', inits: 'count', visits: 'count', purchases: 'count', revenue: 'amount' },
	},
	/** Where sessions and searches came from. `query` is 0 for sessions. */
	locations: {
		dimensions: { quarter, device: 'code', query: 'name', location: 'name' },
		measures: { inits: 'count', searches: 'count' },
	},
	/** Pages of items that shoppers looked at. */
	views: {
		dimensions: { quarter, device: 'code', item: 'name' },
		measures: { views: 'count' },
	},
	/** How often items were shown, by searches and by widgets. */
	impressions: {
		dimensions: { quarter, device: 'code', item: 'name' },
		measures: { impressions: 'count' },
	},
	/** What was shown that is not a search result: answers of widgets, banners, custom results. */
	displays: {
		dimensions: { quarter, device: 'code', origin: 'code', reference: 'name' },
		measures: { displays: 'count' },
	},
} as const satisfies Record<string, FactTable>;

export type FactTables = typeof factTables;
export type FactTableName = keyof FactTables;
export type DimensionOf<Name extends FactTableName> = keyof FactTables[Name]['dimensions'] & string;
export type MeasureOf<Name extends FactTableName> = keyof FactTables[Name]['measures'] & string;

type ValueOf<Kind> = Kind extends 'amount' ? bigint : number;

/** A row of a table; measures that are left out are 0. */
export type FactRow<Name extends FactTableName> = {
	readonly [Column in DimensionOf<Name>]: number;
} & {
	readonly [Column in MeasureOf<Name>]?: ValueOf<FactTables[Name]['measures'][Column]>;
};
