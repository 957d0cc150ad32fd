/** Suggestions over an index of some titles, spelt like the item that has the phrase, as the server does. */
import { createAnalyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { decodeString } from '../../src/fulltext/index/segment/sorted-strings.ts';
import { createCompletionTable } from '../../src/fulltext/suggest/completion-table.ts';
import { spellPhrase } from '../../src/fulltext/suggest/spell-phrase.ts';
import { finishSuggestions } from '../../src/fulltext/suggest/suggest.ts';
import { listSuggestions } from './list-suggestions.ts';
import { createSmallIndex } from './small-index.ts';

const countMax = 10;

/** @returns a function from the typed text and the popular queries to at most ten suggestions. */
export function openTitles(titles: readonly string[], language = 'en') {
	const items = Object.fromEntries(titles.map((title, at) => [`${at}`, { title }]));
	const { view } = createSmallIndex(items, { language });
	const analyzer = createAnalyzer(language);
	const toWords = (text: string) => analyzer.locateWords(text).words.map(({ term }) => term);
	return (text: string, asked: readonly string[] = []): string[] => {
		const queries = createCompletionTable(
			asked.map((query, at) => ({ text: query, words: toWords(query), weight: asked.length - at })),
		);
		const listed = listSuggestions(view, { text, countMax, queries, isFound: () => true });
		const spelt = listed.flatMap(({ text: joined, phrase }) => {
			if (phrase === undefined) return joined;
			const { ids } = view.segments[phrase.segmentIndex]?.segment ?? { ids: undefined };
			const title = ids && titles[Number(decodeString(ids, phrase.document))];
			return (title && spellPhrase(analyzer, title, phrase)) ?? [];
		});
		return finishSuggestions(analyzer, spelt, countMax);
	};
}
