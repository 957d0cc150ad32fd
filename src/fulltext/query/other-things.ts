/**
 * Which candidates of a list that goes on with products that lack words are other things than what is searched? Those that do not have
 * the noun of the query in any field.
 *
 *     bluetooth keyboard      score    × other
 *     Bluetooth keyboard      9.1      9.1
 *     Wireless keyboard       2.3      2.3        lacks `bluetooth`, which is rarer
 *     Bluetooth speaker       2.6      2.1        lacks `keyboard`: another thing
 *
 * Rarity says which word finds few products, and not which one names the thing. Where the query has a brand as well, all are compared as
 * they are: titles of the brand often lack the noun.
 */
import { checkedVariantsMax, findBestVariant } from './best-variant.ts';
import type { ResolvedWord } from './resolve-words.ts';
import type { SearchedWords } from './searched-words.ts';

/** Decision 0020 has others. */
const otherFactor = 0.8;

/**
 * By segment, a function that returns the factor of a document; undefined where the noun is not known or a word leads titles. Cost of a
 * call: O(forms of the noun · log postings).
 */
export function createOtherFactors({
	bySegment,
	positionUses,
}: SearchedWords): readonly ((document: number) => number)[] | undefined {
	const noun = positionUses.indexOf('naming');
	if (noun < 0 || positionUses.includes('leading')) return undefined;
	const ofSegments = bySegment.map((words) => words[noun] as ResolvedWord);
	if (ofSegments.some(({ variants }) => variants.length > checkedVariantsMax)) return undefined;
	return ofSegments.map((word) => (document) => (findBestVariant(word, document) === undefined ? otherFactor : 1));
}
