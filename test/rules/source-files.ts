import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Texts by path, with `/` between folders: `src/lib/failure.ts`. The rules take these, so that tests can invent files.
 */
export type SourceFiles = ReadonlyMap<string, string>;

export const projectRoot = join(import.meta.dirname, '..', '..');

const foreignFolders = new Set(['node_modules', 'dist', 'data', '.git']);

/** The files in some folders of the project whose names end in one of `extensions`; a missing folder has none. */
export function readSourceFiles(folders: readonly string[], ...extensions: readonly string[]): SourceFiles {
	const paths = folders
		.map((folder) => join(projectRoot, folder))
		.filter(existsSync)
		.flatMap(listFiles);
	return readTexts(paths.filter((path) => extensions.some((extension) => path.endsWith(extension))));
}

/** The files directly in the project's root folder. */
export function readRootFiles(extension: string): SourceFiles {
	const entries = readdirSync(projectRoot, { withFileTypes: true });
	const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith(extension)).map(({ name }) => name);
	return readTexts(names.map((name) => join(projectRoot, name)));
}

function listFiles(folder: string): string[] {
	const entries = readdirSync(folder, { withFileTypes: true });
	return entries.flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return foreignFolders.has(entry.name) ? [] : listFiles(path);
		return [path];
	});
}

function readTexts(paths: readonly string[]): SourceFiles {
	return new Map(paths.toSorted().map((path) => [toProjectPath(path), readFileSync(path, 'utf8')]));
}

function toProjectPath(path: string): string {
	return relative(projectRoot, path).split(sep).join('/');
}
