/**
 * What can a field be for? Its role decides how its values are read, which of its words are searched and with which
 * weight, and what requests may do with them. All of this can be overridden for a field, see `schema-override.ts`.
 */
import type { FacetKind } from '../query/facet-kind.ts';

/**
 * A is for titles and identifiers, B for what the item is and who makes it, C for the rest of its data sheet: otherwise
 * a printer's list of supported systems would match "windows 10".
 */
export const fieldWeights = ['A', 'B', 'C'] as const;
export type FieldWeight = (typeof fieldWeights)[number];

export const fieldRoles = [
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
	'group',
	'link',
	'image',
	'metadata',
] as const;
export type FieldRole = (typeof fieldRoles)[number];

/** Attributes with more characters are class C, unless they are class A. */
const shortTextLengthMax = 200;
/** Longer descriptions, in characters, tell stories and are class C. */
const shortDescriptionLengthMax = 500;

export interface RoleUses {
	/** Null when the words of the field are not searched. */
	readonly weight: FieldWeight | null;
	/** How many occurrences one word of the field counts as. */
	readonly occurrences: number;
	/** Values with more characters have weight C. */
	readonly lengthMax: number;
	/** Whether its texts are kept as values, for filters, facets and sorts. */
	readonly hasColumn: boolean;
	/** Whether the whole value identifies an item, as a bar code does. */
	readonly isIdentifier: boolean;
	/** What else its texts are parsed as. */
	readonly reading: 'price' | 'number' | 'point' | null;
	/** Whether its values say what the item is, as categories do. */
	readonly saysKind: boolean;
	/** Whether its values appear as suggestions. */
	readonly isSuggested: boolean;
	/**
	 * The weight of a shared value when items are compared, relative to a word of the title; only for fields of weight B.
	 */
	readonly likeness: number;
	/** The kind of facet when a request does not say. */
	readonly facet: FacetKind;
	/** Whether an owner may assign it to a field. Groups are kept by the store, which uses fixed field names for them. */
	readonly isAssignable: boolean;
}

const words: RoleUses = {
	weight: 'C',
	occurrences: 1,
	lengthMax: Number.POSITIVE_INFINITY,
	hasColumn: false,
	isIdentifier: false,
	reading: null,
	saysKind: false,
	isSuggested: false,
	likeness: 0.5,
	facet: 'terms',
	isAssignable: true,
};
const keyword: RoleUses = { ...words, hasColumn: true };
const unsearched: RoleUses = { ...keyword, weight: null };
const attribute: RoleUses = { ...keyword, weight: 'B', lengthMax: shortTextLengthMax };

export const usesOfRoles: Readonly<Record<FieldRole, RoleUses>> = {
	title: { ...words, weight: 'A' },
	identifier: { ...keyword, weight: 'A', isIdentifier: true },
	item_id: { ...words, weight: null, isIdentifier: true },
	model: { ...keyword, weight: 'A' },
	brand: { ...attribute, occurrences: 2, isSuggested: true, likeness: 1 },
	category: { ...attribute, occurrences: 2, isSuggested: true, saysKind: true, likeness: 2 },
	type: { ...attribute, saysKind: true },
	attribute,
	text: { ...words, weight: 'B', lengthMax: shortDescriptionLengthMax },
	keyword,
	price: { ...unsearched, reading: 'price', facet: 'range' },
	number: { ...unsearched, reading: 'number' },
	date: unsearched,
	geo: { ...keyword, reading: 'point' },
	stock: unsearched,
	group: { ...unsearched, isAssignable: false },
	link: unsearched,
	image: unsearched,
	metadata: unsearched,
};
