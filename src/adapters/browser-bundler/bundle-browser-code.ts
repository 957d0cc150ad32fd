/** From the sources in `web/` to the files that browsers load: esbuild, which checks no types. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { toError } from '../../lib/thrown.ts';
import type { BrowserFile } from '../../ports/browser-files.ts';
import { projectFolder } from './project-folder.ts';

/** By the address that pages have in their HTML: it stays the same, and what it imports has hashed names. */
const entryPoints = {
	storefront: 'web/storefront/storefront.ts',
	'storefront-search': 'web/storefront/storefront-search.ts',
	'demo/shop': 'web/demo-shop/demo-shop.tsx',
	dashboard: 'web/dashboard/dashboard.tsx',
} as const;

export interface Bundle {
	readonly files: readonly BrowserFile[];
	/** SHA-256 of every source, by its path below the project's folder. */
	readonly sources: Readonly<Record<string, string>>;
}

/**
 * Bundles all entry points, each with everything that it needs at once: a chunk that two of them shared would cost a page a
 * second request before anything is shown. Only what is imported dynamically is a file of its own.
 * @param isDevelopment adds maps to the sources, and leaves the code readable
 * @throws {Error} whose message names file, line and reason
 */
export async function bundleBrowserCode({ isDevelopment }: { readonly isDevelopment: boolean }): Promise<Bundle> {
	// Loaded only when something is bundled: a release has its bundles, and a start should not wait for it.
	const { build, stop } = await import('esbuild');
	try {
		const results = await Promise.all(
			Object.entries(entryPoints).map(([name, path]) =>
				build({
					absWorkingDir: projectFolder,
					entryPoints: { [name]: path },
					outdir: 'web/dist',
					chunkNames: 'assets/[name]-[hash]',
					bundle: true,
					splitting: true,
					format: 'esm',
					target: 'es2022',
					minify: !isDevelopment,
					sourcemap: isDevelopment ? 'inline' : false,
					legalComments: 'none',
					loader: { '.css': 'text' },
					jsx: 'automatic',
					jsxImportSource: 'preact',
					preserveSymlinks: true,
					write: false,
					metafile: true,
					logLevel: 'silent',
				}),
			),
		);
		const distFolder = join(projectFolder, 'web', 'dist');
		const files = results.flatMap(({ outputFiles }) =>
			outputFiles.map(({ path, contents }) => ({ path: toUrlPath(relative(distFolder, path)), bytes: contents })),
		);
		const paths = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
		return { files, sources: await hashSources([...paths]) };
	} catch (error) {
		throw new Error(`the code for browsers could not be bundled: ${toError(error).message}`, { cause: error });
	} finally {
		// It is a process of its own, which would stay.
		await stop();
	}
}

/** One after another: a process may open few files. */
async function hashSources(paths: readonly string[]): Promise<Record<string, string>> {
	const hashes: Record<string, string> = {};
	for (const path of paths.toSorted()) hashes[path] = hash(await readFile(join(projectFolder, path)));
	return hashes;
}

/** SHA-256 in base64url. */
export function hash(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('base64url');
}

function toUrlPath(path: string): string {
	return path.split(sep).join('/');
}
