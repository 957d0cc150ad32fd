/**
 * Round numbers in words, as amounts of money are said.
 *
 *     a hundred → 100      zweihundert → 200      deux mille → 2000      mil quinientos → 1500      两千五 → 2500
 *
 * Numbers below ten count only together with larger ones: they are words of many other things (French `neuf` is new).
 */
import { unspacedPattern } from './part.ts';
import { toPlainText } from './plain-text.ts';

export interface NumberWords {
	/** Matches a number in plain text; nothing where the language has no words for numbers. */
	readonly source: string;
	/** The value of a text that the source matches. */
	read(text: string): number;
}

/** They multiply the one number before them, … */
const factors: ReadonlySet<number> = new Set([10, 100]);
/** … and these all that is before them. */
const groupFactors: ReadonlySet<number> = new Set([1_000, 10_000]);
/**
 * The most words behind the first large one, more than numbers below a million have. Some words are others together (Polish
 * trzystu: trzy stu), so that a text of them has twice as many readings with each, of which all are tried where none fits.
 */
const wordsBehindMax = 12;

/** @param words by their value: 1 stands only before what it multiplies, and 10 multiplies in scripts without blanks only */
export function createNumberWords(words: Readonly<Record<string, string>>): NumberWords {
	const values = new Map(
		Object.entries(words).flatMap(([value, list]) => list.split(' ').map((word) => [toPlainText(word), Number(value)])),
	);
	const isUnspaced = [...values.keys()].some((word) => unspacedPattern.test(word));
	const listWords = (isMeant: (value: number) => boolean) =>
		[...values]
			.filter(([, value]) => isMeant(value))
			.sort(([a], [b]) => b.length - a.length)
			.map(([word]) => RegExp.escape(word))
			.join('|');
	const every = new RegExp(
		listWords(() => true),
		'gu',
	);
	const large = listWords((value) => value >= 10);
	if (large === '') return { source: '(?!)', read: () => 0 };
	const scale = listWords((value) => isScale(value, isUnspaced));
	const digit = listWords((value) => value < 10);
	const behind = listWords((value) => value > 1);
	const gap = String.raw`[\s-]*`;
	const source = isUnspaced
		? `(?:${digit}|${large})*(?:${large})(?:${digit})?`
		: String.raw`(?<![\p{L}\p{N}])(?:(?:${digit})${gap}(?=${scale}))?(?:${large})(?:${gap}(?:${behind})){0,${wordsBehindMax}}(?![\p{L}\p{N}])`;
	const read = (text: string) =>
		addUp(
			Array.from(text.matchAll(every), ([word]) => values.get(word) as number),
			isUnspaced,
		);
	return { source, read };
}

function isScale(value: number, isUnspaced: boolean): boolean {
	return groupFactors.has(value) || (factors.has(value) && (isUnspaced || value > 10));
}

function addUp(values: readonly number[], isUnspaced: boolean): number {
	let [total, group, digit, last] = [0, 0, 0, 0];
	for (const value of values) {
		if (value < 10) digit = value;
		else if (groupFactors.has(value)) {
			total += (group + digit || 1) * value;
			[group, digit, last] = [0, 0, value];
		} else {
			group += isScale(value, isUnspaced) ? (digit || 1) * value : digit + value;
			[digit, last] = [0, value];
		}
	}
	// One digit alone counts tenths of what is before it: 两千五.
	return total + group + digit * (isUnspaced ? Math.max(1, last / 10) : 1);
}
