/** How is a phrase of terms spelt? As in the title of an item that has it: "ecran 27 pouces" is "Écran 27" pouces". */
import type { Analyzer } from '../analysis/analyzer.ts';
import type { LocatedWords } from '../analysis/locate-words.ts';
import { cutPhrase, tidy } from './cut-phrase.ts';
import { toPhraseRules } from './phrase-rules.ts';
import { isRunTerm } from './reading.ts';
import type { TitlePhrase } from './title-phrases.ts';

/** The most characters of a title that are read. An index has the first words of titles, which are among them where titles are for people. */
const titleLengthMax = 4_096;

type Phrase = Pick<TitlePhrase, 'words' | 'tailLength'>;

/**
 * The phrase as the title spells it, ended where it is complete. Undefined when the title does not have the phrase,
 * because it has changed since, or when the phrase cannot be completed.
 */
export function spellPhrase(
	analyzer: Pick<Analyzer, 'language' | 'locateWords' | 'isStopWord'>,
	title: string,
	{ words, tailLength }: Phrase,
): string | undefined {
	const rules = toPhraseRules(analyzer);
	const located = analyzer.locateWords(title.slice(0, titleLengthMax));
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

/** The phrase in terms only, without a title. */
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

/** The index at which the words follow one another. */
function findTogether({ words: located }: LocatedWords, words: readonly string[]): number | undefined {
	for (let at = 0; at + words.length <= located.length; at++) {
		if (words.every((word, index) => located[at + index]?.term === word)) return at;
	}
	return undefined;
}

/** A typed word with the accents and signs that the title has, where the word is a chunk of its own there. */
function spellWord({ source, words }: LocatedWords, word: string): string {
	const isAlone = ({ start, end }: { start: number; end: number }) =>
		words.filter((other) => other.start === start && other.end === end).length === 1;
	const found = words.find((located) => located.term === word && isAlone(located));
	return (found && tidy(source.slice(found.start, found.end))) ?? word;
}
