/** Calls a command in this process: texts in, texts and an exit code out, and no time passes. */
import { Readable, Writable } from 'node:stream';
import { clientCommands } from '../../src/cli/client-commands.ts';
import type { CommandIo, StopSignal } from '../../src/cli/command.ts';
import { runCommandLine } from '../../src/cli/dispatch.ts';

export interface CommandSetup {
	readonly url?: string;
	readonly stdin?: Readable;
	readonly environment?: { readonly [name: string]: string };
	readonly operatorToken?: string;
	/** 0 by default. */
	readonly dateMs?: number;
}

export interface CommandOutcome {
	readonly exitCode: number;
	readonly stdout: string;
	readonly stderr: string;
	/** Every wait between tries, in order. */
	readonly waitsMs: readonly number[];
}

export interface RunningCommand {
	readonly outcome: Promise<CommandOutcome>;
	stop(signal: StopSignal): void;
}

export async function callCommand(words: readonly string[], setup: CommandSetup = {}): Promise<CommandOutcome> {
	return await startCommand(words, setup).outcome;
}

/** The key is set, `random` is 1, its least favourable value, and waits are recorded and end at once. */
export function startCommand(words: readonly string[], setup: CommandSetup = {}): RunningCommand {
	const [stdout, stderr] = [createTextSink(), createTextSink()];
	const waitsMs: number[] = [];
	let stopListener: ((signal: StopSignal) => void) | undefined;
	const io: CommandIo = {
		environment: {
			VITRINE_KEY: '0123456789abcdef0123456789abcdef01234567',
			...(setup.url === undefined ? {} : { VITRINE_URL: setup.url }),
			...setup.environment,
		},
		stdin: setup.stdin ?? Readable.from([]),
		stdout: stdout.stream,
		stderr: stderr.stream,
		findOperatorToken: async () => setup.operatorToken,
		monotonicMs: () => 0,
		dateMs: () => setup.dateMs ?? 0,
		random: () => 1,
		async sleep(ms, signal) {
			signal?.throwIfAborted();
			waitsMs.push(ms);
		},
		onStop(listener) {
			stopListener = listener;
			return () => {
				stopListener = undefined;
			};
		},
		every: () => () => undefined,
	};
	const outcome = runCommandLine(clientCommands, words, io).then((exitCode) => {
		return { exitCode, stdout: stdout.text(), stderr: stderr.text(), waitsMs };
	});
	return { outcome, stop: (signal) => stopListener?.(signal) };
}

function createTextSink(): { stream: Writable; text(): string } {
	const chunks: Buffer[] = [];
	const stream = new Writable({
		write(chunk: Buffer, _encoding, done) {
			chunks.push(chunk);
			done();
		},
	});
	return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
