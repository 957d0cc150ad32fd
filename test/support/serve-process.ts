/** The program as a process that may end before it listens: for failures at start, and for everything it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildOutput, gatherOutput } from './child-output.ts';
import { killAtExit } from './last-resort.ts';
import { program } from './program.ts';
import { chosenStore, toZoneHome } from './store/test-store.ts';
import { awaiting, waitFor } from './wait-for.ts';

export interface ServeProcess extends ChildOutput {
	readonly child: ChildProcess;
	/** Resolves with the exit code once all its output was read; null when a signal ended it. */
	readonly ended: Promise<number | null>;
}

export interface ServeProcessOptions {
	/** Created by `makeDataDir` or `startServer`. */
	readonly dataDir: string;
	readonly environment?: Readonly<Record<string, string>>;
	/** After `serve --data-dir …`. */
	readonly arguments?: readonly string[];
	/** Prints for people instead of programs. */
	readonly isText?: boolean;
}

/** Starts `vitrine serve --json` on any free port, without waiting. */
export function spawnServe({ dataDir, environment, arguments: more = [], isText }: ServeProcessOptions): ServeProcess {
	const words = ['serve', ...(isText ? [] : ['--json']), '--data-dir', dataDir, ...more];
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, VITRINE_PORT: '0', ...chosenStore().environment(toZoneHome(dataDir)), ...environment },
	});
	const output = gatherOutput(child);
	killAtExit(child);
	const ended = awaiting(
		`the end of vitrine ${words.join(' ')}`,
		once(child, 'close'),
		() => output.stdout() + output.stderr(),
	);
	return { child, ...output, ended: ended.then(([code]) => code) };
}

/** Resolves with standard output once it matches `pattern`. @throws {Error} when the process ends before that. */
export function untilPrinted({ child, stdout, stderr }: ServeProcess, pattern: RegExp): Promise<string> {
	return waitFor(`${pattern} on standard output`, stdout, (text) => {
		const isThere = pattern.test(text);
		if (!isThere && (child.exitCode !== null || child.signalCode !== null)) {
			throw new Error(`the server ended before it printed ${pattern}:\n${stderr()}`);
		}
		return isThere;
	});
}

export async function makeDataDir(): Promise<string> {
	const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
	await chosenStore().create(toZoneHome(dataDir));
	return dataDir;
}
