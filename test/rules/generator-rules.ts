/** Where are generator functions created? `src/lib/steps.ts` says why those of a search must be functions of a module. */

import type { SourceFiles } from './source-files.ts';

/** Code that runs for every search. */
export const searchFolders: readonly string[] = [
	'src/fulltext/query/',
	'src/fulltext/facets/',
	'src/fulltext/ranking/',
	'src/fulltext/suggest/',
];
/** A generator function that stands in another function or object. */
const innerPattern = /^\s+(?:function\*|\*\w+\(|.*[=(:]\s*function\*)/;

/** @returns a line for each generator function that a search would make anew. */
export function findInnerGenerators(files: SourceFiles): string[] {
	return [...files].flatMap(([path, text]) => {
		const isOfSearch = searchFolders.some((folder) => path.startsWith(folder)) && !path.endsWith('.test.ts');
		if (!isOfSearch) return [];
		return text
			.split('\n')
			.flatMap((line, at) => (innerPattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : []));
	});
}
