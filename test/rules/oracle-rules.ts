/**
 * What searches and recommendations are compared with must not be made of what it is compared with: a mistake that both
 * sides share is seen by no comparison.
 */
import { isTestFile, listValueImports, resolveLocal } from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

/** The scans, and the plain helpers that they are made of. */
const oraclePattern = /^test\/(?:.*\/)?(?:scan|scanned|plain)-[^/]*\.ts$/;

/** What of the program an oracle may run, a folder by its slash, and why; types are free. */
const sharedSource: Readonly<Record<string, string>> = {
	'src/fulltext/analysis/': 'texts become terms by thousands of rules, which hand-worked tables cover',
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

/** Files of the program that an oracle loads, itself or through others, and that are not to be shared. */
export function findSharedSource(files: SourceFiles): string[] {
	return listOracles(files).flatMap((oracle) =>
		listReached(oracle, files)
			.filter((path) => path.startsWith('src/') && !isShareable(path))
			.map((path) => `${oracle} runs ${path}: what it checks must not be part of it`),
	);
}

/** What may be shared and no oracle runs: the list must only shrink. */
export function findUnusedShares(files: SourceFiles): string[] {
	const reached = listOracles(files).flatMap((oracle) => listReached(oracle, files));
	return Object.keys(sharedSource).filter((shared) => !reached.some((path) => path.startsWith(shared)));
}

/** The files that run when this one does; what is not to be shared is not looked into. */
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
