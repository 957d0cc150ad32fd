/**
 * How do titles say that a thing is without something? As queries say it, and in a few ways of their own.
 *
 *     Jacket without a Hood        before, with a filler behind it
 *     Sugar Free Chewing Gum       behind
 *     Kurta Free Size              of any size, and not without a kurta
 *     Jam, free of Sugar           before what is denied, and not behind it
 */
import type { Analyzer } from '../analysis/analyzer.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { toLanguageRules } from './language-rules.ts';
import { unspacedPattern } from './part.ts';

export interface TitleDenials {
	/** The words of each wording that stands before what is denied. */
	readonly before: readonly (readonly string[])[];
	/** Words that may stand between these and what is denied. */
	readonly fillers: ReadonlySet<string>;
	/** Words that stand behind what is denied. */
	readonly behind: ReadonlySet<string>;
	/** Words behind one of those that take its meaning away. */
	readonly exceptions: ReadonlySet<string>;
}

/** What is free of charge, or comes in any size. */
const freeThings = 'size sizes shipping ship delivery installation gift gifts sample samples return returns standing';
/** `Cola Zero` is cola. */
const namesBehind: ReadonlySet<string> = new Set(['zero']);

const known = new WeakMap<Analyzer, TitleDenials>();

/** The denials of a language: none in scripts without blanks, where they are parts of words, and none with numbers, which are sizes. */
export function toTitleDenials(analyzer: Analyzer): TitleDenials {
	const denials = known.get(analyzer) ?? readTitleDenials(analyzer);
	known.set(analyzer, denials);
	return denials;
}

function readTitleDenials(analyzer: Analyzer): TitleDenials {
	const { deniedBefore, deniedBehind, negationFillers } = toLanguageRules(findLanguage(analyzer.language));
	const toWords = (text: string) => analyzer.analyzeQuery(`${text} `).words.map((word) => word.text);
	// A single letter is a size, too: S.
	const isPlain = (text: string) => !/\p{N}/u.test(text) && !unspacedPattern.test(text) && /\p{L}.*\p{L}/su.test(text);
	const wordsBehind = deniedBehind.filter((text) => text.startsWith(' ') && isPlain(text)).flatMap(toWords);
	const before = deniedBefore.filter(isPlain).map(toWords);
	const behind = new Set(wordsBehind.filter((word) => !namesBehind.has(word)));
	const goingOn = before.flatMap(([first = '', second]) => (behind.has(first) && second !== undefined ? second : []));
	return {
		...{ before, behind },
		fillers: new Set([...negationFillers].flatMap(toWords)),
		exceptions: new Set([...toWords(freeThings), ...goingOn]),
	};
}

/** Whether these words of a query deny something themselves, in any of the ways. */
export function isDenying({ before, behind }: TitleDenials, words: readonly string[]): boolean {
	const isAt = (wording: readonly string[], at: number) => wording.every((word, index) => words[at + index] === word);
	return words.some((word, at) => behind.has(word) || before.some((wording) => isAt(wording, at)));
}
