/** How a phrase of terms is written, going by the title of an item that has it: "ecran 27 pouces" is "Écran 27" pouces". */
import type { Analyzer } from '../analysis/analyzer.ts';
import type { LocatedWords } from '../analysis/locate-words.ts';
import { cutPhrase, tidy } from './cut-phrase.ts';
import { toPhraseRules } from './phrase-rules.ts';
import { isRunTerm } from './reading.ts';
import type { TitlePhrase } from './title-phrases.ts';

type Phrase = Pick<TitlePhrase, 'words' | 'tailLength'>;

/**
 * The phrase as the title has it, ended where it is complete; undefined when the title has not got it, as it was changed
 * since, or cannot be ended so.
 */
export function spellPhrase(
	analyzer: Pick<Analyzer, 'language' | 'locateWords' | 'isStopWord'>,
	title: string,
	{ words, tailLength }: Phrase,
): string | undefined {
	const rules = toPhraseRules(analyzer);
	const located = analyzer.locateWords(title);
	const earlierCount = words.length - tailLength;
	const from = findTogether(located, words);
	if (from !== undefined) {
		const whole = { from, to: from + words.length, keptTo: from + earlierCount + 1 };
		const text = cutPhrase(located, whole, rules);
		if (text !== undefined || earlierCount === 0) return text;
	}
	const tail = findTogether(located, words.slice(-tailLength));
	if (tail === undefined) return undefined;
	const text = cutPhrase(located, { from: tail, to: tail + tailLength, keptTo: tail + 1 }, rules);
	if (text === undefined) return undefined;
	return [...words.slice(0, earlierCount).map((word) => spellWord(located, word)), text].join(' ');
}

/** The phrase without a title to look at. */
export function joinPhrase({ words }: Pick<Phrase, 'words'>): string {
	let text = '';
	for (const [index, word] of words.entries()) {
		const before = words[index - 1];
		if (before !== undefined && isRunTerm(before) && isRunTerm(word)) text += word.slice(toFirstCharacter(word).length);
		else text += (text === '' ? '' : ' ') + word;
	}
	return text;
}

function toFirstCharacter(word: string): string {
	return String.fromCodePoint(word.codePointAt(0) ?? 0);
}

/** Where the words stand one after the other. */
function findTogether({ words: located }: LocatedWords, words: readonly string[]): number | undefined {
	for (let at = 0; at + words.length <= located.length; at++) {
		if (words.every((word, index) => located[at + index]?.term === word)) return at;
	}
	return undefined;
}

/** A word that was typed, with the accents and signs that the title has it with, where it stands by itself. */
function spellWord({ source, words }: LocatedWords, word: string): string {
	const isAlone = ({ start, end }: { start: number; end: number }) =>
		words.filter((other) => other.start === start && other.end === end).length === 1;
	const found = words.find((located) => located.term === word && isAlone(located));
	return (found && tidy(source.slice(found.start, found.end))) ?? word;
}
