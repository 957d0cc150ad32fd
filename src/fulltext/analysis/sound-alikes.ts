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

/** A spelling, and the others of its groups. */
interface Sound {
	/** Folded; may be empty. */
	readonly letters: string;
	/** Whether it is a sound at the beginning of a word only, or at the end only, which may be before the s of a plural. */
	readonly isAtStart: boolean;
	readonly isAtEnd: boolean;
	/** Each once. */
	readonly others: readonly OtherSpelling[];
}

/** Another spelling for some letters of a word. */
export interface OtherSpelling {
	/** How many UTF-16 code units of the word it replaces; 0 where it is inserted. */
	readonly replacedLength: number;
	/** Folded; may be empty. */
	readonly spelling: string;
	/** The same in UTF-8. */
	readonly bytes: Uint8Array;
}

/** The groups of a language. A spelling may be in several. */
export function toSoundAlikes({ soundAlikes = [] }: Language, folding: Folding): SoundAlikes {
	const bySpelling = new Map<string, Set<string>>();
	for (const line of soundAlikes) {
		const group = line.split(' ');
		for (const spelling of group) {
			const others = bySpelling.get(spelling) ?? new Set();
			bySpelling.set(spelling, others);
			for (const other of group) others.add(toLetters(other, folding));
		}
	}
	const found = new Map<string, Sound[]>();
	for (const [spelling, spellings] of bySpelling) {
		const letters = toLetters(spelling, folding);
		spellings.delete(letters);
		const others = Array.from(spellings, (other) => toOtherSpelling(letters.length, other));
		const sound = { letters, isAtStart: spelling.startsWith('^'), isAtEnd: spelling.endsWith('$'), others };
		found.set(letters.charAt(0), [...(found.get(letters.charAt(0)) ?? []), sound]);
	}
	return found;
}

const encoder = new TextEncoder();

function toOtherSpelling(replacedLength: number, spelling: string): OtherSpelling {
	return { replacedLength, spelling, bytes: encoder.encode(spelling) };
}

function toLetters(spelling: string, folding: Folding): string {
	return folding.fold(spelling.replace(/[_^$]/g, ''));
}

/**
 * By offset in the word, and one for its end, what may be written instead of the letters that begin there; a spelling that
 * is a sound both anywhere and at the end may be there twice. Doubled letters sound like single ones in every language.
 * Cost: about 5 µs.
 * @param word folded, of letters
 */
export function listOtherSpellings(word: string, soundAlikes: SoundAlikes): readonly (readonly OtherSpelling[])[] {
	const silent = soundAlikes.get('') ?? [];
	const others: OtherSpelling[][] = [];
	for (let at = 0; at <= word.length; at++) {
		const listed = listDoublings(word, at);
		if (at < word.length) addOthers(listed, { word, at, sounds: soundAlikes.get(word.charAt(at)) ?? [] });
		addOthers(listed, { word, at, sounds: silent });
		others.push(listed);
	}
	return others;
}

/** By letter, two for one and one for two: an alphabet has few letters, and to encode them takes longer than the rest. */
const doublingsOfLetters = new Map<string, readonly OtherSpelling[]>();
const knownLettersMax = 1_024;

function listDoublings(word: string, at: number): OtherSpelling[] {
	const letter = word.charAt(at);
	if (letter === '') return [];
	let doublings = doublingsOfLetters.get(letter);
	if (doublings === undefined) {
		doublings = [toOtherSpelling(1, letter + letter), toOtherSpelling(2, letter)];
		if (doublingsOfLetters.size >= knownLettersMax) doublingsOfLetters.clear();
		doublingsOfLetters.set(letter, doublings);
	}
	return doublings.slice(0, letter === word.charAt(at + 1) ? 2 : 1);
}

interface Position {
	readonly word: string;
	readonly at: number;
	readonly sounds: readonly Sound[];
}

/** Adds the other spellings of those sounds that are at an offset of the word. */
function addOthers(listed: OtherSpelling[], { word, at, sounds }: Position): void {
	const singularLength = word.length - (/[^s]s$/.test(word) ? 1 : 0);
	for (const { letters, isAtStart, isAtEnd, others } of sounds) {
		const isElsewhere = (isAtStart && at > 0) || (isAtEnd && at + letters.length < singularLength);
		if (isElsewhere || !word.startsWith(letters, at)) continue;
		for (const other of others) listed.push(other);
	}
}
