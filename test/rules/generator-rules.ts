/**
 * Finds generator functions that are created anew in each search. `src/lib/steps.ts` says why they must be functions of a
 * module instead.
 */

import type { SourceFiles } from './source-files.ts';

/** The folders with the code of a search. */
export const searchFolders: readonly string[] = [
	'src/fulltext/query/',
	'src/fulltext/facets/',
	'src/fulltext/ranking/',
	'src/fulltext/suggest/',
];
/** A line on which a generator function begins inside another function or an object. */
const innerPattern = /^\s+(?:function\*|\*\w+\(|.*[=(:]\s*function\*)/;

/** @returns one line for each of them: its file, line number and text. */
export function findInnerGenerators(files: SourceFiles): string[] {
	return [...files].flatMap(([path, text]) => {
		const isOfSearch = searchFolders.some((folder) => path.startsWith(folder)) && !path.endsWith('.test.ts');
		if (!isOfSearch) return [];
		return text
			.split('\n')
			.flatMap((line, at) => (innerPattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []));
	});
}
