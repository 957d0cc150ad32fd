/** Rules for single files (CONTRIBUTING). Each returns one sentence per problem. */
import { stripComments } from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

const lineCountMax = 400;
/** Names that say nothing about the content, so that anything would end up there. */
const vagueWords = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'types']);
const defaultExportPattern = /^export\s+(?:default\b|\{[^}]*\bas\s+default\b)/m;
const importPattern = /^import\s[^;]*;/gm;
const reExportPattern = /^export\s+(?:type\s+)?(?:\*[^;]*|\{[^}]*\}[^;]*);/gm;

export function findLongFiles(files: SourceFiles): string[] {
	return [...files]
		.map(([path, text]) => ({ path, lineCount: text.trimEnd().split('\n').length }))
		.filter(({ lineCount }) => lineCount > lineCountMax)
		.map(({ path, lineCount }) => `${path} has ${lineCount} lines; ${lineCountMax} is the limit`);
}

export function findVagueNames(files: SourceFiles): string[] {
	return [...files.keys()].flatMap((path) => {
		const words = path.split(/[/.-]/);
		const vague = words.filter((word) => vagueWords.has(word));
		return vague.map((word) => `${path}: "${word}" does not say what is inside`);
	});
}

export function findDefaultExports(files: SourceFiles): string[] {
	return [...files]
		.filter(([, text]) => defaultExportPattern.test(stripComments(text)))
		.map(([path]) => `${path} has a default export`);
}

/** Files that only re-export from others. */
export function findBarrels(files: SourceFiles): string[] {
	return [...files]
		.filter(([, text]) => {
			const code = stripComments(text);
			const withoutPassing = code.replaceAll(importPattern, '').replaceAll(reExportPattern, '');
			return code.search(reExportPattern) !== -1 && withoutPassing.trim() === '';
		})
		.map(([path]) => `${path} only re-exports: import from the files themselves`);
}

/** Lines that a merge leaves where it could not decide. In texts and styles no compiler sees them. */
export function findMergeRemains(files: SourceFiles): string[] {
	return [...files]
		.filter(([, text]) => /^(?:<{7}|>{7}) /m.test(text))
		.map(([path]) => `${path} has what a merge left`);
}
