/** What the elements say to shoppers, in one language. `{count}`, `{query}` and the like are replaced. */
export interface Texts {
	/** Of the language; from left to right where it is not said. */
	readonly direction?: 'rtl';
	readonly search: string;
	readonly clear: string;
	readonly suggestions: string;
	readonly products: string;
	readonly categories: string;
	readonly recentSearches: string;
	readonly clearRecent: string;
	readonly noSuggestions: string;
	readonly allResults: string;
	/** By plural category of the language (CLDR); `other` is always there. */
	readonly resultCount: { readonly other: string } & { readonly [K in Intl.LDMLPluralRule]?: string };
	readonly resultsFor: string;
	readonly noResultsFor: string;
	readonly noResults: string;
	readonly didYouMean: string;
	readonly tryInstead: string;
	readonly filters: string;
	readonly clearFilters: string;
	readonly removeFilter: string;
	readonly showMore: string;
	readonly showFewer: string;
	readonly sortBy: string;
	readonly bestMatch: string;
	readonly cheapestFirst: string;
	readonly dearestFirst: string;
	readonly pages: string;
	readonly page: string;
	readonly previous: string;
	readonly next: string;
	readonly moreResults: string;
	readonly from: string;
	readonly to: string;
	readonly price: string;
	readonly brand: string;
	readonly color: string;
	readonly size: string;
	readonly addToCart: string;
	readonly added: string;
	readonly outOfStock: string;
	readonly usualPrice: string;
	readonly loading: string;
	readonly failed: string;
	readonly retry: string;
}
