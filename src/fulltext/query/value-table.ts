/**
 * Which texts are values of which fields of a segment? A table by the key of the values (see `value-key.ts`), made when a
 * search first asks:
 *
 *     black    colour: Black, black      printing_colours: Black
 *     16gb     ram: 16 GB, 16GB          storage: 16 GB
 */
import type { FieldRole } from '../../domain/schema/field-role.ts';
import { toPlainName } from '../../domain/schema/infer-field.ts';
import { createSharedSteps, runShared } from '../../lib/shared-steps.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { common, type Language, type PeopleGroup } from '../analysis/language.ts';
import { english } from '../analysis/languages/en.ts';
import type { KeywordColumn } from '../index/segment/columns.ts';
import type { ManifestField } from '../index/segment/layout.ts';
import type { Segment } from '../index/segment/segment.ts';
import { countStrings, decodeString } from '../index/segment/sorted-strings.ts';
import { toFieldUse, toNameWords } from '../understanding/field-use.ts';
import { listAllPeople, toLanguageRules } from '../understanding/language-rules.ts';
import { listSizes } from '../understanding/listed-sizes.ts';
import { listShaded, listShadedEnds, splitListed } from '../understanding/listed-values.ts';
import { toPlainText } from '../understanding/plain-text.ts';
import { toLetters } from '../understanding/understanding.ts';
import { valueWordsMax } from '../understanding/value-key.ts';
import { type FieldUse, isNaming } from '../understanding/vocabulary.ts';

export interface TableEntry {
	readonly fieldName: string;
	readonly use: FieldUse;
	readonly column: KeywordColumn;
	/** Ordinals of the spellings. */
	readonly ordinals: number[];
	/** Ordinals of values that list it with others. */
	readonly mixed: number[];
}

export interface ValueTable {
	readonly byKey: ReadonlyMap<string, readonly TableEntry[]>;
	readonly byPeople: ReadonlyMap<PeopleGroup, readonly TableEntry[]>;
	/** Materials of one word, by that word in plain text. */
	readonly byMaterial: ReadonlyMap<string, readonly TableEntry[]>;
	/** Brands of several words by the letters of their first words (see `toLetters`). */
	readonly byBrandBeginning: ReadonlyMap<string, readonly TableEntry[]>;
	/** Beginnings of keys of several words, up to any blank in them. */
	readonly beginnings: ReadonlySet<string>;
	/** Words of the names of fields that have values or numbers. */
	readonly nameWords: ReadonlySet<string>;
	/** Names of fields of numbers by the words in them. */
	readonly numberFields: ReadonlyMap<string, readonly string[]>;
	readonly priceFields: readonly string[];
}

/** A field with more values than this has no choices; in a segment, fields are read until they have so many together. */
const fieldValuesMax = 2_000;
/** The same for a field that shoppers name less often than a colour or a brand. */
const otherValuesMax = 500;
const valuesMax = 10_000;
const valueBytesMax = 100;
/** Fields or values in a part of the work on a table. */
const partSize = 32;

/** Shared, because every search of a segment needs it, and after a start many of them come at once. */
const tables = createSharedSteps<Segment, ValueTable>();

const wordPattern = /^\p{L}+$/u;

export interface TableOptions {
	readonly toKey: (text: string) => string;
	readonly language: Language;
	readonly pace: Pace;
}

interface ValueOptions extends TableOptions {
	/** Words for sizes that values begin with: `Gr. 42`. */
	readonly sizeNames: ReadonlySet<string>;
}

/** The table of a segment. Cost: about 30 µs for each new value the first time, at most `valuesMax`. */
export function toValueTable(segment: Segment, options: TableOptions): Steps<ValueTable> {
	return runShared(tables, { key: segment, begin: () => buildTable(segment, options), pace: options.pace });
}

function* buildTable(segment: Segment, options: TableOptions): Steps<ValueTable> {
	const byKey = new Map<string, TableEntry[]>();
	const byPeople = new Map<PeopleGroup, TableEntry[]>();
	const byMaterial = new Map<string, TableEntry[]>();
	const byBrandBeginning = new Map<string, TableEntry[]>();
	const fields = yield* listFields(segment);
	const valueOptions = { ...options, sizeNames: listSizeNames(options.language) };
	let left = valuesMax;
	for (const field of fields) {
		if (field.count > left) continue;
		left -= field.count;
		for (let at = 0; at < field.count; at++) {
			if (at % partSize === 0) yield;
			if (toByteLength(field.column, at) <= valueBytesMax)
				addValue({ byKey, byPeople, byMaterial, byBrandBeginning }, { ...field, at }, valueOptions);
		}
	}
	if (options.language.compoundLinks !== common) addCompoundShades(byKey);
	const numberFields = yield* toNumberFields(segment);
	return {
		byKey,
		byPeople,
		byMaterial,
		byBrandBeginning,
		beginnings: new Set([...byKey.keys()].flatMap(listBeginnings)),
		nameWords: new Set([...numberFields.keys(), ...fields.flatMap(({ name }) => toNameWords(name))]),
		numberFields,
		priceFields: listPriceFields(segment),
	};
}

function listSizeNames(language: Language): ReadonlySet<string> {
	const names = [language, english].flatMap((one) => [...toLanguageRules(one).fieldNames]);
	return new Set(names.flatMap(([name, use]) => (use === 'size' ? name : [])));
}

function listBeginnings(key: string): string[] {
	const words = key.split(' ');
	return words.slice(1).map((_, count) => words.slice(0, count + 1).join(' '));
}

/** The letters of the first words of a name, without all of them; those of a single letter say nothing. */
function listBrandBeginnings(name: string): readonly string[] {
	const words = name.split(/[\s,/]+/u).filter((word) => word !== '');
	const beginnings = words.slice(1, valueWordsMax).map((_, count) => toLetters(words.slice(0, count + 1).join('')));
	return [...new Set(beginnings)].filter(({ length }) => length > 1);
}

interface Entries {
	readonly byKey: Map<string, TableEntry[]>;
	readonly byPeople: Map<PeopleGroup, TableEntry[]>;
	readonly byMaterial: Map<string, TableEntry[]>;
	readonly byBrandBeginning: Map<string, TableEntry[]>;
}

function addValue(
	{ byKey, byPeople, byMaterial, byBrandBeginning }: Entries,
	{ name, use, column, at }: ChoiceField & { readonly at: number },
	{ toKey, language, sizeNames }: ValueOptions,
): void {
	const value = decodeString(column.dictionary, at);
	const field = { fieldName: name, use, column };
	const add = (text: string, isWhole: boolean) => {
		const tabled = { ...field, ordinal: at + 1, isWhole };
		const key = toKey(text);
		if (key !== '') addOrdinal(byKey, key, tabled);
		if (use !== 'gender' && use !== 'age' && use !== 'material') return;
		const plain = toPlainText(text.trim());
		if (use === 'material') {
			if (wordPattern.test(plain)) addOrdinal(byMaterial, plain, tabled);
			return;
		}
		const group = listAllPeople().get(plain);
		if (group !== undefined) addOrdinal(byPeople, group, tabled);
	};
	add(value, true);
	if (use === 'brand')
		for (const letters of listBrandBeginnings(value))
			addOrdinal(byBrandBeginning, letters, { ...field, ordinal: at + 1, isWhole: true });
	if (use === 'size')
		for (const { text, isWhole } of listSizes(value, sizeNames)) if (text !== value) add(text, isWhole);
	const listed = splitListed(value, use);
	for (const text of listed) if (text !== value) add(text, listed.length === 1);
	if (use !== 'colour') return;
	const colours = listed.length === 0 ? [value] : listed;
	for (const colour of colours)
		for (const text of listShaded(colour, language.nounPosition === 'first')) add(text, false);
}

/** Adds colours to those of which they are shades by the ends of their keys. */
function addCompoundShades(byKey: Map<string, TableEntry[]>): void {
	for (const [key, entries] of byKey) {
		const colours = entries.filter(({ use }) => use === 'colour');
		if (colours.length === 0) continue;
		const shaded = listShadedEnds(key).flatMap((end) => byKey.get(end) ?? []);
		for (const { column, ordinals } of colours) {
			const known = shaded.find((entry) => entry.column === column);
			known?.mixed.push(...ordinals.filter((ordinal) => !known.mixed.includes(ordinal)));
		}
	}
}

interface TabledValue extends Pick<TableEntry, 'fieldName' | 'use' | 'column'> {
	readonly ordinal: number;
	/** Whether it is all that the document has in the field. */
	readonly isWhole: boolean;
}

function toByteLength({ dictionary: { offsets } }: KeywordColumn, at: number): number {
	return (offsets[at + 1] as number) - (offsets[at] as number);
}

function addOrdinal<Key>(entries: Map<Key, TableEntry[]>, key: Key, { ordinal, isWhole, ...field }: TabledValue): void {
	const list = entries.get(key) ?? [];
	const known = list.find(({ column }) => column === field.column);
	const { ordinals, mixed } = known ?? { ordinals: [], mixed: [] };
	if (known === undefined) entries.set(key, [...list, { ...field, ordinals, mixed }]);
	// A list may have a value twice, in two spellings.
	if (ordinals.at(-1) === ordinal || mixed.at(-1) === ordinal) return;
	(isWhole ? ordinals : mixed).push(ordinal);
}

interface ChoiceField {
	readonly name: string;
	readonly use: FieldUse;
	readonly column: KeywordColumn;
	readonly count: number;
}

/** Roles whose values shoppers name. The words of titles, texts and codes are words. */
const roles: ReadonlySet<FieldRole> = new Set(['attribute', 'keyword', 'brand', 'category', 'type'] as const);

/** Fields of choices first, then those of brands and kinds, then those that most documents have. */
function* listFields(segment: Segment): Steps<readonly ChoiceField[]> {
	const fields: ChoiceField[] = [];
	for (const [at, field] of segment.manifest.fields.entries()) {
		if (at % partSize === 0) yield;
		const choice = toChoiceField(segment, field);
		if (choice !== undefined) fields.push(choice);
	}
	const toRank = ({ use }: ChoiceField) => (use === 'other' ? 2 : isNaming({ use }) ? 1 : 0);
	return fields.sort((a, b) => toRank(a) - toRank(b) || b.column.listDocuments.length - a.column.listDocuments.length);
}

function toChoiceField(segment: Segment, { name, hasKeywords }: ManifestField): ChoiceField | undefined {
	if (!hasKeywords || name === '' || name.startsWith('\0')) return undefined;
	const schema = segment.schema.find(name);
	const column = roles.has(schema.role) ? segment.keywordColumn(name) : undefined;
	if (column === undefined) return undefined;
	const count = countStrings(column.dictionary);
	const use = toFieldUse(schema);
	const countMax = use === 'other' ? otherValuesMax : fieldValuesMax;
	return count === 0 || count > countMax ? undefined : { name, use, column, count };
}

function* toNumberFields({ manifest, schema }: Segment): Steps<Map<string, string[]>> {
	const names = new Map<string, string[]>();
	for (const [at, { name, hasNumbers, hasDates }] of manifest.fields.entries()) {
		if (at % partSize === 0) yield;
		const { role } = schema.find(name);
		if (!hasNumbers || hasDates || (role !== 'keyword' && role !== 'attribute' && role !== 'number')) continue;
		const use = toFieldUse({ name, role });
		for (const word of new Set([...toNameWords(name), use])) names.set(word, [...(names.get(word) ?? []), name]);
	}
	return names;
}

function listPriceFields({ manifest, schema }: Segment): string[] {
	const names = manifest.fields.flatMap(({ name, hasNumbers }) =>
		hasNumbers && schema.find(name).role === 'price' ? name : [],
	);
	const assigned = new Set(schema.listAssigned('price'));
	const rankOf = (name: string) => (assigned.has(name) ? -1 : toPriceRank(name));
	return names.filter((name) => rankOf(name) < 9).sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}

/** What a shopper pays comes before what the thing costs elsewhere or did once; 9 for what it costs the shop. */
function toPriceRank(name: string): number {
	const last = toPlainName(name);
	if (/(?:^|_)(?:shipping|delivery|unit|base|cost|wholesale|purchase)_price$/.test(last)) return 9;
	if (last === 'best_price') return 0;
	if (/(?:^|_)(?:sale|discount(?:ed)?|offer|special|promo(?:tion(?:al)?)?|reduced|final|current)_price$/.test(last))
		return 1;
	if (/(?:^|_)(?:compare_at|list|regular|original|retail|old|was)_price$/.test(last)) return 5;
	return last === 'price' ? 2 : last === 'variant_price' ? 3 : 4;
}
