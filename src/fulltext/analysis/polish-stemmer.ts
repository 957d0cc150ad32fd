/**
 * A light stemmer for Polish: it unites the cases and numbers of nouns and the forms of adjectives, and leaves verbs and
 * derived words alone, as Savoy's light stemmers do for other languages (J. Savoy, Light stemming approaches for the French,
 * Portuguese, German and Hungarian languages, SAC 2006). The rules are ours.
 *
 *     koszulka koszulki koszulkami koszulek     koszulk
 *     czarny czarna czarnego                    czarn
 *     sweter swetry                             swetr
 */

/** Endings by the fewest letters that they leave. The longest that a word has is taken off. */
const endings: readonly (readonly [lettersMin: number, list: string])[] = [
	[
		3,
		'iego iemu iej ego emu ej ych ich ymi imi ym im iem em iami ami iowie owie ów ow ii ia ią ię ie io iu i y a ą e ę o u',
	],
	// Many words end so themselves: zapach, atom.
	[4, 'iach ach iom om owi'],
];

const lettersMinByEnding = new Map(
	endings.flatMap(([lettersMin, list]) => list.split(' ').map((ending) => [ending, lettersMin] as const)),
);
const endingLengthMax = 5;
/** The e between the last two consonants that other forms of a word lack: sweter, kubek, okien, widelec. */
const fleetingE = /(?<=.[^aeiouyąęó])i?e(?=[^aeiouyąęó]$)/;

/** @param word in lower case, with or without its accents */
export function stemPolish(word: string): string {
	const stem = cutEnding(word);
	// What is left of systemy is a form like kapturem.
	return (/em$/.test(stem) ? cutEnding(stem) : stem).replace(fleetingE, '');
}

function cutEnding(word: string): string {
	for (let length = Math.min(endingLengthMax, word.length); length > 0; length--) {
		const lettersMin = lettersMinByEnding.get(word.slice(-length));
		if (lettersMin !== undefined && word.length - length >= lettersMin) return word.slice(0, -length);
	}
	return word;
}
