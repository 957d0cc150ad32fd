/**
 * Which spellings sound alike? A language lists groups of spellings of one sound. People who know a word by ear write any
 * of them, so a word with a few such changes is likelier to be meant than one with as many other errors.
 *
 *     en  f ph gh$    fone → phone              vacume → vacuum: u → uu, and e$ is silent
 *     pl  z rz        morze → może              de  f v ph    fogel → vogel
 *
 * These are the string-to-string edits of Brill and Moore (An improved error model for noisy channel spelling correction,
 * 2000), written by hand instead of learned. Unlike a phonetic key (Soundex, Metaphone) they allow a spelling to have
 * several sounds, and need no table in the index.
 */
import type { Folding } from './fold.ts';
import type { Language } from './language.ts';

/** By the first letter of a spelling; the empty string for those that are silent. */
export type SoundAlikes = ReadonlyMap<string, readonly Sound[]>;

/** A spelling, and the others of its group. */
interface Sound {
	/** Folded; may be empty. */
	readonly letters: string;
	/** Whether it is a sound at the beginning of a word only, or at the end only. */
	readonly isAtStart: boolean;
	readonly isAtEnd: boolean;
	readonly others: readonly string[];
}

/** Another spelling for some letters of a word. */
export interface OtherSpelling {
	/** How many UTF-16 code units of the word it replaces; 0 where it is inserted. */
	readonly replacedLength: number;
	/** Folded; may be empty. */
	readonly spelling: string;
}

/** The groups of a language. A spelling may be in several. */
export function toSoundAlikes({ soundAlikes = [] }: Language, folding: Folding): SoundAlikes {
	const found = new Map<string, Sound[]>();
	for (const line of soundAlikes) {
		const group = line.split(' ');
		for (const spelling of group) {
			const letters = toLetters(spelling, folding);
			const others = group.map((other) => toLetters(other, folding)).filter((other) => other !== letters);
			const isAtStart = spelling.startsWith('^');
			const sound = { letters, isAtStart, isAtEnd: spelling.endsWith('$'), others: [...new Set(others)] };
			found.set(letters.charAt(0), [...(found.get(letters.charAt(0)) ?? []), sound]);
		}
	}
	return found;
}

function toLetters(spelling: string, folding: Folding): string {
	return folding.fold(spelling.replace(/[_^$]/g, ''));
}

/**
 * By offset in the word, and one for its end, what may be written instead of the letters that begin there; each once.
 * Doubled letters sound like single ones in every language. Cost: about 5 µs.
 * @param word folded, of letters
 */
export function listOtherSpellings(word: string, soundAlikes: SoundAlikes): readonly (readonly OtherSpelling[])[] {
	return Array.from({ length: word.length + 1 }, (_, at) => {
		const others = listDoublings(word, at);
		for (const sound of listSounds(word, at, soundAlikes)) {
			const replacedLength = sound.letters.length;
			for (const spelling of sound.others) {
				const isKnown = others.some((other) => other.spelling === spelling && other.replacedLength === replacedLength);
				if (!isKnown) others.push({ replacedLength, spelling });
			}
		}
		return others;
	});
}

function listDoublings(word: string, at: number): OtherSpelling[] {
	const letter = word.charAt(at);
	if (letter === '') return [];
	const doubled = { replacedLength: 1, spelling: letter + letter };
	return letter === word.charAt(at + 1) ? [doubled, { replacedLength: 2, spelling: letter }] : [doubled];
}

/** The sounds that begin at an offset, and those that are silent there. */
function listSounds(word: string, at: number, soundAlikes: SoundAlikes): readonly Sound[] {
	const letter = word.charAt(at);
	const silent = soundAlikes.get('') ?? [];
	const sounds = letter === '' ? silent : [...(soundAlikes.get(letter) ?? []), ...silent];
	return sounds.filter(({ letters, isAtStart, isAtEnd }) => {
		const isElsewhere = (isAtStart && at > 0) || (isAtEnd && at + letters.length < word.length);
		return !isElsewhere && word.startsWith(letters, at);
	});
}
