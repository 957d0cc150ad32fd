/** What the understood parts of a text mean for an item, checked on its plain values. */
import type { AnalyzedQuery } from '../../src/fulltext/analysis/analyzed-query.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import type { PartCondition, QueryPart, ValueCondition } from '../../src/fulltext/understanding/part.ts';
import type { ScannedItem } from './scan-item.ts';
import { findMentions } from './scan-vocabulary.ts';

export interface Reading {
	/** The text in which the parts are. */
	readonly typedText: string;
	readonly parts: readonly QueryPart[];
	/** Those that an item must meet; undefined for all that are strict. */
	readonly required?: readonly QueryPart[];
}

/** The text with a blank for each part that is no words of items. */
export function keepText(text: string, parts: readonly QueryPart[]): string {
	const isGone = (at: number) =>
		parts.some(
			({ kind, isStrict, start, end, compound }) =>
				(kind !== 'attribute' || (isStrict && compound === undefined)) && at >= start && at < end,
		);
	return [...text.split('').keys()].map((at) => (isGone(at) ? (isGone(at - 1) ? '' : ' ') : text.charAt(at))).join('');
}

/** No word of an attribute that was understood is a misspelt one, and none of a loosened one is needed. */
export function applyUnderstood(
	query: AnalyzedQuery,
	{ typedText, parts }: Reading,
	analyzer: Analyzer,
): AnalyzedQuery {
	const understood = parts
		.filter(({ kind, compound }) => kind === 'attribute' && compound === undefined)
		.map(({ start, end, isLoosened = false }) => ({
			isLoosened,
			texts: analyzer.analyzeQuery(`${typedText.slice(start, end)} `).words.map(({ text }) => text),
		}));
	const words = query.words.map((word) => {
		const said = understood.filter(({ texts }) => texts.includes(word.text));
		return {
			...word,
			isTypoTolerant: word.isTypoTolerant && said.length === 0,
			isOptional: word.isOptional || said.some(({ isLoosened }) => isLoosened),
		};
	});
	return { ...query, words };
}

export function listFieldNames(condition: PartCondition): readonly string[] {
	if (condition.kind === 'numbers') return condition.fieldNames;
	return condition.kind === 'values' ? [condition.fieldName] : condition.fields.map(({ fieldName }) => fieldName);
}

/** Whether an item meets everything strict. */
export function createMeeting(parts: readonly QueryPart[], analyzer: Analyzer): (item: ScannedItem) => boolean {
	const strict = parts.filter(({ isStrict }) => isStrict);
	return (item) => strict.every(({ condition }) => isMet(item, condition, analyzer));
}

const preferredGain = 1.25;
const preferencesMax = 2;

/**
 * The parts that are not strict; then, in the order of the text, what fits others best: items that deny the thing themselves, and
 * those that have nothing but the value.
 */
export function createGain(parts: readonly QueryPart[], analyzer: Analyzer): (item: ScannedItem) => number {
	const soft = parts
		.filter(({ isStrict }) => !isStrict)
		.map(
			({ condition }) =>
				(item: ScannedItem) =>
					isMet(item, condition, analyzer),
		);
	const better = parts.flatMap(({ condition, isStrict }) => {
		const words = condition.kind === 'absence' ? condition.words : undefined;
		if (words !== undefined) return [(item: ScannedItem) => findMentions(item, analyzer, words).denied.size > 0];
		const isMixed = isStrict && condition.kind === 'values' && condition.mixed.length > 0;
		return isMixed ? [(item: ScannedItem) => hasValue(item, condition)] : [];
	});
	const tests = [...soft, ...better].slice(0, preferencesMax);
	return (item) => preferredGain ** tests.filter((test) => test(item)).length;
}

function isMet(item: ScannedItem, condition: PartCondition, analyzer: Analyzer): boolean {
	if (condition.kind === 'values') return hasAccepted(item, condition);
	if (condition.kind === 'absence') {
		const { positions, denied } = condition.words
			? findMentions(item, analyzer, condition.words)
			: { positions: [], denied: new Set<number>() };
		// A single character stands in words of all kinds.
		const isDenied = condition.words?.text.length === 1 && denied.size > 0;
		const isMentioned = !isDenied && !positions.every((at) => denied.has(at));
		return !condition.fields.some((field) => hasAccepted(item, field)) && !isMentioned;
	}
	const { gte, gt, lte, lt } = condition.bounds;
	const numbers = condition.fieldNames.map((name) => item.numbers.get(name) ?? []).find(({ length }) => length > 0);
	return (numbers ?? []).some(
		(number) =>
			number >= (gte ?? Number.NEGATIVE_INFINITY) &&
			number > (gt ?? Number.NEGATIVE_INFINITY) &&
			number <= (lte ?? Number.POSITIVE_INFINITY) &&
			number < (lt ?? Number.POSITIVE_INFINITY),
	);
}

/** Whether the item has the value, alone or with others. */
function hasAccepted(item: ScannedItem, { values, mixed, ...field }: Omit<ValueCondition, 'kind'>): boolean {
	return hasValue(item, { ...field, values: [...values, ...mixed] });
}

function hasValue({ texts }: ScannedItem, field: { readonly fieldName: string; readonly values: readonly string[] }) {
	return (texts.get(field.fieldName) ?? []).some((value) => field.values.includes(value));
}
