/**
 * Words that only say that a number follows. Titles and shoppers write them in many ways, or leave them out:
 *
 *     N°5    Nº 5    No. 5    Nr. 5    #5    number 5        the 5 alone is needed
 */
import type { ChunkPart } from './parse-chunk.ts';

interface SignedWord {
	readonly text: string;
	readonly part: ChunkPart | undefined;
	readonly isRequest: boolean;
	/** Whether the sign of degrees is behind it: `n°`. */
	readonly hasDegreeSign: boolean;
}

/** In any language, folded: shops write numbers of perfumes and paints as their makers do. */
const signs: ReadonlySet<string> = new Set('no nr num nro number numero nummer numer номер رقم'.split(' '));

/** Makes signs before numbers optional, in words of a query. The letter of a model, such as `n 95`, is none. */
export function loosenNumberSigns<Word extends SignedWord>(words: readonly Word[]): Word[] {
	return words.map((word, at) => {
		const { part, hasDegreeSign } = word;
		if (part === undefined) return word;
		const isSign = signs.has(part.word) || (part.word === 'n' && hasDegreeSign);
		if (isSign && isNumber(words[at + 1])) return { ...word, isRequest: true };
		const [sign = '', number = '', ...others] = part.subwords;
		const isJoined = signs.has(sign) && /^\d/.test(number) && others.length === 0;
		return isJoined ? { ...word, part: { ...part, subwords: [number] } } : word;
	});
}

function isNumber(word: SignedWord | undefined): boolean {
	return /^\d+$/.test(word?.text ?? '');
}
