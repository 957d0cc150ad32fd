/** Starts the real program as a user would, in a directory of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gather } from './child-output.ts';
import { killAtExit } from './last-resort.ts';
import { program } from './program.ts';
import { chosenStore, toZoneHome } from './store/test-store.ts';
import { awaiting } from './wait-for.ts';

export interface FirstRun {
	readonly key: string;
	readonly user_code: string;
	readonly hashid: string;
	readonly widget_id: string;
	/** Signs the owner in, once. */
	readonly dashboard: string;
}

export interface TestServer {
	readonly url: string;
	readonly dataDir: string;
	readonly process: ChildProcess;
	/** What the first start printed; undefined when the directory already had data or `--no-demo` was given. */
	readonly firstRun: FirstRun | undefined;
	/** Standard error so far: the log. */
	log(): string;
	/** Sends SIGKILL and waits for the end. The data stay. */
	kill(): Promise<void>;
	/** Sends SIGTERM and waits for the end. @returns the exit code. The data stay. */
	stop(): Promise<number | null>;
	/** Stops, and removes the data. */
	[Symbol.asyncDispose](): Promise<void>;
}

export interface TestServerOptions {
	/** A directory that may have data; by default a new one. */
	readonly dataDir?: string;
	readonly environment?: Readonly<Record<string, string>>;
	readonly arguments?: readonly string[];
	/** The file that is run; by default `program`. */
	readonly program?: string;
	/** Its `ulimit -n`. */
	readonly openFilesMax?: number;
	/** Words before the program, which they become. */
	readonly launcher?: readonly string[];
	/** Called with the process at once, long before it listens. */
	readonly onSpawn?: (child: ChildProcess) => void;
}

/** @throws {Error} with the program's standard error when it ends before it listens. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
	const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-test-')));
	const store = chosenStore();
	const home = toZoneHome(dataDir);
	await store.create(home);
	const words = ['serve', '--json', '--port', '0', '--data-dir', dataDir, ...(options.arguments ?? [])];
	const forCompiler = ['--v8-pool-size=1', '--concurrent-recompilation-queue-length=64'];
	const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', ...forCompiler];
	const before = [...(options.launcher ?? []), ...limitFiles(options.openFilesMax)];
	const started = options.program ?? program;
	const [command = '', ...rest] = [...before, process.execPath, ...flags, started, ...words];
	const child = spawn(command, rest, {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...process.env,
			// As `bin/vitrine.js` has it.
			MALLOC_MMAP_THRESHOLD_: '4194304',
			MALLOC_TRIM_THRESHOLD_: '8388608',
			VITRINE_RATE_LIMIT_PER_SECOND: '0',
			VITRINE_STORE_TIMEOUT_MS: '600000',
			...store.environment(home),
			...options.environment,
		},
	});
	killAtExit(child);
	options.onSpawn?.(child);
	const log = gather(child.stderr);
	const ended = once(child, 'exit');
	const announced = readAnnouncements(child, ended, log);
	const { url, firstRun } = await awaiting('a server that listens', announced, log);

	async function end(signal: NodeJS.Signals): Promise<number | null> {
		child.kill(signal);
		const [code] = await awaiting(`the end of the server after ${signal}`, ended, log);
		return code;
	}

	return {
		url,
		dataDir,
		process: child,
		firstRun,
		log,
		kill: async () => void (await end('SIGKILL')),
		stop: () => end('SIGTERM'),
		async [Symbol.asyncDispose]() {
			await end('SIGTERM');
			await store.remove(home);
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** `exec` replaces the shell, so the process is the program itself. */
function limitFiles(openFilesMax: number | undefined): readonly string[] {
	return openFilesMax === undefined ? [] : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(openFilesMax)];
}

async function readAnnouncements(child: ChildProcess, ended: Promise<unknown>, readErrors: () => string) {
	let firstRun: FirstRun | undefined;
	const url = Promise.withResolvers<string>();
	ended.then(() => url.reject(new Error(`the server ended before it listened:\n${readErrors()}`)));
	if (child.stdout === null) throw new Error('the server has no standard output');
	createInterface(child.stdout).on('line', (line) => {
		const event = JSON.parse(line);
		if (event.event === 'first-run') firstRun = event;
		if (event.event === 'listening') url.resolve(event.url);
	});
	return { url: await url.promise, firstRun };
}
