/**
 * What can a field be for? A role decides how the values of a field are read, which words of them are searched, with which
 * weight, and what requests may do with them. Everything here can be said otherwise for one field, see
 * `schema-override.ts`.
 */
import type { FacetKind } from '../query/facet-kind.ts';

/**
 * A title and identifiers, B what the item is and who makes it, C the rest of its data sheet: a printer's list of
 * systems would otherwise answer "windows 10".
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

/** Attributes with more characters than this are class C, unless they are class A. */
const shortTextLengthMax = 200;
/** Descriptions with more characters than this tell stories, and are class C. */
const shortDescriptionLengthMax = 500;

export interface RoleUses {
	/** Null when the words of the field are not searched. */
	readonly weight: FieldWeight | null;
	/** What one word of the field counts as, in occurrences. */
	readonly occurrences: number;
	/** Values with more characters than this have weight C. */
	readonly lengthMax: number;
	/** Whether its texts are kept as values, to be filtered, counted and sorted by. */
	readonly hasColumn: boolean;
	/** Whether the whole value identifies an item, as a bar code does. */
	readonly isIdentifier: boolean;
	/** What else a text is read as. */
	readonly reading: 'price' | 'number' | 'point' | null;
	/** Whether its values say what the item is, as those of categories do. */
	readonly saysKind: boolean;
	/** Whether its values complete what is being typed. */
	readonly isSuggested: boolean;
	/** What a shared value counts for when items are compared, in words of the title; of weight B alone. */
	readonly likeness: number;
	/** The facet of a request that does not say which. */
	readonly facet: FacetKind;
	/** Whether an owner may give it to a field. Groups are kept by the store, which knows their fields by name. */
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
