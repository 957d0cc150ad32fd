/** Rules that keep the documents consistent with the files. Each returns one sentence per problem. */
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.ts';

const linkPattern = /\]\(\s*<?([^)\s>]+)>?[^)]*\)/g;
const mentionPattern = /(?<![\w./-])docs\/[\w./-]+\.md\b/g;
const elsewherePattern = /^(?:[a-z][a-z+.-]*:|#|\/\/)/i;
const rowPattern = /^\|\s*`([^`]+)`\s*\|/gm;

/**
 * Links to missing files, and mentions of missing `docs/….md` files.
 * @param isThere whether the project has a file or a folder with that path
 */
export function findBrokenLinks(documents: SourceFiles, isThere: (path: string) => boolean): string[] {
	return [...documents].flatMap(([path, text]) => {
		const links = [...text.matchAll(linkPattern)]
			.map((match) => match[1] as string)
			.filter((target) => !elsewherePattern.test(target))
			.map((target) => resolveLink(path, target));
		const mentions = [...text.matchAll(mentionPattern)].map((match) => match[0]);
		const broken = new Set([...links, ...mentions].filter((target) => !isThere(target)));
		return [...broken].map((target) => `${path} points to ${target}, which is not there`);
	});
}

const readmeLinesMax = 16;

/**
 * Top-level folders of `src` whose `README.md` is missing, is too long, or does not say in which order to read the folder
 * and what it must not know.
 */
export function findReadmeProblems(files: SourceFiles): string[] {
	const folders = new Set([...files.keys()].map((path) => path.split('/').slice(0, 2).join('/')));
	return [...folders].flatMap((folder) => {
		const text = files.get(`${folder}/README.md`);
		if (text === undefined) return [`${folder} has no README.md`];
		const lineCount = text.trimEnd().split('\n').length;
		return [
			...(lineCount > readmeLinesMax ? [`${folder}/README.md has ${lineCount} lines: ten are meant`] : []),
			...(/^1\. .*\]\(/m.test(text) ? [] : [`${folder}/README.md does not say in which order to read`]),
			...(/\bmust\s+not\s+know\b/.test(text) ? [] : [`${folder}/README.md does not say what it must not know`]),
		];
	});
}

function resolveLink(path: string, target: string): string {
	const file = decodeURI(target.replace(/[#?].*$/, ''));
	return file.startsWith('/') ? file.slice(1) : posix.normalize(posix.join(posix.dirname(path), file));
}

export interface PackageDependencies {
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Dependencies without a row of their own in the table, rows without a dependency, and packages with two rows. */
export function findDependencyProblems(manifest: PackageDependencies, table: string): string[] {
	const used = new Set([...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})]);
	const rows = [...table.matchAll(rowPattern)].map((match) => match[1] as string);
	return [
		...[...used].filter((name) => !rows.includes(name)).map((name) => `${name} has no line in docs/dependencies.md`),
		...rows.filter((name) => !used.has(name)).map((name) => `docs/dependencies.md explains ${name}, which is not used`),
		...rows.filter((name, index) => rows.indexOf(name) < index).map((name) => `docs/dependencies.md has ${name} twice`),
	];
}
