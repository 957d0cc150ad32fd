/** The errors of commands: a code for scripts, a cause and a next step for people. */
import type { StopSignal } from './command.ts';

export const exitCodes = { done: 0, failed: 1, misused: 2, interrupted: 130, terminated: 143 } as const;

export interface CommandErrorOptions extends ErrorOptions {
	/** What the user can do about it; one sentence without a full stop. */
	readonly nextStep?: string;
	readonly details?: readonly unknown[];
	readonly exitCode?: number;
}

/** May be thrown anywhere below a command; the dispatcher prints it once. The message is one line without a full stop. */
export class CommandError extends Error {
	readonly code: string;
	readonly nextStep: string | undefined;
	readonly details: readonly unknown[] | undefined;
	readonly exitCode: number;

	constructor(code: string, message: string, options: CommandErrorOptions = {}) {
		super(message, options);
		this.name = 'CommandError';
		this.code = code;
		this.nextStep = options.nextStep;
		this.details = options.details;
		this.exitCode = options.exitCode ?? exitCodes.failed;
	}
}

/** The command line itself is wrong: exit code 2. */
export function misused(message: string, nextStep?: string): CommandError {
	return new CommandError('usage', message, {
		exitCode: exitCodes.misused,
		...(nextStep === undefined ? {} : { nextStep }),
	});
}

/** A command was told to stop and has cleaned up; `nextStep` says how to complete it. */
export function interrupted(signal: StopSignal, nextStep: string): CommandError {
	const exitCode = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated;
	return new CommandError('interrupted', `stopped by ${signal}`, { exitCode, nextStep });
}

/** One line for people, or one line of JSON. */
export function formatError(error: CommandError, isJson: boolean): string {
	if (!isJson) return `vitrine: ${error.message}${error.nextStep === undefined ? '' : `; ${error.nextStep}`}\n`;
	const { code, message, nextStep, details } = error;
	return `${JSON.stringify({ error: { code, message, next_step: nextStep, details } })}\n`;
}
