/**
 * Bundles that were built ahead of time (`npm run build:web`): the files in `web/dist`, and `bundle.json`, which names them
 * and has the hashes of their sources. A source that is there and differs makes them outdated; a release without sources
 * has nothing to compare them with, and uses them.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readErrorCode } from '../../lib/thrown.ts';
import type { BrowserFile } from '../../ports/browser-files.ts';
import { type Bundle, hash } from './bundle-browser-code.ts';
import { projectFolder } from './project-folder.ts';

const distFolder = join(projectFolder, 'web', 'dist');
const manifestPath = join(distFolder, 'bundle.json');

interface Manifest extends Pick<Bundle, 'sources'> {
	readonly paths: readonly string[];
}

/** Undefined where nothing was built, or where it is outdated. @throws {Error} when a file cannot be read. */
export async function readBuiltBundle(): Promise<readonly BrowserFile[] | undefined> {
	const text = await readIfThere(manifestPath);
	if (text === undefined) return undefined;
	const { paths, sources }: Manifest = JSON.parse(text.toString());
	// One after another: a process may open few files.
	for (const [path, expected] of Object.entries(sources)) {
		const source = await readIfThere(join(projectFolder, path));
		if (source !== undefined && hash(source) !== expected) return undefined;
	}
	const files: BrowserFile[] = [];
	for (const path of paths) files.push({ path, bytes: await readFile(join(distFolder, path)) });
	return files;
}

/** Replaces what is in `web/dist`; the list comes last, so that a build that breaks off leaves none. */
export async function writeBuiltBundle({ files, sources }: Bundle): Promise<void> {
	await rm(distFolder, { recursive: true, force: true });
	for (const { path, bytes } of files) {
		await mkdir(dirname(join(distFolder, path)), { recursive: true });
		await writeFile(join(distFolder, path), bytes);
	}
	const manifest: Manifest = { paths: files.map(({ path }) => path), sources };
	await writeFile(manifestPath, JSON.stringify(manifest));
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
	try {
		return await readFile(path);
	} catch (error) {
		if (readErrorCode(error) === 'ENOENT') return undefined;
		throw error;
	}
}
