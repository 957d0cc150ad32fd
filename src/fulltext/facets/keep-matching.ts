/** Only values that match a text are listed: the counts of all others become 0. */
import type { Pace, Steps } from '../../lib/steps.ts';
import type { NumberTable } from './number-table.ts';

/** Values are decoded and compared: about two microseconds for each. */
const valuesPerCheck = 256;

export interface MatchedCounts {
	/** By ordinal; 0 for values that no match has. */
	readonly counts: Uint32Array;
	/** Ordinals 1 … end-1. */
	readonly end: number;
	readonly toValue: (ordinal: number) => string;
	readonly isMatch: (value: string) => boolean;
	readonly pace: Pace;
}

/** Sets the counts of values that do not match to 0. Cost: O(values with a count). */
export function* keepMatching({ counts, end, toValue, isMatch, pace }: MatchedCounts): Steps<void> {
	let compared = 0;
	for (let ordinal = 1; ordinal < end; ordinal++) {
		if (counts[ordinal] === 0) continue;
		if (!isMatch(toValue(ordinal))) counts[ordinal] = 0;
		compared += 1;
		if (compared % valuesPerCheck === 0 && pace.isDue()) yield;
	}
}

/** The same for numbers, by their texts. */
export function* keepMatchingNumbers(
	numbers: NumberTable,
	isMatch: (value: string) => boolean,
	pace: Pace,
): Steps<void> {
	for (let entry = 0; entry < numbers.size; entry++) {
		const count = numbers.countAt(entry);
		const value = numbers.valueAt(entry);
		if (count > 0 && !isMatch(String(value))) numbers.add(value, -count);
		if (entry % valuesPerCheck === 0 && pace.isDue()) yield;
	}
}
