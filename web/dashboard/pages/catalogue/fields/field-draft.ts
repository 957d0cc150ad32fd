/** What is said of a field, as texts of a form: empty is what is inferred. */
import type { FieldOverride } from './schema-wire.ts';

const names = [
	'role',
	'weight',
	'searchable',
	'filterable',
	'facet',
	'ignored',
	'popularity',
	'popularity_best',
] as const satisfies readonly (keyof FieldOverride)[];

export type FieldDraft = { readonly [Name in (typeof names)[number]]: string };

export function toDraft(said: FieldOverride | null): FieldDraft {
	return Object.fromEntries(names.map((name) => [name, String(said?.[name] ?? '')])) as FieldDraft;
}

/** All properties, null for what is inferred, so that nothing stays of what was said before. */
export function toBody(draft: FieldDraft): Readonly<Record<string, unknown>> {
	return Object.fromEntries(names.map((name) => [name, toValue(name, draft[name].trim())]));
}

function toValue(name: keyof FieldDraft, text: string): unknown {
	if (text === '') return null;
	if (['searchable', 'filterable', 'ignored'].includes(name)) return text === 'true';
	const isNumber = name === 'weight' || name === 'popularity';
	const number = Number(text.replace(',', '.'));
	// The server refuses what is no number.
	return isNumber && !Number.isNaN(number) ? number : text;
}
