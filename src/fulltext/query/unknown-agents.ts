/**
 * Who nothing is found for: things are named by what somebody does with them, so before a page is empty, that is searched instead.
 *
 *     gift for gamer      gaming      where things say it and none says `gamer`
 */
import type { IndexView } from './index-view.ts';
import { isThing } from './split-unknown.ts';

const blanks = /\s+/;

/**
 * Words of the text that nothing is found for, with what is searched instead. Cost: O(1) look-ups for each.
 *
 * @param unknown those words, as the query has them
 */
export function findActivities(
	view: IndexView,
	text: string,
	unknown: ReadonlySet<string>,
): ReadonlyMap<string, string> {
	const { analyzer } = view;
	const found = new Map<string, string>();
	for (const word of text.trim().split(blanks)) {
		const folded = analyzer.toIdentifier(word);
		const activity = unknown.has(folded) ? analyzer.toActivity(folded) : undefined;
		if (activity !== undefined && isThing(view, activity)) found.set(word, activity);
	}
	return found;
}
