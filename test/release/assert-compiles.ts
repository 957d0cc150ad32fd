/** Whether a project compiles, by the TypeScript that the generators of clients want. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const compiler = fileURLToPath(new URL('../clients/node_modules/typescript/bin/tsc', import.meta.url));

/** @param project a `tsconfig.json`, or the folder that has one. */
export async function assertCompiles(project: string): Promise<void> {
	const { stdout } = await run(process.execPath, [compiler, '-p', project]).catch(({ stdout, message }) => ({
		// Without a compiler nothing is printed.
		stdout: stdout || message,
	}));
	assert.equal(stdout, '');
}
