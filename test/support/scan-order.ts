/** In which order are matches hits? Rule by rule, then in the order in which they were written. */
import type { SortRule } from '../../src/domain/query/index-query.ts';
import { toDistance } from './plain-distance.ts';
import { compareTexts } from './plain-order.ts';
import type { ScannedItem } from './scan-item.ts';

export interface RankedItem {
	readonly item: ScannedItem;
	/** Among all items, in the order of writing. */
	readonly at: number;
	/** Found by its number, in stock, all words: what counts more than any score. */
	readonly tier: number;
	readonly score: number;
	/** By how much the score may differ where it is summed up in steps. */
	readonly rounding: number;
	/** Without what the title adds: it decides which item stands for its group. */
	readonly plainScore: number;
}

/** Of a score: the core works in single precision. */
const scoreTolerance = 1e-5;

/** Whether two scores are the same but for rounding. */
export function isSameScore({ score, rounding }: Pick<RankedItem, 'score' | 'rounding'>, other: number): boolean {
	return Math.abs(score - other) <= scoreTolerance * score + rounding;
}

/** Words of a title that decide; 12 words in common are the same. */
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

/** Words are compared one by one, so what separates them is less than any character of a word. */
function toTitle({ titleWords }: ScannedItem): string[] {
	return titleWords.length === 0 ? [] : [titleWords.slice(0, titleWordsMax).join('\0')];
}

/** An item with numbers goes by them, and not by its texts. */
function listValues({ numbers, texts }: ScannedItem, fieldName: string): readonly (number | string)[] {
	return numbers.get(fieldName) ?? texts.get(fieldName) ?? [];
}

type Value = number | string;

/** The lowest of several values counts ascending, the highest descending; numbers before texts before nothing, either way. */
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
