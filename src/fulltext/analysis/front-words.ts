/** Which words may a compound begin with, whatever a catalogue has? Those for whom it is, and colours: Damenhose, Rotwein. */
import { createFolding, toFoldedWords } from './fold.ts';
import type { Language } from './language.ts';

type ListWords = (language: Language) => ReadonlySet<string>;

/** The words in their folded forms. The same set for each call with a language. */
export const listFrontWords = listFolded(({ understanding, colorWords = '' }) => {
	return `${Object.values(understanding?.people ?? {}).join(' ')} ${colorWords}`;
});

/** Function words in their folded forms: what begins with one may be another word than its end, as Durchmesser is. The same set for each call. */
export const listFunctionWords = listFolded(
	({ stopWords = '', danglingWords = '' }) => `${stopWords} ${danglingWords}`,
);

function listFolded(listWords: (language: Language) => string): ListWords {
	const known = new WeakMap<Language, ReadonlySet<string>>();
	return (language) => {
		const words = known.get(language) ?? toFoldedWords(listWords(language), createFolding(language));
		known.set(language, words);
		return words;
	};
}
