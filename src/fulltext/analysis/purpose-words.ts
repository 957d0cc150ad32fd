/**
 * What a title says a thing is for: `Case for iPhone 13` is no iPhone. Shops sell more accessories than things to use
 * them with, and name the thing in each of them.
 *
 *     Privacy Screen for 27 inch Display - Matte      purpose: for 27 inch Display
 *     Funda para iPhone 13 (negra)                    purpose: para iPhone 13
 *
 * The words that lead a purpose in are those of the language and the English ones, which are in titles everywhere.
 */
import type { Language } from './language.ts';
import { english } from './languages/en.ts';

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
export function createPurposeFinder({ purposeWords = [] }: Language): (text: string) => Purpose | undefined {
	const leads = new Set([...(english.purposeWords ?? []), ...purposeWords]);
	const pattern = new RegExp(`\\s(?=(?:${[...leads].join('|')})\\s)`, 'iu');
	return (text) => {
		const match = pattern.exec(text);
		if (match === null || !/[\p{L}\p{N}]/u.test(text.slice(0, match.index))) return undefined;
		const start = match.index + 1;
		const length = endPattern.exec(text.slice(start))?.index;
		return { start, end: length === undefined ? text.length : start + length };
	};
}
