/** Runs the program for one command, as a user would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { gatherOutput } from './child-output.ts';
import { killAtExit } from './last-resort.ts';
import { program } from './program.ts';
import { chosenStore, toZoneHome } from './store/test-store.ts';
import { awaiting } from './wait-for.ts';

export interface ProgramOutcome {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

/** A command. `kill` ends it by SIGKILL. */
export function startCommand(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, ...environment },
	});
	killAtExit(child);
	const output = gatherOutput(child);
	const ended = awaiting(`the end of vitrine ${words.join(' ')}`, once(child, 'close'), output.stderr);
	return {
		outcome: ended.then(([code]): ProgramOutcome => ({ code, stdout: output.stdout(), stderr: output.stderr() })),
		kill: () => child.kill('SIGKILL'),
		hasEnded: () => child.exitCode !== null || child.signalCode !== null,
	};
}

/** A command for the store of a data directory. */
export function startProgram(
	words: readonly string[],
	dataDir: string,
	environment: Readonly<Record<string, string>> = {},
) {
	const store = chosenStore().environment(toZoneHome(dataDir));
	return startCommand(words, { ...store, VITRINE_DATA_DIR: dataDir, ...environment });
}

export function runProgram(
	words: readonly string[],
	dataDir: string,
	environment: Readonly<Record<string, string>> = {},
): Promise<ProgramOutcome> {
	return startProgram(words, dataDir, environment).outcome;
}
