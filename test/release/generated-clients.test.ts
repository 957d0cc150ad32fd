/**
 * Clients generated from the OpenAPI document: they compile under the strictest rules, and their requests mean what the
 * code says. The calls are in `test/clients/calls`, and are compiled together with the generated code.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clients = join(root, 'test/clients');
const run = promisify(execFile);

let server: TestServer;
/** Below `node_modules`, where the generated code finds the packages it imports. */
let directory: string;
let storeId: string;

before(async () => {
	server = await startServer();
	const { json } = await createApi(server.url, server.firstRun?.key).call('/api/admin/v1/stores', {
		method: 'POST',
		body: { name: 'Generated', cors_enforced: false },
	});
	storeId = json.id;
	await mkdir(join(root, 'node_modules/.cache'), { recursive: true });
	directory = await mkdtemp(join(root, 'node_modules/.cache/clients-'));
	await writeFile(join(directory, 'package.json'), '{"type":"module"}');
	await writeFile(join(directory, 'openapi.json'), (await createApi(server.url).call('/openapi.json')).text);
});
after(async () => {
	await server?.[Symbol.asyncDispose]();
	if (directory !== undefined) await rm(directory, { recursive: true, force: true });
});

/** @throws {Error} with the program's output, when it ends with a code other than 0. */
async function runNode(file: string, words: readonly string[]): Promise<string> {
	const options = { cwd: directory, env: { ...process.env, NO_COLOR: '1' } };
	try {
		return (await run(process.execPath, [file, ...words], options)).stdout;
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		throw new Error(`${file} failed:\n${stdout}\n${stderr}`, { cause: error });
	}
}

async function compile(file: string): Promise<void> {
	const compilerOptions = {
		strict: true,
		exactOptionalPropertyTypes: false,
		noUncheckedIndexedAccess: true,
		outDir: 'out',
		rootDir: '.',
		rewriteRelativeImportExtensions: true,
		target: 'es2024',
		module: 'nodenext',
		skipLibCheck: false,
		types: ['node'],
		typeRoots: [join(root, 'node_modules/@types')],
	};
	await writeFile(
		join(directory, 'tsconfig.json'),
		JSON.stringify({ compilerOptions, include: [file, 'until-found.ts', 'hey/**/*.ts'], exclude: [] }),
	);
	await runNode(join(root, 'node_modules/typescript/bin/tsc'), ['-p', 'tsconfig.json']);
}

/** Compiles and makes the calls. @returns their results. */
async function call(file: string): Promise<object> {
	for (const name of [file, 'until-found.ts']) await copyFile(join(clients, 'calls', name), join(directory, name));
	await compile(file);
	return JSON.parse(
		await runNode(join('out', file.replace(/ts$/, 'js')), [server.url, server.firstRun?.key ?? '', storeId]),
	);
}

const expected = {
	written: ['1 created', '2 created', '3 created'],
	byGet: ['3', '1'],
	facets: ['brand', 'price'],
	byBody: ['2', '1'],
	brands: ['Nike', 'Puma'],
	priceMax: 90,
	suggested: true,
	events: ['registered', 'registered'],
	recommended: ['1'],
	widgetFilter: { brand: ['Nike'], price: { lt: 50 } },
	gone: ['1 deleted'],
	missing: 'not_found',
};

describe('a generated client compiles and sends what the code says', () => {
	it('made by openapi-typescript, with openapi-fetch', async () => {
		const generator = join(clients, 'node_modules/openapi-typescript/bin/cli.js');
		await runNode(generator, ['openapi.json', '-o', 'schema.d.ts']);
		assert.deepEqual(await call('openapi-fetch-calls.ts'), expected);
	});

	it('made by @hey-api/openapi-ts', async () => {
		const config = {
			input: 'openapi.json',
			output: { path: 'hey', importFileExtension: '.ts', module: { extension: '.ts' } },
			plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
			logs: { level: 'error' },
		};
		await writeFile(join(directory, 'hey.config.mjs'), `export default ${JSON.stringify(config)};`);
		await runNode(join(clients, 'node_modules/@hey-api/openapi-ts/bin/run.js'), ['-f', 'hey.config.mjs']);
		assert.deepEqual(await call('hey-api-calls.ts'), expected);
	});
});
