/** `npm run build:web`: bundles the code for browsers into `web/dist`, for a release whose start should not. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBuiltBundle } from '../adapters/browser-bundler/built-bundle.ts';
import { bundleBrowserCode } from '../adapters/browser-bundler/bundle-browser-code.ts';
import { projectFolder } from '../adapters/browser-bundler/project-folder.ts';

/** The licences of the packages that sources are of: they ask to be copied with the code. */
async function readLicences(sources: readonly string[]): Promise<string> {
	const names = new Set(sources.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
	const texts = [...names].map(async (name) => {
		const folder = join(projectFolder, 'node_modules', name);
		const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (file === undefined) throw new Error(`${name} has no licence`);
		return `${name} ${version}\n\n${await readFile(join(folder, file), 'utf8')}`;
	});
	return (await Promise.all(texts)).join('\n\n');
}

const bundle = await bundleBrowserCode({ isDevelopment: false });
const licences = { path: 'licences.txt', bytes: Buffer.from(await readLicences(Object.keys(bundle.sources))) };
const files = [...bundle.files, licences];
await writeBuiltBundle({ ...bundle, files });
for (const { path, bytes } of files) process.stdout.write(`${path} ${bytes.length}\n`);
