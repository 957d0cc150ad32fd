/** `npm start` as an operator runs it: npm, the shell that it starts, and the program below that. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ChildOutput, gatherOutput } from './child-output.ts';
import { waitFor } from './wait-for.ts';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** Why `npm start` cannot be tested here; false if it can. */
export const npmSkip =
	process.platform !== 'linux'
		? 'the process tree is read from /proc'
		: spawnSync('npm', ['--version']).status === 0
			? false
			: 'there is no npm';

export interface NpmProcess extends ChildOutput {
	readonly child: ChildProcess;
	/** Resolves with how npm itself ended; processes that it started may still run. */
	readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
	/** Resolves when standard output or standard error matches. */
	printed(pattern: RegExp): Promise<void>;
	/** npm and all processes that it started, npm first. */
	tree(): number[];
	/** What a terminal does on Ctrl-C: every process of the group gets the signal. */
	signalGroup(signal: NodeJS.Signals): void;
}

const children = new Set<ChildProcess>();

/** Kills what a failed test has left, which would keep the test file from ending. */
export function killLeft(): void {
	for (const { pid } of children) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Runs a script of package.json as a user would, independently of how this process was started. */
export function spawnNpm(words: readonly string[], environment: Readonly<Record<string, string>> = {}): NpmProcess {
	const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
	// In a process group of its own, like a shell's foreground job.
	const child = spawn('npm', [...words], {
		cwd: checkout,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...Object.fromEntries(inherited), ...environment },
	});
	children.add(child);
	child.once('exit', () => children.delete(child));
	const output = gatherOutput(child);
	const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
	return {
		child,
		...output,
		ended,
		async printed(pattern) {
			const readAll = () => `${output.stdout()}\n${output.stderr()}`;
			await waitFor(`npm to print ${pattern}`, readAll, (text) => {
				const isThere = pattern.test(text);
				if (!isThere && (child.exitCode !== null || child.signalCode !== null)) {
					throw new Error(`npm ended before it printed ${pattern}:\n${text}`);
				}
				return isThere;
			});
		},
		tree: () => (child.pid === undefined ? [] : [child.pid, ...listDescendants(child.pid)]),
		signalGroup: (signal) => void process.kill(-(child.pid as number), signal),
	};
}

function listDescendants(ancestor: number): number[] {
	const parents = new Map(listProcesses().map((pid) => [pid, readParent(pid)]));
	const isBelow = (pid: number): boolean => {
		const parent = parents.get(pid);
		return parent === ancestor || (parent !== undefined && isBelow(parent));
	};
	return [...parents.keys()].filter(isBelow);
}

function listProcesses(): number[] {
	return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

function readParent(pid: number): number | undefined {
	try {
		// "pid (name) state ppid …", and the name may contain anything.
		return Number(
			readFileSync(`/proc/${pid}/stat`, 'utf8')
				.replace(/^.*\) /s, '')
				.split(' ')[1],
		);
	} catch {
		return undefined;
	}
}

/** Whether the process runs; a zombie does not. */
export function isRunning(pid: number): boolean {
	try {
		return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}
