/** Oracles must not share code with what they check: no comparison notices a mistake that both sides share. */
import { isTestFile, listValueImports, resolveLocal } from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

/** The scans, the recounts, and the plain helpers that they use. */
const oraclePattern = /^test\/(?:.*\/)?(?:scan|scanned|plain|recount)-[^/]*\.ts$/;

/** The code of the program that an oracle may run (a folder ends in a slash), with the reason; types are free. */
const sharedSource: Readonly<Record<string, string>> = {
	'src/fulltext/analysis/': 'texts become terms by thousands of rules, which hand-worked tables cover',
	'src/fulltext/understanding/': 'the keys of values, which are made by analysis',
	'src/domain/event/packed-hits.ts': 'how the log keeps the hits of a search',
	'src/domain/query/index-query.ts': 'the names of the ways of matching',
	'src/domain/query/index-description.ts': 'the names of what a field can be used for',
	'src/domain/query/query-limits.ts': 'numbers',
	'src/domain/item/dfid.ts': 'the key that an item is stored under',
	'src/domain/log/position.ts': 'where in the log of the store a reading goes on',
	'src/ports/recommender.ts': 'numbers',
};

export function listOracles(files: SourceFiles): string[] {
	return [...files.keys()].filter((path) => oraclePattern.test(path) && !isTestFile(path));
}

/** Files of the program that an oracle loads, directly or indirectly, and that must not be shared. */
export function findSharedSource(files: SourceFiles): string[] {
	return listOracles(files).flatMap((oracle) =>
		listReached(oracle, files)
			.filter((path) => path.startsWith('src/') && !isShareable(path))
			.map((path) => `${oracle} runs ${path}: what it checks must not be part of it`),
	);
}

/** Allowed files that no oracle loads: the list must only shrink. */
export function findUnusedShares(files: SourceFiles): string[] {
	const reached = listOracles(files).flatMap((oracle) => listReached(oracle, files));
	return Object.keys(sharedSource).filter((shared) => !reached.some((path) => path.startsWith(shared)));
}

/** The files that are loaded with this one; files that must not be shared are not followed. */
function listReached(oracle: string, files: SourceFiles): string[] {
	const reached = new Set([oracle]);
	for (const path of reached) {
		if (path.startsWith('src/') && !isShareable(path)) continue;
		for (const target of resolveLocal(path, listValueImports(files.get(path) ?? ''))) reached.add(target);
	}
	return [...reached];
}

function isShareable(path: string): boolean {
	return Object.keys(sharedSource).some((shared) => (shared.endsWith('/') ? path.startsWith(shared) : path === shared));
}
