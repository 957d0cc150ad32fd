export interface AdapterOptions {
	/** Where the server is: `https://search.example.com`. */
	readonly url: string;
	/** The id of the search engine. */
	readonly hashid: string;
	/** Of the shopper, at most 32 characters; by default a random one for each page. */
	readonly sessionId?: string;
	/** The field of locations, `geo` by default. */
	readonly geoField?: string;
	/**
	 * What `categories.lvl0`, `categories.lvl1` … are: levels of paths in the field `categories` (`paths`, the default), or
	 * fields of their own (`fields`).
	 */
	readonly levels?: 'paths' | 'fields';
	/** Parameters of `_search` that every search has, such as `indices` or `grouping`. */
	readonly parameters?: Readonly<Record<string, unknown>>;
	/** Instead of the global one. */
	readonly fetch?: typeof fetch;
}

/** What both clients need. */
export interface Connection extends AdapterOptions {
	readonly sessionId: string;
	/** Results that events may name, by `dfid`. */
	readonly seen: Map<string, Readonly<Record<string, unknown>>>;
	/** The facets of the search engine, once they were asked for. */
	facets?: Promise<readonly string[]> | undefined;
}
