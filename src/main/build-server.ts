/**
 * `npm run build:server`: the program as JavaScript in `dist/`, for a release. Node.js refuses to strip types from files
 * below `node_modules`, where an installed package is. All files are in one folder, so that a file finds the threads
 * which it starts beside itself, wherever esbuild has put it.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { projectFolder } from '../adapters/browser-bundler/project-folder.ts';

const sourceFolder = join(projectFolder, 'src');
const outputFolder = join(projectFolder, 'dist');
/** How a file names a thread that it starts; `test/rules` knows the same form. */
const threadPattern = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

const renameThreads: Plugin = {
	name: 'threads',
	setup({ onLoad }) {
		onLoad({ filter: /\.ts$/ }, async ({ path }) => {
			const text = await readFile(path, 'utf8');
			return { loader: 'ts', contents: text.replaceAll(threadPattern, "new URL('./$1.js', import.meta.url)") };
		});
	},
};

/**
 * Packages of hundreds of small modules, of which each thread would read its own. The others stay as they are: some read files beside
 * them, validators load parts of `ajv` by name.
 */
const bundledPackages = ['kysely', 'typebox'];

const keepPackages: Plugin = {
	name: 'packages',
	setup({ onResolve }) {
		onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
			const isBundled =
				kind === 'entry-point' || bundledPackages.some((name) => path === name || path.startsWith(`${name}/`));
			return isBundled ? undefined : { path, external: true };
		});
	},
};

/** The files that threads begin with. @throws {Error} when two have the same name, and would be one in the output */
async function listThreads(): Promise<readonly string[]> {
	const paths = (await readdir(sourceFolder, { recursive: true })).filter((path) => /(?<!\.test)\.ts$/.test(path));
	const texts = await Promise.all(paths.map((path) => readFile(join(sourceFolder, path), 'utf8')));
	const started = new Set(texts.flatMap((text) => [...text.matchAll(threadPattern)].map(([, name]) => `${name}.ts`)));
	const threads = paths.filter((path) => started.has(basename(path)));
	if (threads.length !== started.size) throw new Error(`threads need names of their own: ${threads.join(', ')}`);
	return threads.map((path) => join('src', path));
}

await rm(outputFolder, { recursive: true, force: true });
const { metafile } = await build({
	absWorkingDir: projectFolder,
	entryPoints: ['src/main/vitrine.ts', ...(await listThreads())],
	outdir: outputFolder,
	entryNames: '[name]',
	chunkNames: '[name]-[hash]',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node24',
	plugins: [renameThreads, keepPackages],
	metafile: true,
	logLevel: 'warning',
});
for (const [path, { bytes }] of Object.entries(metafile.outputs)) process.stdout.write(`${path} ${bytes}\n`);
