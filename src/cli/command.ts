/**
 * What a command is: the words that call it, options, an explanation, and a function. The dispatcher does the rest: help,
 * unknown options, errors and exit codes are the same everywhere.
 */
import type { Readable, Writable } from 'node:stream';
import type { OptionSpec } from './option-parser.ts';

export interface CommandOption extends OptionSpec {
	/** Stands for the value in the help: `FILE`. */
	readonly placeholder?: string;
	/** One line. */
	readonly meaning: string;
}

export type CommandOptions = { readonly [name: string]: CommandOption };

export interface CommandArgument {
	/** Upper case, as in the help. */
	readonly name: string;
	readonly meaning: string;
	readonly isOptional?: boolean;
}

export interface Command {
	/** `engine index create`. */
	readonly path: string;
	/** One line. */
	readonly summary: string;
	/** What users should know before using it. */
	readonly explanation?: string;
	readonly arguments: readonly CommandArgument[];
	readonly options: CommandOptions;
	/** Full command lines. */
	readonly examples: readonly string[];
	/** The command parses its options itself: only `words` are filled in. */
	readonly isRaw?: boolean;
	/** @returns the exit code. @throws {CommandError} */
	run(invocation: Invocation): Promise<number>;
}

/** One call of a command: its words, parsed. */
export interface Invocation {
	/** Everything after the words that name the command, as given. */
	readonly words: readonly string[];
	/** One text for each given argument, in order. */
	readonly arguments: readonly string[];
	/** By option name; a switch is `true` or `false`. */
	readonly options: ReadonlyMap<string, string>;
	/** The values of options that may be given several times, in order, by option name. */
	readonly optionLists: ReadonlyMap<string, readonly string[]>;
	readonly isJson: boolean;
	readonly io: CommandIo;
}

export type TextOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Everything a command uses of its environment. */
export interface CommandIo {
	readonly environment: { readonly [name: string]: string | undefined };
	readonly stdin: Readable;
	readonly stdout: TextOutput;
	readonly stderr: TextOutput;
	/**
	 * The operator token that belongs to a data directory on this machine; undefined if the directory has no server key.
	 */
	findOperatorToken(dataDir: string | undefined): Promise<string | undefined>;
	/** A monotonic clock. */
	monotonicMs(): number;
	/** Since 1970; may be set. */
	dateMs(): number;
	/** From 0 up to, but not including, 1. */
	random(): number;
	/** Resolves after the time; rejects with the reason of `signal` as soon as that is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/**
	 * Calls the listener on the first signal, and ends the process on the second. @returns a function that stops
	 * listening.
	 */
	onStop(listener: (signal: StopSignal) => void): () => void;
	/** Calls `tick` every `ms` without keeping the process alive. @returns a function that stops it. */
	every(ms: number, tick: () => void): () => void;
}
