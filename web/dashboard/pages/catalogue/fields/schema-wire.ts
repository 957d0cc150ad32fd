/** The schema of an index, as the admin API has it. */

export const roles = [
	'title',
	'identifier',
	'item_id',
	'model',
	'brand',
	'category',
	'type',
	'attribute',
	'text',
	'keyword',
	'price',
	'number',
	'date',
	'geo',
	'stock',
	'link',
	'image',
	'metadata',
] as const;
/** `group` is kept by the store, and cannot be said of a field. */
export type Role = (typeof roles)[number] | 'group';

export const facets = ['term', 'range', 'hierarchy'] as const;
export const popularityBests = ['highest', 'lowest'] as const;

export interface FieldOverride {
	readonly role?: Role;
	/** 0 to 10, or the letter of a group of weights. */
	readonly weight?: number | 'A' | 'B' | 'C';
	readonly searchable?: boolean;
	readonly filterable?: boolean;
	readonly facet?: (typeof facets)[number];
	readonly ignored?: boolean;
	/** 0: its numbers move nothing. */
	readonly popularity?: number;
	readonly popularity_best?: (typeof popularityBests)[number];
}

interface FieldProperties {
	readonly role: Role;
	/** Null: its words are not searched. */
	readonly weight: number | null;
	readonly searchable: boolean;
	readonly filterable: boolean;
	readonly sortable: boolean;
	readonly facet: (typeof facets)[number] | null;
	readonly ignored: boolean;
}

export interface SchemaField extends FieldProperties {
	readonly name: string;
	readonly source: 'inferred' | 'overridden';
	/** Null where it holds. */
	readonly inferred: FieldProperties | null;
	readonly override: FieldOverride | null;
}

export interface IndexSchema {
	readonly state: 'current' | 'rebuilding' | 'building' | 'unknown';
	readonly writes_indexed: number | null;
	readonly writes_wanted: number | null;
	readonly fields: readonly SchemaField[];
}
