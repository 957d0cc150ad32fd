/**
 * What a title says a thing is for: `Case for iPhone 13` is no iPhone. Shops sell more accessories than things to use
 * them with, and name the thing in each of them.
 *
 *     Privacy Screen for 27 inch Display - Matte      purpose: for 27 inch Display
 *     Funda para iPhone 13 (negra)                    purpose: para iPhone 13
 *
 * The words that lead a purpose in, by language. English ones are in titles everywhere. Left out are those that mean
 * other things in names (Czech `pro`), and languages that say it by an ending or behind the noun.
 */

const everywhere = 'for|compatible with';
const leads: Readonly<Record<string, string>> = {
	bg: 'за',
	ca: 'per a|per',
	da: 'til',
	de: 'für|fuer|passend für|kompatibel mit',
	el: 'για',
	es: 'para|compatible con',
	fr: 'pour|compatible avec',
	gl: 'para',
	hr: 'za',
	id: 'untuk',
	it: 'per|compatibile con',
	nl: 'voor|geschikt voor',
	no: 'til',
	pl: 'dla|do',
	pt: 'para|compatível com',
	ro: 'pentru',
	ru: 'для',
	sk: 'pre',
	sl: 'za',
	sv: 'för|till',
	uk: 'для',
};

/** Where a purpose ends before its text does. */
const endPattern = /[,;|([]|\s[-–—]\s/;

/** Where the purpose stands in a text: code units start … end-1. */
export interface Purpose {
	readonly start: number;
	readonly end: number;
}

/**
 * Finds the first purpose in texts of a language; undefined where there is none, or nothing before it that it could be
 * the purpose of. Cost: O(text length).
 */
export function createPurposeFinder(language: string): (text: string) => Purpose | undefined {
	const own = Object.hasOwn(leads, language) ? `|${leads[language]}` : '';
	const pattern = new RegExp(`\\s(?=(?:${everywhere}${own})\\s)`, 'iu');
	return (text) => {
		const match = pattern.exec(text);
		if (match === null || !/[\p{L}\p{N}]/u.test(text.slice(0, match.index))) return undefined;
		const start = match.index + 1;
		const length = endPattern.exec(text.slice(start))?.index;
		return { start, end: length === undefined ? text.length : start + length };
	};
}
