/** The stemming algorithms are Snowball's, from two packages, because neither has all the languages. */
import { createRequire } from 'node:module';
import type { Stemmer } from './language.ts';

const require = createRequire(import.meta.url);

/** All modules of the package have the same type. */
type OramaModule = typeof import('@orama/stemmers/english');

/** @param name the English name of the language, as the package spells it */
export function loadOramaStemmer(name: string): Stemmer {
	const module: OramaModule = require(`@orama/stemmers/${name}`);
	return module.stemmer;
}

/** @param algorithm the English name of the language, as the package spells it */
export function loadSnowballStemmer(algorithm: string): Stemmer {
	const stemmer: { stem: Stemmer } = require('snowball-stemmers').newStemmer(algorithm);
	return (word) => stemmer.stem(word);
}
