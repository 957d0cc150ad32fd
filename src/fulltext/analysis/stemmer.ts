/**
 * Stems are words without their endings, so that `zapatos` finds `zapato`. The algorithm of a language is loaded when
 * it is first needed: loading all of them takes 80 ms.
 */
import type { Ending, Language, Stemmer } from './language.ts';

const loaded = new Map<Language, Stemmer>();

/**
 * The stemmer of a language, with the endings that the algorithm does not know, for lower-case words with their accents; undefined when there is none. It returns the word
 * itself when the algorithm leaves nothing or fails: stemming helps search and must never lose a word.
 */
export function findStemmer(language: Language): Stemmer | undefined {
	if (language.loadStemmer === undefined) return undefined;
	const known = loaded.get(language);
	if (known !== undefined) return known;
	const stem = language.loadStemmer();
	const stemOrWord: Stemmer = (word) => {
		try {
			return replaceEnding(stem(replaceEnding(word, language.wordEndings)), language.stemEndings) || word;
		} catch {
			return word;
		}
	};
	loaded.set(language, stemOrWord);
	return stemOrWord;
}

/** The first that fits. */
function replaceEnding(text: string, endings: readonly Ending[] = []): string {
	for (const [ending, replacement] of endings) {
		const replaced = text.replace(ending, replacement);
		if (replaced !== text) return replaced;
	}
	return text;
}
