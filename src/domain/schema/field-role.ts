/**
 * What can a field be for? Its role decides how its values are read, which of its words are searched and with which
 * weight, and what requests may do with them. All of this can be overridden for a field, see `schema-override.ts`.
 */
import type { FacetKind } from '../query/facet-kind.ts';

/**
 * A is for titles and identifiers, B for what the item is and who makes it, C for the rest of its data sheet: otherwise
 * a printer's list of supported systems would match "windows 10".
 */
export const fieldClasses = ['A', 'B', 'C'] as const;
export type FieldClass = (typeof fieldClasses)[number];

/** What words of each class weigh, where no owner says otherwise. Only their ratios matter. */
export const classWeights: Readonly<Record<FieldClass, number>> = { A: 5, B: 3.75, C: 0.6 };
/** The most that an owner may give to a field. */
export const fieldWeightMax = 10;

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
	readonly fieldClass: FieldClass | null;
	/** How many occurrences one word of the field counts as. */
	readonly occurrences: number;
	/** Values with more characters are class C. */
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
	 * The weight of a shared value when items are compared, relative to a word of the title; only for fields of class B.
	 */
	readonly likeness: number;
	/** The kind of facet when a request does not say. */
	readonly facet: FacetKind;
	/** Whether an owner may assign it to a field. Groups are kept by the store, which uses fixed field names for them. */
	readonly isAssignable: boolean;
}

const words: RoleUses = {
	fieldClass: 'C',
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
const unsearched: RoleUses = { ...keyword, fieldClass: null };
const attribute: RoleUses = { ...keyword, fieldClass: 'B', lengthMax: shortTextLengthMax };

export const usesOfRoles: Readonly<Record<FieldRole, RoleUses>> = {
	title: { ...words, fieldClass: 'A' },
	identifier: { ...keyword, fieldClass: 'A', isIdentifier: true },
	item_id: { ...words, fieldClass: null, isIdentifier: true },
	model: { ...keyword, fieldClass: 'A' },
	brand: { ...attribute, occurrences: 2, isSuggested: true, likeness: 1 },
	category: { ...attribute, occurrences: 2, isSuggested: true, saysKind: true, likeness: 2 },
	type: { ...attribute, saysKind: true },
	attribute,
	text: { ...words, fieldClass: 'B', lengthMax: shortDescriptionLengthMax },
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
