/**
 * Stems by language: what is left of a word without its ending, so that `zapatos` finds `zapato`.
 *
 * The algorithms are Snowball's, from two packages, as none has all the languages. Each is loaded when its language is
 * first asked for: together they take 80 ms.
 */
import { createRequire } from 'node:module';

export type Stemmer = (word: string) => string;

const require = createRequire(import.meta.url);

const loaders: Readonly<Record<string, () => Stemmer>> = {
	ar: () => require('@orama/stemmers/arabic').stemmer,
	bg: () => {
		const stem: (characters: CharacterArray) => string = require('@orama/stemmers/bulgarian').stemmer;
		return (word) => stem(toCharacterArray(word));
	},
	ca: () => loadClassic('catalan'),
	cs: () => loadClassic('czech'),
	da: () => require('@orama/stemmers/danish').stemmer,
	de: () => require('@orama/stemmers/german').stemmer,
	el: () => require('@orama/stemmers/greek').stemmer,
	en: () => require('@orama/stemmers/english').stemmer,
	es: () => require('@orama/stemmers/spanish').stemmer,
	eu: () => loadClassic('basque'),
	fi: () => require('@orama/stemmers/finnish').stemmer,
	fr: () => require('@orama/stemmers/french').stemmer,
	hi: () => require('@orama/stemmers/indian').stemmer,
	hu: () => require('@orama/stemmers/hungarian').stemmer,
	hy: () => require('@orama/stemmers/armenian').stemmer,
	id: () => require('@orama/stemmers/indonesian').stemmer,
	it: () => require('@orama/stemmers/italian').stemmer,
	lt: () => require('@orama/stemmers/lithuanian').stemmer,
	nl: () => require('@orama/stemmers/dutch').stemmer,
	no: () => require('@orama/stemmers/norwegian').stemmer,
	pt: () => require('@orama/stemmers/portuguese').stemmer,
	ro: () => require('@orama/stemmers/romanian').stemmer,
	ru: () => require('@orama/stemmers/russian').stemmer,
	sl: () => loadClassic('slovene'),
	sv: () => require('@orama/stemmers/swedish').stemmer,
	tr: () => require('@orama/stemmers/turkish').stemmer,
	uk: () => require('@orama/stemmers/ukrainian').stemmer,
};

/** The languages that have a stemmer, as ISO 639-1 codes. */
export const stemmedLanguages: readonly string[] = Object.keys(loaders);

const loaded = new Map<string, Stemmer>();

/**
 * The stemmer of a language, for lower-case words with their accents; undefined when there is none. It returns the word
 * itself where the algorithm would leave nothing, or fails: a stem is a help to search, never a reason to lose a word.
 */
export function findStemmer(language: string): Stemmer | undefined {
	const load = Object.hasOwn(loaders, language) ? loaders[language] : undefined;
	if (load === undefined) return undefined;
	const known = loaded.get(language);
	if (known !== undefined) return known;
	const stem = load();
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

function loadClassic(algorithm: string): Stemmer {
	const stemmer: { stem: Stemmer } = require('snowball-stemmers').newStemmer(algorithm);
	return (word) => stemmer.stem(word);
}

/** What the Bulgarian stemmer, ported from Java, takes its word to be: it assigns to single characters. */
interface CharacterArray extends Array<string> {
	substring?: (start: number, end: number) => string;
}

function toCharacterArray(word: string): CharacterArray {
	const characters: CharacterArray = word.split('');
	characters.substring = (start, end) => characters.slice(start, end).join('');
	return characters;
}
