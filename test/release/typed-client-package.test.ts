/** The client as it is published: what is built from `web/client` compiles in a strict project and runs in Node.js. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startApiStub } from '../support/api-stub.ts';
import { assertCompiles } from './assert-compiles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

let directory: string;
let installed: string;

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'client-package-'));
	installed = join(directory, 'node_modules/@vitrine/client');
	await mkdir(installed, { recursive: true });
	const compiler = join(root, 'node_modules/typescript/bin/tsc');
	const words = ['-p', join(root, 'web/client/tsconfig.build.json'), '--outDir', join(installed, 'dist')];
	await run(process.execPath, [compiler, ...words]);
	for (const part of ['package.json', 'elements'])
		await cp(join(root, 'web/client', part), join(installed, part), { recursive: true });
	await writeFile(join(directory, 'package.json'), '{"type":"module"}');
});
after(async () => {
	if (directory !== undefined) await rm(directory, { recursive: true, force: true });
});

const program = `
import { VitrineError } from '@vitrine/client/errors';
import { createEventClient } from '@vitrine/client/events';
import { createManagementClient } from '@vitrine/client/management';
import { createRecommendationClient } from '@vitrine/client/recommendations';
import type { paths } from '@vitrine/client/schema';
import { createSearchClient } from '@vitrine/client/search';

const url = process.argv[2] ?? '';
const hashid: string = 'a'.repeat(32);
const { results } = await createSearchClient<{ brand: string }>({ url, hashid }).search({ query: 'shoe' });
const brand: string | undefined = results[0]?.brand;
try {
	await createEventClient({ url, hashid, sessionId: 's' }).click({ dfid: 'x', position: 1 });
} catch (error) {
	if (!(error instanceof VitrineError) || error.code !== 'not_found') throw error;
}
const management = createManagementClient({ url, key: 'k' });
await management.importItems({ hashid, name: 'product' }, [{ id: 1, title: 'x' }]);
const refused: keyof paths = '/api/widget/{widget_id}';
console.log(brand, refused, typeof createRecommendationClient);
// @ts-expect-error: the interface has no such parameter
void createSearchClient({ url, hashid }).search({ querry: 'shoe' }).catch(() => undefined);
`;

describe('the published client', () => {
	it('has a file with types for each of its entries', async () => {
		const { exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
		for (const path of Object.values<string>(exports))
			for (const file of [path, path.replace(/js$/, 'd.ts')]) await readFile(join(installed, file));
	});

	it('compiles in a project of another TypeScript, as strict as it can be, for Node.js and for bundlers', async () => {
		await writeFile(join(directory, 'program.ts'), program);
		for (const [module, moduleResolution] of Object.entries({ nodenext: 'nodenext', esnext: 'bundler' })) {
			const compilerOptions = {
				strict: true,
				exactOptionalPropertyTypes: true,
				noUncheckedIndexedAccess: true,
				noPropertyAccessFromIndexSignature: true,
				skipLibCheck: false,
				target: 'es2022',
				lib: ['es2022', 'dom', 'dom.iterable'],
				module,
				moduleResolution,
				types: ['node'],
				typeRoots: [join(root, 'node_modules/@types')],
				outDir: 'out',
			};
			await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
			await assertCompiles(directory);
		}
	});

	it('runs', async () => {
		const stub = await startApiStub(({ path }) => {
			if (path.includes('click')) return { status: 404, body: { error: 'Not found' } };
			return { status: 200, body: { results: [{ result: 'created', brand: 'Nike' }] } };
		});
		try {
			const { stdout } = await run(process.execPath, [join(directory, 'out/program.js'), stub.url]);
			assert.equal(stdout, 'Nike /api/widget/{widget_id} function\n');
			assert.equal(stub.lines()[0], `GET /6/${'a'.repeat(32)}/_search?query=shoe`);
		} finally {
			await stub.close();
		}
	});
});
