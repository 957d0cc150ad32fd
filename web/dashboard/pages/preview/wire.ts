/** The parts of answers of searches and explanations that this page reads: `docs/search-api.md` describes them. */

/** What a feed said: everything may be missing or odd. */
export interface Item {
	readonly id?: unknown;
	readonly dfid: string;
	readonly type: string;
	readonly _highlight?: { readonly title?: { readonly value?: unknown } };
	readonly [field: string]: unknown;
}

export interface Bucket {
	readonly key: string;
	readonly doc_count: number;
}

export interface FacetLevel {
	readonly level: number;
	readonly buckets: readonly (Bucket & { readonly name: string })[];
}

export interface Facet {
	readonly _type: 'terms' | 'range';
	readonly label: string;
	readonly terms?: { readonly buckets: readonly Bucket[] };
	readonly selected?: { readonly buckets: readonly Bucket[] };
	readonly range?: { readonly min: number | null; readonly max: number | null };
	readonly hierarchy?: { readonly levels: readonly FacetLevel[] };
}

export type Bounds = Readonly<Partial<Record<'gte' | 'gt' | 'lte' | 'lt', number>>>;

export interface UnderstoodPart {
	readonly text: string;
	readonly kind: 'price' | 'exclude' | 'attribute';
	readonly field: string;
	readonly value: readonly string[] | Bounds;
	/** A filter; otherwise a preference. */
	readonly strict: boolean;
}

export type QueryName = 'match_and' | 'match_or' | 'fuzzy';

export interface SearchAnswer {
	readonly query: string;
	readonly query_truncated?: true;
	readonly corrected_query?: string;
	readonly query_name: QueryName;
	readonly page: number;
	readonly results_per_page: number;
	readonly total: number;
	readonly total_found: number;
	readonly total_strict: number;
	readonly understood?: readonly UnderstoodPart[];
	readonly facets: Readonly<Record<string, Facet>>;
	readonly results: readonly Item[];
}

export type WordForm =
	| 'exact'
	| 'joined'
	| 'unit'
	| 'variant'
	| 'stem'
	| 'synonym'
	| 'part'
	| 'prefix'
	| 'typo'
	| 'sound';

interface FoundForm {
	readonly form: WordForm;
	readonly text: string;
	readonly weight: number;
}

export interface ReadWord {
	readonly text: string;
	readonly optional: boolean;
	readonly count: number;
	readonly rarity: number;
	readonly share: number;
	readonly doubted: boolean;
	readonly names_thing: boolean;
	readonly forms: readonly (FoundForm & { readonly count: number })[];
}

export interface Reading {
	readonly text: string;
	readonly attempts: readonly { readonly query_name: QueryName; readonly found: number }[];
	readonly steps: readonly { readonly share: number; readonly found: number }[];
}

export interface MatchedWord extends FoundForm {
	readonly word: string;
	readonly fields: readonly string[];
	readonly position?: 'leading' | 'naming';
	readonly score: number;
}

export interface ExplainedDocument {
	readonly id: string;
	readonly type: string;
	readonly title?: string;
	readonly words: readonly MatchedWord[];
	readonly missing: readonly string[];
	readonly share: number;
}

export type FactorName =
	| 'words'
	| 'boost'
	| 'all_words'
	| 'popularity'
	| 'learned'
	| 'preferred'
	| 'title'
	| 'fields'
	| 'similar'
	| 'exploration';

export interface Factor {
	readonly name: FactorName;
	readonly value: number;
	readonly parts: readonly { readonly name: string; readonly value: number }[];
}

type Tier = 'identifier' | 'in_stock';

export interface ExplainedResult extends ExplainedDocument {
	readonly rank: number;
	readonly score: number;
	readonly tiers: readonly Tier[];
	readonly title_compared: boolean;
	/** The score is their product; none where the order is not by score. */
	readonly factors: readonly Factor[];
	readonly learned?: { readonly clicks: number; readonly expected_clicks: number; readonly attraction: number };
	readonly sort: readonly { readonly field: string; readonly value: readonly (string | number)[] }[];
	readonly popularity: readonly { readonly field: string; readonly value: readonly number[] }[];
}

export interface Reason {
	readonly kind: string;
	/** In English: for kinds that this page does not know. */
	readonly message: string;
	readonly field?: string;
	readonly wanted?: unknown;
	readonly found?: readonly (string | number)[];
	readonly text?: string;
	readonly leader?: { readonly id: string; readonly rank?: number };
}

export interface Comparison {
	readonly rank?: number;
	readonly id: string;
	readonly title?: string;
	readonly tiers: readonly Tier[];
	readonly factors: readonly {
		readonly name: FactorName;
		readonly own: number;
		readonly other: number;
		readonly ratio: number;
	}[];
}

export interface ExplainedItem {
	readonly dfid: string;
	readonly id?: string;
	readonly title?: string;
	readonly state: 'listed' | 'out_of_reach' | 'absent';
	readonly rank?: number;
	readonly reasons: readonly Reason[];
	readonly result?: ExplainedResult;
	readonly absent?: ExplainedDocument;
	readonly compared: readonly Comparison[];
}

export interface Explanation {
	readonly total_found: number;
	readonly scored: boolean;
	readonly text: { readonly words: readonly ReadWord[] };
	readonly readings: readonly Reading[];
	readonly times: readonly { readonly phase: Phase; readonly ms: number }[];
	readonly settings: AppliedSettings;
	readonly items: readonly ExplainedItem[];
}

export type Phase = 'understanding' | 'words' | 'matching' | 'ranking' | 'facets' | 'correction';

export interface AppliedSettings {
	readonly in_stock_only: readonly string[];
	readonly out_of_stock_last: boolean;
	readonly grouping: boolean;
	readonly synonyms: number;
	readonly learning_strength: number;
	readonly interleaved: boolean;
	readonly popularity: readonly { readonly field: string; readonly weight: number }[];
}
