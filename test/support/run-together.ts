/** Runs programs of tests side by side. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';

/**
 * Sets the exit code: 0 if all of them ended with 0, otherwise 1. What the first one says is seen at once, what another one says
 * when it has ended, so that its failures stand together.
 * @param commands the arguments of Node for each
 */
export async function runTogether(commands: readonly (readonly string[])[]): Promise<void> {
	const codes = await Promise.all(commands.map((words, at) => run(words, at === 0)));
	process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
}

async function run(words: readonly string[], isSeenAtOnce: boolean): Promise<number | null> {
	const tests = spawn(execPath, words, {
		stdio: ['ignore', isSeenAtOnce ? 'inherit' : 'pipe', 'inherit'],
		env: { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/vitrine' },
	});
	const chunks: Buffer[] = [];
	tests.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
	const [code] = await once(tests, 'close');
	process.stdout.write(Buffer.concat(chunks));
	return code;
}
