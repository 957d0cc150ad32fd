/** What the APIs of the catalogue answer, as far as these pages read it. */

/** A search engine with its settings. */
export interface EngineDetails {
	readonly hashid: string;
	readonly name: string;
	readonly locale: string;
	readonly currency: string;
	readonly site_url: string | null;
	readonly sector: string | null;
	readonly store_id: string | null;
	readonly has_grouping: boolean;
	readonly locked: boolean;
	readonly indices: readonly IndexDetails[];
}

export const presets = ['product', 'generic', 'page', 'category'] as const;
export type Preset = (typeof presets)[number];

export interface IndexDetails {
	readonly name: string;
	readonly preset: Preset;
}

export interface Item {
	readonly id: string;
	readonly [field: string]: unknown;
}

/** What searches see of an index. */
export interface SearchIndex {
	readonly state: 'ready' | 'building' | 'failing';
	readonly items: number;
	readonly bytes: number;
	readonly language: string;
	readonly writes_indexed: number;
	readonly writes_stored: number;
	readonly writes_behind: number;
	readonly fields: readonly { readonly name: string; readonly uses: readonly string[]; readonly mixed: boolean }[];
	readonly type_conflicts: readonly string[];
	readonly notes: readonly string[];
}
