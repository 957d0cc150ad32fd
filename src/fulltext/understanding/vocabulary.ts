/** What does understanding need to know of an index? */
import type { ChoiceName, PeopleGroup } from '../analysis/language.ts';

/** What shoppers do with a field: choose by it, or name what they want (`brand`, `kind`), or neither. */
export type FieldUse = ChoiceName | 'brand' | 'kind' | 'other';

/** Spellings of one value of a field, as items have them. */
export interface FieldValue {
	readonly fieldName: string;
	readonly use: FieldUse;
	/** Sorted; at least one. */
	readonly values: readonly string[];
	/** Sorted: values that list it with others, such as black and silver, and shades of it. */
	readonly mixed: readonly string[];
	/** About how many documents have one of all these. */
	readonly documentCount: number;
}

/** Whether shoppers choose by such a field. */
export function isChoice({ use }: Pick<FieldValue, 'use'>): boolean {
	return use !== 'other' && !isNaming({ use });
}

/** Whether such a field names what shoppers want. */
export function isNaming({ use }: Pick<FieldValue, 'use'>): boolean {
	return use === 'brand' || use === 'kind';
}

/** What else fits a group of people, in the same field: things for both genders, and for children of either. */
const fittingGroups: Readonly<Partial<Record<PeopleGroup, readonly PeopleGroup[]>>> = {
	male: ['unisex'],
	female: ['unisex'],
	boy: ['child'],
	girl: ['child'],
	child: ['boy', 'girl'],
};

/**
 * The value of most documents that means this group of people, with what else fits it as values that are mixed; that alone
 * where there is no other value for children. Its documents are counted without what else fits.
 */
export function findGroup(vocabulary: Vocabulary, group: PeopleGroup): FieldValue | undefined {
	const fitting = (fittingGroups[group] ?? []).flatMap(vocabulary.findPeople);
	const isAdult = group === 'male' || group === 'female';
	const [value] = sortByCount(vocabulary.findPeople(group));
	const [found] = value === undefined && !isAdult ? sortByCount(fitting) : [value];
	if (found === undefined) return undefined;
	const others = fitting.filter(({ fieldName }) => fieldName === found.fieldName);
	const texts = others.flatMap(({ values, mixed }) => [...values, ...mixed]);
	const ofOthers = value === undefined ? { values: texts, mixed: [] } : { values: [], mixed: texts };
	return { ...found, ...uniteSpellings([found, ofOthers]) };
}

/** Those of most documents first. */
export function sortByCount(values: readonly FieldValue[]): readonly FieldValue[] {
	return values.toSorted((a, b) => b.documentCount - a.documentCount || (a.fieldName < b.fieldName ? -1 : 1));
}

type Spellings = Pick<FieldValue, 'values' | 'mixed'>;

/** Those of any of several values; what is a spelling of one is not mixed. */
export function uniteSpellings(several: readonly Spellings[]): Spellings {
	const unite = (texts: readonly string[]) => [...new Set(texts)].sort();
	const values = unite(several.flatMap((one) => one.values));
	return { values, mixed: unite(several.flatMap(({ mixed }) => mixed)).filter((text) => !values.includes(text)) };
}

/** One value of each field, which is any of its values. */
export function uniteValues(values: readonly FieldValue[]): readonly FieldValue[] {
	const byField = new Map<string, FieldValue>();
	for (const value of values) {
		const other = byField.get(value.fieldName);
		const documentCount = (other?.documentCount ?? 0) + value.documentCount;
		const spellings = uniteSpellings(other === undefined ? [value] : [other, value]);
		byField.set(value.fieldName, { ...value, ...spellings, documentCount });
	}
	return [...byField.values()];
}

export interface Vocabulary {
	/** Fields of prices; an item costs what the first of them says that it has. */
	readonly priceFields: readonly string[];
	/** What a text is a value of, by its key (see `createValueKeys`); empty for a text that is none. */
	findValues(key: string): readonly FieldValue[];
	/** Brands of more words than a text, with whose letters they begin: L'Oréal Paris for `loreal`. */
	findLongerBrands(text: string): readonly FieldValue[];
	/** Whether some value of several words begins with the words of this key. */
	hasLongerValue(key: string): boolean;
	/** Whether the name of some field has this word, in lower case. */
	isFieldName(word: string): boolean;
	/** The values of fields of gender and age that mean this group of people. */
	findPeople(group: PeopleGroup): readonly FieldValue[];
	/** The values of fields of materials that are this word, in plain text (see `toPlainText`). */
	findMaterials(word: string): readonly FieldValue[];
	/** Fields of numbers whose names have this word, shortest name first. */
	findNumberFields(word: string): readonly string[];
	/** How many documents have a number in a field. Cost: O(numbers of the field) the first time. */
	countNumber(fieldName: string, number: number): number;
	/** About how many documents have all words of a text. Cost: O(words · log terms). */
	countDocuments(text: string): number;
	/**
	 * Of the titles with the first text as a phrase, how many there are, and how many have one of the other phrases. A
	 * sample is counted where there are many.
	 */
	countTitles(text: string, phrases: readonly string[]): { readonly titleCount: number; readonly phraseCount: number };
	/** How many titles have the text as a phrase, in a sample, and how many of them are of documents with the value. */
	countTitlesOf(value: FieldValue, text: string): { readonly titleCount: number; readonly valueCount: number };
	/** About how many documents have the value and nothing in another field, judging by a sample. */
	estimateLacking(value: FieldValue, fieldName: string): number;
	/** The same for titles with the word or a compound that ends with it. */
	countNamed(value: FieldValue, word: string): { readonly titleCount: number; readonly valueCount: number };
}
