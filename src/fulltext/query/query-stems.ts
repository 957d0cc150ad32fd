/** What is a query about, whatever its inflections and small words? */
import type { Analyzer } from '../analysis/analyzer.ts';

/** The stems of the words that are not optional, in their order; empty for a text without words. Cost: O(words). */
export function toQueryStems({ analyzeQuery }: Pick<Analyzer, 'analyzeQuery'>, text: string): string[] {
	// The blank says that the last word is complete.
	const { words } = analyzeQuery(`${text} `);
	return words.filter(({ isOptional }) => !isOptional).map(({ key }) => key);
}
