/** Which words may a compound begin with, whatever a catalogue has? Those for whom it is, and colours: Damenhose, Rotwein. */
import { createFolding, toFoldedWords } from './fold.ts';
import type { Language } from './language.ts';

const known = new WeakMap<Language, ReadonlySet<string>>();
const knownFunctionWords = new WeakMap<Language, ReadonlySet<string>>();

/** The words in their folded forms. The same set for each call with a language. */
export function listFrontWords(language: Language): ReadonlySet<string> {
	const before = known.get(language);
	if (before !== undefined) return before;
	const people = Object.values(language.understanding?.people ?? {}).join(' ');
	const words = toFoldedWords(`${people} ${language.colorWords ?? ''}`, createFolding(language));
	known.set(language, words);
	return words;
}

/** Function words in their folded forms: what begins with one may be another word than its end, as Durchmesser is. The same set for each call. */
export function listFunctionWords(language: Language): ReadonlySet<string> {
	const before = knownFunctionWords.get(language);
	if (before !== undefined) return before;
	const words = toFoldedWords(`${language.stopWords ?? ''} ${language.danglingWords ?? ''}`, createFolding(language));
	knownFunctionWords.set(language, words);
	return words;
}
