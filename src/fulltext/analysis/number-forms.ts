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
