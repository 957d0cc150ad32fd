/** What commands that carry stores have in common: settings, progress, a signal to stop, errors. */
import { readSecretKey } from '../../adapters/data-directory/secret-key.ts';
import type { CommandOptions, Invocation, StopSignal } from '../../cli/command.ts';
import { CommandError, interrupted, misused } from '../../cli/command-error.ts';
import { showLine } from '../../cli/progress-line.ts';
import { toError } from '../../lib/thrown.ts';
import { toKeyFingerprint } from '../server-key-fingerprint.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';

export const outputOptions = {
	json: { kind: 'switch', meaning: 'Print only JSON on stdout, and errors as JSON on stderr' },
	help: { kind: 'switch', short: 'h', meaning: 'Print this help' },
} as const satisfies CommandOptions;

export const backupOptions: CommandOptions = {
	'data-dir': {
		kind: 'text',
		placeholder: 'DIR',
		meaning: "The server's data directory (VITRINE_DATA_DIR; default ./data)",
	},
	...outputOptions,
};

export type BackupSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'zones' | 'secretKey' | 'secretKeyPrevious'>;

/**
 * Told how far the work is, from 0 to 1; without a number where that is not known.
 * @throws {CommandError} when the command was told to stop
 */
export type NoteProgress = (part?: number) => void;

export interface LongWork<Result> {
	/** On a terminal, before the percentage: `copying`. */
	readonly verb: string;
	/** Of an error: `cannot_back_up`. */
	readonly code: string;
	/** After a signal to stop: one sentence without a full stop. */
	readonly afterStop: string;
	readonly run: (noteProgress: NoteProgress) => Promise<Result>;
}

export interface BackupWork<Result> extends Omit<LongWork<Result>, 'run'> {
	readonly run: (settings: BackupSettings, noteProgress: NoteProgress) => Promise<Result>;
}

/** The settings are those of the server: the same variables, and the option. @throws {CommandError} */
export async function runBackupWork<Result>(
	invocation: Invocation,
	{ run, ...work }: BackupWork<Result>,
): Promise<Result> {
	const dataDir = invocation.options.get('data-dir');
	const reading = readSettings(invocation.io.environment, dataDir === undefined ? [] : ['--data-dir', dataDir]);
	if (!reading.ok) throw misused(reading.problems.join('; '));
	return runLongWork(invocation, { ...work, run: (noteProgress) => run(reading.value, noteProgress) });
}

/** @throws {CommandError} */
export async function runLongWork<Result>(
	{ io, isJson }: Invocation,
	{ verb, code, afterStop, run }: LongWork<Result>,
): Promise<Result> {
	let stopSignal: StopSignal | undefined;
	const forgetStop = io.onStop((signal) => {
		stopSignal = signal;
	});
	let part: number | undefined;
	const format = (seconds: number) => (part === undefined ? `${Math.floor(seconds)} s` : `${Math.floor(part * 100)} %`);
	const hideProgress = isJson ? () => undefined : showLine(io, (seconds) => `${verb}: ${format(seconds)}`);
	try {
		return await run((newPart) => {
			part = newPart;
			if (stopSignal !== undefined) throw interrupted(stopSignal, afterStop);
		});
	} catch (error) {
		if (error instanceof CommandError) throw error;
		throw new CommandError(code, toError(error).message, { cause: error });
	} finally {
		hideProgress();
		forgetStop();
	}
}

/** Of the key that the server would start with; null where there is none. @throws {SecretKeyError} */
export async function readKeyFingerprint({ secretKey, dataDir }: BackupSettings): Promise<string | null> {
	const key = secretKey ?? (await readSecretKey(dataDir));
	return key === undefined ? null : toKeyFingerprint(key);
}
