/**
 * What does a file import, as far as its text shows?
 *
 * The formatter puts every import and export declaration at the start of a line, so patterns find them all; a parser
 * would be one more dependency. A file named by `new URL('./x.ts', import.meta.url)` is listed separately: this is how a
 * worker thread gets its code, which is not loaded here.
 */
import { posix } from 'node:path';

const declarationPattern =
	/^(?:import\s+(?:type\s+)?[\w$*{},\s]+?\s+from\s*|import\s*|export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s*from\s*)(['"])([^'"\n]+)\1/gm;
const typesPattern =
	/^(?:import|export)\s+(?:type\s[^;]*?|\{(?:\s*type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?)+\s*\})\s*from\s*['"][^'"\n]+['"];?$/gm;
const dynamicPattern = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g;
const builtinPattern = /\bgetBuiltinModule\(\s*(['"])([^'"\n]+)\1/g;
const threadPattern = /\bnew URL\(\s*(['"])(\.[^'"\n]+\.ts)\1\s*,\s*import\.meta\.url/g;
const computedPattern = /\bimport\s*\((?!\s*['"])/;

/** The text without block comments and without lines that consist of a comment. */
export function stripComments(text: string): string {
	return text.replaceAll(/^[\t ]*\/\*[\s\S]*?\*\//gm, '').replaceAll(/^[\t ]*\/\/.*$/gm, '');
}

/** The specifiers of a text in order: static, type-only, re-exporting and dynamic imports. */
export function listImports(text: string): string[] {
	return listMatches(text, [declarationPattern, dynamicPattern]);
}

/** The imports that load the file: an import of types only disappears when the text runs. */
export function listValueImports(text: string): string[] {
	return listImports(stripComments(text).replaceAll(typesPattern, ''));
}

/** The modules of Node.js that a text asks for without importing them. */
export function listBuiltinModules(text: string): string[] {
	return listMatches(text, [builtinPattern]);
}

/** The files that a text starts as threads, by the names in the text. */
export function listThreads(text: string): string[] {
	return listMatches(text, [threadPattern]);
}

/** Whether a text has an import whose target only running it can tell. */
export function hasComputedImport(text: string): boolean {
	return stripComments(text).search(computedPattern) !== -1;
}

/** The paths of the project's own files among some specifiers of a file; packages are left out. */
export function resolveLocal(path: string, specifiers: readonly string[]): string[] {
	return specifiers
		.filter((specifier) => specifier.startsWith('.'))
		.map((specifier) => posix.normalize(posix.join(posix.dirname(path), specifier)));
}

export function isTestFile(path: string): boolean {
	return path.endsWith('.test.ts');
}

function listMatches(text: string, patterns: readonly RegExp[]): string[] {
	const code = stripComments(text);
	const matches = patterns.flatMap((pattern) => [...code.matchAll(pattern)]);
	return matches.toSorted((a, b) => a.index - b.index).map((match) => match[2] as string);
}
