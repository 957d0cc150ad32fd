/** From the columns of a file to the fields of items: guessed by their names and values, and changed by people. */
import type { Values } from './feed-entry.ts';
import { guessField } from './guess-field.ts';
import { toPlainText } from './plain-text.ts';

export interface ColumnMapping {
	/** In the file. */
	readonly column: string;
	/** Of the items; empty: it is not imported. */
	readonly field: string;
	/** How its texts are read. */
	readonly form: TextForm;
	/** For links that are none yet: what stands before each value, or around `{value}`. */
	readonly address: string;
	/** The first values, for people. */
	readonly examples: readonly string[];
}

export const listSeparators = ['%%', '|', ';', ','] as const;

/** `one`: as they are; `html`: without the markup; a separator: cut into a list. */
export const textForms = ['one', 'html', ...listSeparators] as const;
export type TextForm = (typeof textForms)[number];

/** Where no column is called an id: the first of these that is there is one. */
const idSubstitutes = ['sku', 'ean', 'mpn', 'link'];

const exampleCount = 3;
const exampleLength = 80;

/** @param entries the first ones of the file. Of several columns for one field one is taken, the others keep their names */
export function guessMapping(entries: readonly Values[], isText: boolean): readonly ColumnMapping[] {
	const columns = [...new Set(entries.flatMap((values) => Object.keys(values)))];
	const chosen = chooseColumns(columns);
	const isSubstituted = (field: string | undefined) => field !== undefined && field === findSubstitute(chosen);
	return columns.map((column) => {
		const guess = guessField(column);
		const isChosen = guess !== undefined && (guess.field === '' || chosen.get(guess.field) === column);
		const field = isChosen ? guess.field : column;
		const values = entries.map((entry) => entry[column]);
		const form = isText ? guessForm(column, field, values) : 'one';
		const examples = [...new Set(values.flatMap(toExample))].slice(0, exampleCount);
		return { column, field: isSubstituted(field) ? 'id' : field, form, address: '', examples };
	});
}

/** @returns the column of each field that has one */
function chooseColumns(columns: readonly string[]): ReadonlyMap<string, string> {
	const best = new Map<string, { readonly column: string; readonly rank: number }>();
	for (const column of columns) {
		const guess = guessField(column);
		if (guess === undefined || guess.rank >= (best.get(guess.field)?.rank ?? Number.POSITIVE_INFINITY)) continue;
		best.set(guess.field, { column, rank: guess.rank });
	}
	return new Map([...best].map(([field, { column }]) => [field, column]));
}

function findSubstitute(chosen: ReadonlyMap<string, string>): string | undefined {
	return chosen.has('id') ? undefined : idSubstitutes.find((field) => chosen.has(field));
}

function toExample(value: unknown): readonly string[] {
	if (value === undefined || value === null || value === '') return [];
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return [text.length > exampleLength ? `${text.slice(0, exampleLength - 1)}…` : text];
}

const severalAddresses = /^https?:\/\/\S*?[^\s,;|]\s*([,;|]|%%)\s*https?:\/\//i;

/** A comma may belong to the name of a category, so it is taken for a separator only where the name of the column says so. */
function guessForm(column: string, field: string, values: readonly unknown[]): TextForm {
	const texts = values.filter((value) => typeof value === 'string');
	const isSeparator = (sign: string | undefined) => listSeparators.find((separator) => separator === sign);
	if (field === 'image_link') {
		return (
			isSeparator(texts.map((text) => severalAddresses.exec(text)?.[1]).find((sign) => sign !== undefined)) ?? 'one'
		);
	}
	if (field === 'categories') {
		const found = ['%%', '|', ';'].find((separator) => texts.some((text) => text.includes(separator)));
		return isSeparator(found) ?? (/\(x,y/.test(column) ? ',' : 'one');
	}
	return texts.some((text) => /<(?:p|br|div|ul|ol|li|span|strong|b|em|i|h[1-6]|table|a)\b[^>]*>/i.test(text))
		? 'html'
		: 'one';
}

/** The item that the values of an entry make. */
export function toItem(values: Values, mapping: readonly ColumnMapping[]): Values {
	const known = new Map(mapping.map((entry) => [entry.column, entry]));
	// From entries, because a column may be called `__proto__`.
	return Object.fromEntries(
		Object.entries(values).flatMap(([column, value]) => {
			const entry = known.get(column);
			if (entry === undefined) return [[column, value]];
			if (entry.field === '') return [];
			const read = readText(value, entry.form);
			// One picture is shown; all of them are kept.
			if (entry.field !== 'image_link' || !Array.isArray(read)) return [[entry.field, toAddress(read, entry)]];
			const all = read.map((part) => toAddress(part, entry));
			return all.length < 2
				? [['image_link', all[0] ?? null]]
				: [
						['image_link', all[0]],
						['images', all],
					];
		}),
	);
}

/** Whether an item gets an id made up, as the server makes one for it. */
export function lacksId({ id }: Values): boolean {
	return id === undefined || id === null || id === '';
}

function readText(value: unknown, form: TextForm): unknown {
	if (typeof value !== 'string' || form === 'one') return value;
	if (form === 'html') return toPlainText(value);
	return value
		.split(form)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

function toAddress(value: unknown, { field, address }: ColumnMapping): unknown {
	if (address === '' || !isAddressField(field) || typeof value !== 'string' || isAddress(value)) return value;
	if (address.includes('{value}')) return address.replaceAll('{value}', () => value);
	return address.endsWith('/') && value.startsWith('/') ? address + value.slice(1) : address + value;
}

function isAddressField(field: string): boolean {
	return field === 'link' || field === 'image_link';
}

function isAddress(text: string): boolean {
	return /^(?:https?:)?\/\//i.test(text);
}

/** Whether the values of a column are only parts of addresses, such as `blue-shirt` or `/b/blue.jpg`. */
export function lacksAddress({ field, examples }: ColumnMapping): boolean {
	return isAddressField(field) && examples.length > 0 && !examples.some(isAddress);
}

/** Columns whose field another one has, too. */
export function findDoubles(mapping: readonly ColumnMapping[]): ReadonlySet<string> {
	const counts = new Map<string, number>();
	for (const { field } of mapping) counts.set(field, (counts.get(field) ?? 0) + 1);
	return new Set(
		mapping.filter(({ field }) => field !== '' && (counts.get(field) ?? 0) > 1).map(({ column }) => column),
	);
}
