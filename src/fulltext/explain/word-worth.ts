/** What is each word worth in the share of a query that an item has? As `coverage.ts` weighs them. */
import { toCoverage } from '../query/coverage.ts';
import type { SearchedWords } from '../query/searched-words.ts';

export interface WordWorths {
	/** The worth of the word with this bit; 0 for optional words, and for those that no item has. */
	toWorth(bit: number): number;
	/** Of all words. */
	readonly total: number;
}

export function toWorths(words: SearchedWords): WordWorths {
	const whole = toCoverage(words, 1);
	return whole === undefined ? { toWorth: () => 0, total: 0 } : { toWorth: whole.toWorth, total: whole.least };
}
