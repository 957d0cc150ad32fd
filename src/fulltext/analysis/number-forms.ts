/**
 * The singulars and plurals that an English word may have. A stemmer makes one stem of them, but it does so of other words,
 * too: containers, container, contain.
 *
 *     containers  container        battery  batteries        box  boxes        glass  glasses
 */
const sibilantPattern = /(?:[sxz]|[cs]h)$/;

/** Lower-case words, without the word itself. Not all of them are words. */
export function listNumberForms(word: string): readonly string[] {
	if (/(?:[^s]|sse)s$/.test(word) && !/(?:us|is)$/.test(word)) {
		if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
		const isLong = word.endsWith('es') && sibilantPattern.test(word.slice(0, -2));
		return isLong ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)];
	}
	if (sibilantPattern.test(word)) return [`${word}es`];
	return /[^aeiou]y$/.test(word) ? [`${word.slice(0, -1)}ies`] : [`${word}s`];
}

/**
 * Whether one of two English words names who or what does what the other one says. Such words look alike, and stemmers make two stems
 * of them:
 *
 *     lovers  loves        dresser  dresses        boxer  boxes
 */
export function isOfOneRoot(word: string, other: string): boolean {
	return isDoer(word, other) || isDoer(other, word);
}

const rootLengthMin = 3;

function isDoer(word: string, verb: string): boolean {
	const root = word.replace(/ers?$/, '');
	return root !== word && root.length >= rootLengthMin && root === verb.replace(/(?:e[ds]?|s|ing)$/, '');
}
