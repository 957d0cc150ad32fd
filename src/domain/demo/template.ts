/** The small template language of product texts; `ProductKind` describes it. */
import assert from 'node:assert/strict';
import type { FactValue } from './product-kind.ts';

export type Facts = Readonly<Record<string, FactValue>>;

export interface Condition {
	readonly fact: string;
	readonly value: FactValue;
}

const placeholderPattern = /\{(\w+)(:title)?\}/g;
const conditionPattern = /^\[(!?)(\w+)(?:=([^\]]+))?\] /;

/**
 * A template with its placeholders filled: `{name}` by the fact of that name, `{name:title}` by the same in title case.
 * The first letter becomes a capital. Throws when a fact is missing, which is a mistake in the tables.
 */
export function fillTemplate(template: string, facts: Facts): string {
	const filled = template.replaceAll(placeholderPattern, (_placeholder, name: string, asTitle: string | undefined) => {
		const value = facts[name];
		assert(value !== undefined, `no fact called ${name} for: ${template}`);
		const text = formatFact(value);
		return asTitle === undefined ? text : capitalizeWords(text);
	});
	return filled.charAt(0).toUpperCase() + filled.slice(1);
}

/** The names of a template's placeholders, in order. */
export function listPlaceholders(template: string): string[] {
	return [...template.matchAll(placeholderPattern)].map((match) => match[1] as string);
}

/** A sentence and the condition before it, if there is one. */
export function parseSentence(sentence: string): { readonly text: string; readonly condition: Condition | undefined } {
	const match = conditionPattern.exec(sentence);
	if (match === null) return { text: sentence, condition: undefined };
	const [prefix, negation, fact, expected] = match;
	// Conditions compare the text of the fact, so a count of 2 is tested as `[flasks=2]`.
	const value = expected ?? negation !== '!';
	return { text: sentence.slice(prefix.length), condition: { fact: fact as string, value } };
}

export function isTrueOf(condition: Condition | undefined, facts: Facts): boolean {
	if (condition === undefined) return true;
	const fact = facts[condition.fact];
	return typeof condition.value === 'boolean' ? fact === condition.value : String(fact) === condition.value;
}

/** Whole numbers with five or more digits get commas: `20,000`. */
function formatFact(value: FactValue): string {
	if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) < 10_000) return String(value);
	return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

function capitalizeWords(text: string): string {
	return text.replace(/(^|[\s-])([a-z])/g, (_match, before: string, letter: string) => before + letter.toUpperCase());
}
