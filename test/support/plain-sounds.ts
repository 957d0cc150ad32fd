/** Does a word sound like a misspelt one? Computed by trying every way to spell it, from each offset in both words. */
import { listOtherSpellings, type SoundAlikes } from '../../src/fulltext/analysis/sound-alikes.ts';

/** The fewest spellings that differ; 0 when the words are equal, do not sound alike, or are not words of letters. */
export function countSoundChanges(typed: string, term: string, soundAlikes: SoundAlikes): number {
	if (typed === term || !isWord(typed) || !isWord(term)) return 0;
	const others = listOtherSpellings(typed, soundAlikes);
	const known = new Map<string, number>();

	function count(at: number, atTerm: number): number {
		if (at === typed.length && atTerm === term.length) return 0;
		const key = `${at} ${atTerm}`;
		const counted = known.get(key);
		if (counted !== undefined) return counted;
		const ways = (others[at] ?? [])
			.filter(({ spelling }) => term.startsWith(spelling, atTerm))
			.map(({ replacedLength, spelling }) => 1 + count(at + replacedLength, atTerm + spelling.length));
		const isSame = at < typed.length && typed[at] === term[atTerm];
		const fewest = Math.min(...ways, isSame ? count(at + 1, atTerm + 1) : Number.POSITIVE_INFINITY);
		known.set(key, fewest);
		return fewest;
	}

	const changeCount = count(0, 0);
	return changeCount <= Math.min(2, Math.floor((typed.length + 1) / 3)) ? changeCount : 0;
}

function isWord(word: string): boolean {
	return /^[\p{L}\p{M}]{4,40}$/u.test(word);
}
