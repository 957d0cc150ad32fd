/**
 * Marked texts as `_highlight` and `_snippet` of a result.
 *
 *     {"title": {"value": "Red <em>shoes</em>", "match_level": "full", "matched_words": ["shoes"]}}
 *
 * A field of several texts is a list of them.
 */
import type { HighlightedField, HighlightedFields, HighlightedItems } from '../../app/search/highlight-items.ts';
import {
	everyField,
	type Highlight,
	type HighlightedText,
	type HighlightRequest,
	type HighlightTags,
} from '../../domain/query/highlight.ts';
import { cutSnippet } from './cut-snippet.ts';

type HighlightedWords = Pick<HighlightedItems, 'words' | 'needed'>;

/** Literals of the members of a result. */
export function toHighlightMembers(
	request: HighlightRequest,
	words: HighlightedWords,
	fields: HighlightedFields,
): Map<string, string> {
	const members = new Map<string, string>();
	const { fieldNames, snippets } = request;
	if (fieldNames.length > 0) {
		const names = fieldNames.includes(everyField) ? [...fields.keys()] : fieldNames;
		members.set(
			'_highlight',
			toText(names, fields, (text) => toHighlightWire(text, request, words)),
		);
	}
	if (snippets.length > 0) {
		const wordsMax = new Map(snippets.map((snippet) => [snippet.fieldName, snippet.wordsMax]));
		const ofAll = wordsMax.get(everyField);
		const names = ofAll === undefined ? [...wordsMax.keys()] : [...fields.keys()];
		const cut = (text: HighlightedText, name: string) => {
			const { before, highlighted, after } = cutSnippet(text, wordsMax.get(name) ?? ofAll ?? 0);
			const { value, ...rest } = toHighlightWire(highlighted, request, words);
			const [head, tail] = [before, after].map((isCut) => (isCut ? request.ellipsis : ''));
			return { value: `${head}${value}${tail}`, ...rest };
		};
		members.set('_snippet', toText(names, fields, cut));
	}
	return members;
}

function toText(
	names: readonly string[],
	fields: HighlightedFields,
	toWire: (text: HighlightedText, name: string) => object,
): string {
	const written: [string, object][] = names.flatMap((name) => {
		const field: HighlightedField | undefined = fields.get(name);
		if (field === undefined) return [];
		return [[name, isList(field) ? field.map((text) => toWire(text, name)) : toWire(field, name)]];
	});
	return JSON.stringify(Object.fromEntries(written));
}

function isList(field: HighlightedField): field is readonly HighlightedText[] {
	return Array.isArray(field);
}

interface HighlightWire {
	readonly value: string;
	readonly match_level: 'none' | 'partial' | 'full';
	readonly matched_words: readonly string[];
}

function toHighlightWire(
	{ text, highlights }: HighlightedText,
	request: HighlightRequest,
	{ words, needed }: HighlightedWords,
): HighlightWire {
	const bits = highlights.reduce((all, highlight) => all | highlight.words, 0);
	const isFull = (bits & needed) === needed;
	return {
		value: toTagged(text, highlights, request),
		match_level: bits === 0 ? 'none' : isFull ? 'full' : 'partial',
		matched_words: words.filter((_, index) => (bits & (1 << index)) !== 0),
	};
}

/** The text with tags around what was found. */
export function toTagged(
	text: string,
	highlights: readonly Highlight[],
	{ preTag, postTag, isEscaped }: HighlightTags,
): string {
	const write = isEscaped ? escapeHtml : (part: string) => part;
	let value = '';
	let at = 0;
	for (const { start, end } of highlights) {
		value += write(text.slice(at, start)) + preTag + write(text.slice(start, end)) + postTag;
		at = end;
	}
	return value + write(text.slice(at));
}

const entities: Readonly<Record<string, string>> = {
	...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
