/** The stemming algorithms are Snowball's, from two packages, as none has all the languages. */
import { createRequire } from 'node:module';
import type { Stemmer } from './language.ts';

const require = createRequire(import.meta.url);

/** All modules of the package look the same. */
type OramaModule = typeof import('@orama/stemmers/english');

/** @param name of the language in English, as the package has it. */
export function loadOramaStemmer(name: string): Stemmer {
	const module: OramaModule = require(`@orama/stemmers/${name}`);
	return module.stemmer;
}

/** @param algorithm the name of the language in English, as the package has it. */
export function loadSnowballStemmer(algorithm: string): Stemmer {
	const stemmer: { stem: Stemmer } = require('snowball-stemmers').newStemmer(algorithm);
	return (word) => stemmer.stem(word);
}
