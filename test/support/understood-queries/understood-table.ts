/**
 * Queries of a language and what is understood of them in a small catalogue.
 *
 *     ['shoe under 50', 'under 50: price < 50']          a filter
 *     ['red shoe', 'red: colour Red, preferred']         a preference
 *     ['under armour shirt']                             nothing but words
 */
export interface UnderstoodTable {
	readonly language: string;
	/** Items by id, as a shop with this language has them. */
	readonly items: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	/** The query, then its parts. */
	readonly rows: readonly (readonly [query: string, ...parts: string[]])[];
}
