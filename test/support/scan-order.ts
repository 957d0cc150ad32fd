/** In which order are matches returned? By one rule after another, then in the order in which they were written. */
import type { SortRule } from '../../src/domain/query/index-query.ts';
import { toDistance } from './plain-distance.ts';
import { compareTexts } from './plain-order.ts';
import type { ScannedItem } from './scan-item.ts';

export interface RankedItem {
	readonly item: ScannedItem;
	/** Index among all items, in the order of writing. */
	readonly at: number;
	/** Found by its number, in stock, all words: this takes precedence over the score. */
	readonly tier: number;
	readonly score: number;
	/** By how much the score may differ because it is summed in steps. */
	readonly rounding: number;
	/** Without the title's contribution: it decides which item represents its group. */
	readonly plainScore: number;
}

/** Relative to a score: the core uses single precision. */
const scoreTolerance = 1e-5;

/** Whether two scores are equal except for rounding. */
export function isSameScore({ score, rounding }: Pick<RankedItem, 'score' | 'rounding'>, other: number): boolean {
	return Math.abs(score - other) <= scoreTolerance * score + rounding;
}

/** The first words of a title decide; titles with 12 equal words count as equal. */
const titleWordsMax = 12;

/** Negative when `a` comes first. */
export function compareRanked(a: RankedItem, b: RankedItem, sort: readonly SortRule[]): number {
	const rules = sort.length === 0 ? [{ kind: 'score' as const }] : sort;
	const differences = rules.map((rule) => compareByRule(a, b, rule));
	return differences.find((difference) => difference !== 0) ?? a.at - b.at;
}

function compareByRule(a: RankedItem, b: RankedItem, rule: SortRule): number {
	if (rule.kind === 'score') {
		return b.tier - a.tier || (isSameScore(a, b.score) ? 0 : b.score - a.score);
	}
	const { fieldName, isDescending } = rule;
	if (rule.kind === 'distance') {
		const [left, right] = [a, b].map(({ item }) => toDistances(item, rule)) as [number[], number[]];
		return compareValues(left, right, isDescending);
	}
	if (fieldName === 'title') return compareValues(toTitle(a.item), toTitle(b.item), isDescending);
	return compareValues(listValues(a.item, fieldName), listValues(b.item, fieldName), isDescending);
}

function toDistances({ points }: ScannedItem, rule: Extract<SortRule, { kind: 'distance' }>): number[] {
	const point = points.get(rule.fieldName);
	return point === undefined ? [] : [toDistance(rule, point)];
}

/** Words are compared one by one, so the separator sorts before every character of a word. */
function toTitle({ titleWords }: ScannedItem): string[] {
	return titleWords.length === 0 ? [] : [titleWords.slice(0, titleWordsMax).join('\0')];
}

const wholeNumberPattern = /^-?(0|[1-9][0-9]{0,14})$/;

/** An item with numbers is sorted by them, not by its texts. */
function listValues({ item, numbers, texts }: ScannedItem, fieldName: string): readonly (number | string)[] {
	if (fieldName === 'id') return [wholeNumberPattern.test(item.id) ? Number(item.id) : item.id];
	return numbers.get(fieldName) ?? texts.get(fieldName) ?? [];
}

type Value = number | string;

/**
 * Ascending, the lowest of several values counts; descending, the highest. Numbers come before texts, and both before
 * missing values, in either direction.
 */
function compareValues(left: readonly Value[], right: readonly Value[], isDescending: boolean): number {
	const [a, b] = [left, right].map((values) => [...values].sort((x, y) => compare(x, y, isDescending))[0]);
	const difference = toKind(a) - toKind(b);
	return difference !== 0 || a === undefined || b === undefined ? difference : compare(a, b, isDescending);
}

function toKind(value: Value | undefined): number {
	return ['number', 'string', 'undefined'].indexOf(typeof value);
}

function compare(a: Value, b: Value, isDescending: boolean): number {
	const ascending = typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
	return isDescending ? -ascending : ascending;
}
