/**
 * Wordings of a language in plain text: whole words, where the script separates words.
 *
 *     under #      `under 50` in masked text, not `thunder 50`, not `under 50kg`
 *     ない          anywhere: scripts without blanks border on anything
 *
 * What is a letter is asked of the two characters beside a match and not in its pattern: each class of letters in a pattern
 * takes as long to compile as a thousand searches.
 */
import { maskedAmountSource } from './amount.ts';
import { isBlank, type Span, unspacedPattern } from './part.ts';
import { toPlainText } from './plain-text.ts';

export interface Wording {
	/** A part of the wording without which a text does not match, which is seen sooner. */
	readonly literal: string;
	/** Global. What borders on a match is left to `findWording`. */
	readonly pattern: RegExp;
	/** Whether no word may go on before it, and behind it. */
	readonly startsWord: boolean;
	readonly endsWord: boolean;
}

/** @param text as the language writes it; `#` stands for a masked amount. */
export function toWording(text: string): Wording {
	const plain = toPlainText(text);
	const [literal = ''] = plain.split(/[#\s]+/).sort((a, b) => b.length - a.length);
	return {
		literal,
		pattern: new RegExp(plain.split('#').map(toWordSource).join(maskedAmountSource), 'gu'),
		startsWord: !unspacedPattern.test(plain.charAt(0)),
		endsWord: /[\p{L}\p{N}#]$/u.test(plain) && !unspacedPattern.test(plain.at(-1) ?? ''),
	};
}

/** The longest first. */
export function toWordings(texts: readonly string[]): readonly Wording[] {
	return texts.toSorted((a, b) => b.length - a.length).map(toWording);
}

/** May end with a point. */
const abbreviations: ReadonlySet<string> = new Set(['max', 'maks', 'min']);

/** Blanks beside a sign may be missing, as in `<50`. */
function toWordSource(text: string): string {
	const blank = /\p{L}/u.test(text) ? String.raw`\s+` : String.raw`\s*`;
	return text
		.split(/ +/)
		.map((word) => RegExp.escape(word) + (abbreviations.has(word) ? String.raw`(?:\.(?![a-z0-9]))?` : ''))
		.join(blank);
}

/** Where a wording is, in the order of the text. */
export function findWording(text: string, { literal, pattern, startsWord, endsWord }: Wording): Span[] {
	const spans: Span[] = [];
	if (!text.includes(literal)) return spans;
	pattern.lastIndex = 0;
	for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
		const span = { start: match.index, end: pattern.lastIndex };
		const isWhole = !(startsWord && isInWordBefore(text, span.start)) && !(endsWord && isInWordAt(text, span.end));
		if (isWhole) spans.push(span);
		else pattern.lastIndex = span.start + 1;
	}
	return spans;
}

/** Where any of the wordings is, in the order of the text: the first in it, and of several at one place the first of the list. */
export function findWordings(text: string, wordings: readonly Wording[]): Span[] {
	const found = wordings.flatMap((wording) => findWording(text, wording));
	if (found.length < 2) return found;
	let end = 0;
	return found
		.sort((a, b) => a.start - b.start)
		.filter((span) => {
			if (span.start < end) return false;
			end = span.end;
			return true;
		});
}

/** Whether a text begins with one of the wordings, after blanks. */
export function startsWithAny(text: string, wordings: readonly Wording[]): boolean {
	return wordings.some((wording) => findWording(text, wording).some(({ start }) => isBlank(text.slice(0, start))));
}

/** Whether a text ends with one of the wordings, before blanks. */
export function endsWithAny(text: string, wordings: readonly Wording[]): boolean {
	return wordings.some((wording) => findWording(text, wording).some(({ end }) => isBlank(text.slice(end))));
}

const spaced = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}]`;
const wordAtStart = new RegExp(`^${spaced}`, 'u');
const wordAtEnd = new RegExp(`${spaced}$`, 'u');

/** Whether a letter or digit of a script with blanks is there. */
function isInWordAt(text: string, at: number): boolean {
	if (at >= text.length) return false;
	return isPlainSign(text.charCodeAt(at)) ?? wordAtStart.test(text.slice(at, at + 2));
}

function isInWordBefore(text: string, at: number): boolean {
	if (at === 0) return false;
	return isPlainSign(text.charCodeAt(at - 1)) ?? wordAtEnd.test(text.slice(Math.max(0, at - 2), at));
}

/** Whether a character of ASCII is a letter or a digit; undefined for others. */
function isPlainSign(unit: number): boolean | undefined {
	if (unit >= 0x80) return undefined;
	const lower = unit | 0x20;
	return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}
