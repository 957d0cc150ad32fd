/** Texts that make a careless search begin again, or go back, at each of their characters: then the time is the square of the length. */

/** What is repeated: what patterns of this program have in their repetitions. */
const repeated = [
	...[' ', '\t', '\n', '\u00a0', ',', ';', ':', '|', '/', '.', '-', '_', '+', '&', '#', '@', '%', '=', '>', '*'],
	...["'", '’', '"', '“', '®', '(', ')', '[', '{', '1', 'a', 'A', 's', 'é', '\u0301', '木', 'あ', 'ー', '😀', '\ud800'],
	...['a,', 'a.', "a'", 'a-', 'a_', 'a@', 'a/', 'a1', 'aA', '1,', '1.', '1-', '1 ', '1/2 ', ' -', ', ', '> ', 'a b '],
	...['eyJ', 'eyJ-', 'for ', 'non ', 'asc:', 'https://'],
];
/** What stands before and behind. Where a run ends the text, a search may succeed that otherwise fails. */
const edges = [
	['a', 'b'],
	['1 ', ' 1'],
	['', ''],
] as const;

/**
 * @param edgeCount how many of the kinds of edges
 * @returns texts of about `length` characters
 */
export function listLongTexts(length: number, edgeCount: number = edges.length): string[] {
	return repeated.flatMap((part) =>
		edges.slice(0, edgeCount).map(([before, behind]) => before + part.repeat(Math.ceil(length / part.length)) + behind),
	);
}
