import type { IndexView } from '../../src/fulltext/query/index-view.ts';
import { type Suggestion, type SuggestionRequest, suggestSteps } from '../../src/fulltext/suggest/suggest.ts';
import { runSteps, type Steps, unhurried } from '../../src/lib/steps.ts';

/** The result of `suggestSteps`, if it is known without steps which queries find something. */
export function listSuggestions(
	view: IndexView,
	request: Omit<SuggestionRequest, 'isFound'> & { readonly isFound: (text: string) => boolean },
): Suggestion[] {
	// biome-ignore lint/correctness/useYield: it is known without a step.
	function* isFound(text: string): Steps<boolean> {
		return request.isFound(text);
	}
	return runSteps(suggestSteps(view, { ...request, isFound }, unhurried));
}
