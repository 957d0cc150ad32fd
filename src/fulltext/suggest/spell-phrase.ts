/** How a phrase of terms is written, going by the title of an item that has it: "ecran 27 pouces" is "Écran 27" pouces". */
import type { Analyzer } from '../analysis/analyzer.ts';
import type { LocatedWords } from '../analysis/locate-words.ts';
import { isRunTerm } from './reading.ts';
import type { TitlePhrase } from './title-phrases.ts';

type Phrase = Pick<TitlePhrase, 'words' | 'tailLength'>;

/** The phrase as the title has it; undefined when the title has not: it was changed since. */
export function spellPhrase(
	{ locateWords }: Pick<Analyzer, 'locateWords'>,
	title: string,
	{ words, tailLength }: Phrase,
): string | undefined {
	const located = locateWords(title);
	const whole = findTogether(located, words);
	if (whole !== undefined) return cut(located, whole, whole + words.length);
	const tail = findTogether(located, words.slice(-tailLength));
	if (tail === undefined) return undefined;
	const earlier = words.slice(0, -tailLength).map((word) => cutWord(located, word) ?? word);
	return [...earlier, cut(located, tail, tail + tailLength)].join(' ');
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

function cutWord(located: LocatedWords, word: string): string | undefined {
	const at = located.words.findIndex(({ term }) => term === word);
	return at < 0 ? undefined : cut(located, at, at + 1);
}

function cut({ source, words }: LocatedWords, from: number, to: number): string {
	let end = 0;
	for (const word of words.slice(from, to)) end = Math.max(end, word.end);
	return source.slice(words[from]?.start ?? 0, end);
}
