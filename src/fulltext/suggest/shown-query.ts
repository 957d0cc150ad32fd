/** May what a shopper typed be shown to others, and which spellings are the same query? */
import { createCache } from '../../lib/cache.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { toSuggestionText } from '../analysis/suggestion-text.ts';

export interface ShownQuery {
	/** As it would be shown. */
	readonly text: string;
	/** Its words as terms, in their order: the same for all spellings of the query. */
	readonly key: string;
}

/** Longer queries are pasted rather than typed. */
const shownLengthMax = 60;
const addressPattern = /\S@\S|:\/\/|\bwww\./;
/** Numbers of telephones, cards and accounts; also bar codes, which make poor suggestions. */
const longNumberPattern = /(?:\d[\s()./+-]*){7,}/;
const accountPattern = /\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,}/;

/** The query as it would be shown; undefined when it is empty, too long or looks like personal data. */
function toShownQuery(text: string): string | undefined {
	const shown = toSuggestionText(text);
	const isPersonal = addressPattern.test(shown) || longNumberPattern.test(shown) || accountPattern.test(shown);
	return shown === '' || shown.length > shownLengthMax || isPersonal ? undefined : shown;
}

/** Undefined when it may not be shown or has no words. */
export type ShownQueryReader = (typed: string) => ShownQuery | undefined;

/** Shoppers type the same again. What may not be shown is not kept. */
const cachedQueriesMax = 1_000;
/** Of what is typed, in characters. */
const cachedLengthMax = 2 * shownLengthMax;

/** To share by those who read the same queries: 5 µs per word the first time, and a fraction of a microsecond after it. */
export function createShownQueryReader(): ShownQueryReader {
	const { locateWords } = createAnalyzer('und');
	const cached = createCache<string, ShownQuery>({ entriesMax: cachedQueriesMax });

	function read(typed: string): ShownQuery | undefined {
		const text = toShownQuery(typed);
		if (text === undefined) return undefined;
		const words = locateWords(text).words.map(({ term }) => term);
		return words.length === 0 ? undefined : { text, key: words.join(' ') };
	}

	return (typed) => {
		const known = cached.get(typed);
		if (known !== undefined) return known;
		const shown = read(typed);
		if (shown !== undefined && typed.length <= cachedLengthMax) cached.set(typed, shown);
		return shown;
	};
}
