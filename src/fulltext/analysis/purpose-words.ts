/**
 * What does a title say that a thing is for? `Case for iPhone 13` is not an iPhone. Shops sell more accessories than
 * things to use them with, and each accessory names the thing.
 *
 *     Privacy Screen for 27 inch Display - Matte      purpose: for 27 inch Display
 *     Funda para iPhone 13 (negra)                    purpose: para iPhone 13
 *     Case for Galaxy A02s, Galaxy M31, black         purpose: for Galaxy A02s, Galaxy M31
 *
 * The words that introduce a purpose are those of the language and the English ones, which occur in titles everywhere.
 */
import type { Language } from './language.ts';
import { english } from './languages/en.ts';

/** Where a purpose ends before its text does. */
const endPattern = /[,;|([]|\s[-–—]\s/;

/** Where the purpose is in a text: code units start … end-1. */
export interface Purpose {
	readonly start: number;
	readonly end: number;
}

/**
 * Returns a function that finds the first purpose in a text; undefined where there is none, or no word before it. Cost
 * of a call: O(text length).
 */
export function createPurposeFinder({ purposeWords = [] }: Language): (text: string) => Purpose | undefined {
	const leads = new Set([...(english.purposeWords ?? []), ...purposeWords]);
	const pattern = new RegExp(`\\s(?=(?:${[...leads].join('|')})\\s)`, 'iu');
	return (text) => {
		const match = pattern.exec(text);
		if (match === null || !/[\p{L}\p{N}]/u.test(text.slice(0, match.index))) return undefined;
		const start = match.index + 1;
		return { start, end: findEnd(text, start) };
	};
}

/**
 * The first purpose of a title that does not begin within one of these names: `MidWest Homes for Pets Dog Crate` is by MidWest Homes for
 * Pets. Cost: O(text length), and where there is a purpose that of the names.
 *
 * @param findPurpose see `createPurposeFinder`
 */
export function findPurposeBeside(
	listNames: () => readonly string[],
	text: string,
	findPurpose: (text: string) => Purpose | undefined,
): Purpose | undefined {
	const first = findPurpose(text);
	if (first === undefined) return undefined;
	const lowered = text.toLowerCase();
	const ends = listNames().map((name) => {
		const at = lowered.indexOf(name.toLowerCase());
		return at >= 0 && at < first.start ? at + name.length : 0;
	});
	const end = Math.max(0, ...ends);
	if (end <= first.start) return first;
	const behind = findPurpose(text.slice(end));
	return behind && { start: end + behind.start, end: end + behind.end };
}

/** A list of things goes on as long as an entry begins like the first one. Cost: O(text length). */
function findEnd(text: string, start: number): number {
	const purpose = text.slice(start);
	const length = endPattern.exec(purpose)?.index;
	if (length === undefined) return text.length;
	const [first] = /(?<=\s)[\p{L}\p{N}]{2,}(?=\s)/u.exec(purpose.slice(purpose.search(/\s/), length)) ?? [];
	if (first === undefined) return start + length;
	const begun = `${first.toLowerCase()} `;
	let last = length;
	for (const { index, 0: sign } of purpose.matchAll(/[,;]\s*/g)) {
		const entry = index + sign.length;
		if (purpose.slice(entry, entry + begun.length).toLowerCase() === begun) last = entry;
	}
	if (last === length) return start + length;
	const rest = endPattern.exec(purpose.slice(last))?.index;
	return rest === undefined ? text.length : start + last + rest;
}
