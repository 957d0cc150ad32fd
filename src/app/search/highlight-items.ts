/** Highlights the words of a query in the texts of the items that it found. */
import {
	everyField,
	type HighlightedText,
	type HighlightRequest,
	highlightedTextsLengthMax,
	highlightedValuesMax,
} from '../../domain/query/highlight.ts';
import type { IndexAnswer } from '../../domain/query/index-query.ts';
import { findJsonMembers } from '../../lib/json-members.ts';

/** The texts of a field: one, or a list of them. */
export type HighlightedField = HighlightedText | readonly HighlightedText[];

/** Fields by name. */
export type HighlightedFields = ReadonlyMap<string, HighlightedField>;

export interface HighlightedItems {
	/** The words that were searched; highlights have their bits. */
	readonly words: readonly string[];
	/** Bits of the words that a text must have to have all of them. */
	readonly needed: number;
	/** Parallel to the items. */
	readonly fields: readonly HighlightedFields[];
}

type FieldTexts = string | readonly string[];

/** Undefined where the request asks for no highlights. Cost: O(length of the items). */
export async function highlightItems(
	{ highlightTexts }: Pick<IndexAnswer, 'highlightTexts'>,
	request: HighlightRequest | undefined,
	items: readonly { readonly text: string }[],
): Promise<HighlightedItems | undefined> {
	if (request === undefined) return undefined;
	const names = new Set([...request.fieldNames, ...request.snippets.map(({ fieldName }) => fieldName)]);
	const fields = items.map(({ text }) => readTexts(text, names));
	const texts = fields.flatMap((one) => [...one.values()].flat());
	const { words, needed, highlights } = (await highlightTexts?.(toBounded(texts))) ?? {
		words: [],
		needed: 0,
		highlights: [],
	};
	let next = 0;
	const toHighlighted = (text: string): HighlightedText => ({ text, highlights: highlights[next++] ?? [] });
	const toField = (written: FieldTexts) =>
		typeof written === 'string' ? toHighlighted(written) : written.map((text) => toHighlighted(text));
	return {
		...{ words, needed },
		fields: fields.map((one) => new Map([...one].map(([name, written]) => [name, toField(written)]))),
	};
}

/** The first texts, as many as may be highlighted. */
function toBounded(texts: readonly string[]): readonly string[] {
	let length = 0;
	const end = texts.findIndex((text) => {
		length += text.length;
		return length > highlightedTextsLengthMax;
	});
	return end < 0 ? texts : texts.slice(0, end);
}

/** The fields of these names that have texts. An item without a title has its name as one. */
function readTexts(text: string, names: ReadonlySet<string>): Map<string, FieldTexts> {
	const fields = new Map<string, FieldTexts>();
	const isAsked = (name: string) => names.has(name) || names.has(everyField);
	const members = findJsonMembers(text).members;
	const hasTitle = members.some(({ name }) => name === 'title');
	for (const { name, valueStart, valueEnd } of members) {
		const isTitle = name === 'name' && !hasTitle && isAsked('title');
		if (!isTitle && !isAsked(name)) continue;
		const written = toTexts(JSON.parse(text.slice(valueStart, valueEnd)));
		if (written !== undefined && isAsked(name)) fields.set(name, written);
		if (written !== undefined && isTitle) fields.set('title', written);
	}
	return fields;
}

function toTexts(value: unknown): FieldTexts | undefined {
	if (typeof value === 'string') return value;
	if (!Array.isArray(value)) return undefined;
	const texts = value.filter((entry) => typeof entry === 'string').slice(0, highlightedValuesMax);
	return texts.length === 0 ? undefined : texts;
}
