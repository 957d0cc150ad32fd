/** Words that a phrase does not end with, in addition to the stop words. */
import { type Folding, toFoldedWords } from './fold.ts';
import type { Language } from './language.ts';

/** From names that are used in all languages: eau de toilette, crème de la mer. */
const everywhere = 'de du des del della von und et y';

/** The dangling words of a language, folded. */
export function toDanglingWords({ danglingWords = '' }: Language, folding: Folding): ReadonlySet<string> {
	return toFoldedWords(`${danglingWords} ${everywhere}`.trim(), folding);
}
