/** Search settings, schemas, reports and trial searches, as the API of the dashboard has them. */

import type { Texts } from '../../texts/texts.ts';

export type SynonymRule =
	| { readonly words: readonly string[] }
	| { readonly from: readonly string[]; readonly to: readonly string[] };

export const facetTypes = ['term', 'range', 'hierarchy'] as const;
export type FacetType = (typeof facetTypes)[number];

export interface Facet {
	readonly field: string;
	readonly type: FacetType;
	readonly size: number;
}

export interface SearchSettings {
	readonly synonyms: readonly SynonymRule[];
	readonly stop_words: readonly string[];
	readonly exact_words: readonly string[];
	readonly typo_tolerance: boolean;
	readonly facets: readonly Facet[] | null;
	readonly auto_filter_fields: readonly string[] | null;
	readonly out_of_stock_last: boolean;
	readonly suggestions: boolean;
	readonly learning: boolean;
	readonly learning_strength: number;
	readonly interleaving: boolean;
}

export type SettingsChange = Partial<SearchSettings>;

export interface FieldOverride {
	readonly weight?: number | string | null;
	readonly popularity?: number | null;
	readonly popularity_best?: 'highest' | 'lowest' | null;
}

export interface SchemaField {
	readonly name: string;
	readonly role: keyof Texts['catalogue']['schema']['roles'];
	/** Null: its words are not searched. */
	readonly weight: number | null;
	readonly filterable: boolean;
	readonly sortable: boolean;
	readonly facet: FacetType | null;
	readonly ignored: boolean;
	readonly popularity: number;
	readonly popularity_best: 'highest' | 'lowest' | null;
	/** What would hold if nothing were said; null where it does. */
	readonly inferred: Omit<SchemaField, 'name' | 'inferred' | 'override'> | null;
	readonly override: FieldOverride | null;
}

export interface IndexSchema {
	readonly name: string;
	readonly state: 'current' | 'rebuilding' | 'building' | 'unknown';
	readonly fields: readonly SchemaField[];
}

export interface ComparedWins {
	readonly learned_wins: number;
	readonly plain_wins: number;
	readonly ties: number;
	readonly learned_share: number | null;
	readonly low: number | null;
	readonly high: number | null;
	readonly p_value: number | null;
	readonly verdict: 'learned' | 'plain' | 'open' | 'too_few';
}

export const comparedActions = ['clicks', 'carts', 'purchases'] as const;

export type InterleavingReport = Readonly<Record<(typeof comparedActions)[number], ComparedWins>> & {
	readonly state: 'on' | 'idle' | 'off';
	readonly since: string | null;
	readonly searches: number;
	readonly shoppers: number;
};

export interface TrialHit {
	readonly index: string;
	readonly id: string;
	readonly item?: Readonly<Record<string, unknown>>;
}

export interface TrialAnswer {
	readonly results: readonly {
		readonly query: string;
		readonly total_found: number;
		readonly hits: readonly TrialHit[];
	}[];
}

/** An answer of `searches/top`. */
export interface TopSearches {
	readonly results: readonly { readonly query: string; readonly count: number }[];
}

export interface IndexWithOptions {
	readonly name: string;
	readonly options: Readonly<Record<string, unknown>>;
}

/** Of a search. */
export interface FacetAnswer {
	readonly key: string;
	readonly _type: 'terms' | 'range';
	readonly terms?: { readonly items: readonly { readonly name: unknown; readonly count: number }[] };
	readonly range?: { readonly min: number; readonly max: number };
	readonly hierarchy?: unknown;
	readonly doc_count: number;
}
