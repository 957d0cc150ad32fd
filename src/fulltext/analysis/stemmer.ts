/**
 * Stems: what is left of a word without its ending, so that `zapatos` finds `zapato`. The algorithm of a language is
 * loaded when it is first asked for: all together they take 80 ms.
 */
import type { Language, Stemmer } from './language.ts';

const loaded = new Map<Language, Stemmer>();

/**
 * The stemmer of a language, for lower-case words with their accents; undefined when there is none. It returns the word
 * itself where the algorithm would leave nothing, or fails: a stem is a help to search, never a reason to lose a word.
 */
export function findStemmer(language: Language): Stemmer | undefined {
	if (language.loadStemmer === undefined) return undefined;
	const known = loaded.get(language);
	if (known !== undefined) return known;
	const stem = language.loadStemmer();
	const stemOrWord: Stemmer = (word) => {
		try {
			return stem(word) || word;
		} catch {
			return word;
		}
	};
	loaded.set(language, stemOrWord);
	return stemOrWord;
}
