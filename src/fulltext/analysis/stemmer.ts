/**
 * Stems are words without their endings, so that `zapatos` finds `zapato`. The algorithm of a language is loaded when
 * it is first needed: loading all of them takes 80 ms.
 */
import type { Ending, Language, Stemmer } from './language.ts';

const loaded = new Map<Language, Stemmer>();

/**
 * The stemmer of a language, with the endings that the algorithm does not know, for lower-case words with their accents;
 * undefined when there is none. It returns the word itself when the algorithm leaves nothing or fails: stemming helps
 * search and must never lose a word.
 */
export function findStemmer(language: Language): Stemmer | undefined {
	if (language.loadStemmer === undefined) return undefined;
	const known = loaded.get(language);
	if (known !== undefined) return known;
	const stem = language.loadStemmer();
	const replaceInWord = createReplacement(language.wordEndings);
	const replaceInStem = createReplacement(language.stemEndings);
	const stemOrWord: Stemmer = (word) => {
		try {
			return replaceInStem(stem(replaceInWord(word))) || word;
		} catch {
			return word;
		}
	};
	loaded.set(language, stemOrWord);
	return stemOrWord;
}

/** Replaces the first ending that fits. Few words have one, so all are looked for at once before that. */
function createReplacement(endings: readonly Ending[] = []): (text: string) => string {
	if (endings.length === 0) return (text) => text;
	const any = toUnion(endings.map(([ending]) => ending.source));
	return (text) => {
		if (!any.test(text)) return text;
		const found = endings.find(([ending]) => ending.test(text));
		return found === undefined ? text : text.replace(...found);
	};
}

/** Matches what any of the patterns matches. Their groups are counted from 1 in each. */
function toUnion(sources: readonly string[]): RegExp {
	let groupCount = 0;
	const shifted = sources.map((source) => {
		const before = groupCount;
		groupCount += source.match(/\((?!\?)/g)?.length ?? 0;
		return source.replaceAll(/\\(\d)/g, (_, group) => `\\${Number(group) + before}`);
	});
	return new RegExp(shifted.join('|'), 'u');
}
