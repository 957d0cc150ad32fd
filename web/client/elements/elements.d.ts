/** The attributes and the events of the elements for shops' pages, by name: what docs/storefront.md says. */

type Numeric = number | `${number}`;
type Switch = boolean | '' | 'true' | 'false';

interface CommonAttributes {
	server?: string | undefined;
	currency?: string | undefined;
	'user-id'?: string | undefined;
	lang?: string | undefined;
	theme?: 'light' | 'dark' | undefined;
}

interface EngineAttributes extends CommonAttributes {
	engine: string;
}

export interface SearchAttributes extends EngineAttributes {
	'results-url'?: string | undefined;
	label?: string | undefined;
	placeholder?: string | undefined;
	products?: Numeric | undefined;
	suggestions?: Numeric | undefined;
	'category-field'?: string | undefined;
}

export interface ResultsAttributes extends EngineAttributes {
	heading?: string | undefined;
	'per-page'?: Numeric | undefined;
	paging?: 'pages' | 'more' | undefined;
	facets?: string | undefined;
	sorts?: string | undefined;
	cart?: Switch | undefined;
}

export interface CategoryAttributes extends ResultsAttributes {
	category: string;
	'category-field'?: string | undefined;
}

export interface RecommendationsAttributes extends CommonAttributes {
	widget: string;
	engine?: string | undefined;
	heading?: string | undefined;
	cart?: Switch | undefined;
	'cart-items'?: string | undefined;
	'current-url'?: string | undefined;
}

export interface ElementAttributes {
	'vitrine-search': SearchAttributes;
	'vitrine-results': ResultsAttributes;
	'vitrine-category': CategoryAttributes;
	'vitrine-recommendations': RecommendationsAttributes;
}

export interface ShownProduct {
	readonly item: Readonly<Record<string, unknown>>;
	/** From 1. */
	readonly position: number;
	readonly query?: string | undefined;
	readonly queryId?: string | undefined;
	readonly widgetId?: string | undefined;
}

export interface ElementEvents {
	'vitrine-click': CustomEvent<ShownProduct>;
	'vitrine-cart': CustomEvent<ShownProduct>;
	'vitrine-search': CustomEvent<{
		readonly query: string;
		readonly values: Readonly<Record<string, readonly string[]>>;
	}>;
	'vitrine-navigate': CustomEvent<{ readonly url: string }>;
}

declare global {
	// `document.addEventListener('vitrine-navigate', …)`.
	interface HTMLElementEventMap extends ElementEvents {}
	interface DocumentEventMap extends ElementEvents {}
}
