/** The rules that keep the documents true to the files. Each tells what is wrong, one sentence per problem. */
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.ts';

const linkPattern = /\]\(\s*<?([^)\s>]+)>?[^)]*\)/g;
const mentionPattern = /(?<![\w./-])docs\/[\w./-]+\.md\b/g;
const elsewherePattern = /^(?:[a-z][a-z+.-]*:|#|\/\/)/i;
const rowPattern = /^\|\s*`([^`]+)`\s*\|/gm;

/**
 * Links to files that are not there, and mentions of `docs/….md` that are not there, which readers follow as well.
 * @param isThere whether the project has a file or a folder of that path
 */
export function findDeadLinks(documents: SourceFiles, isThere: (path: string) => boolean): string[] {
	return [...documents].flatMap(([path, text]) => {
		const links = [...text.matchAll(linkPattern)]
			.map((match) => match[1] as string)
			.filter((target) => !elsewherePattern.test(target))
			.map((target) => resolveLink(path, target));
		const mentions = [...text.matchAll(mentionPattern)].map((match) => match[0]);
		const dead = new Set([...links, ...mentions].filter((target) => !isThere(target)));
		return [...dead].map((target) => `${path} points to ${target}, which is not there`);
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
