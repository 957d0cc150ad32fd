/**
 * SIGINT and SIGTERM as what somebody wants: the first one asks the program to stop, another one to end at once.
 *
 * One Ctrl-C may come twice: the terminal sends it to every process of the group, npm among them, which passes it on to
 * its children. So the same signal shortly after the first is the first one still.
 */
import type { EventEmitter } from 'node:events';
import type { StopSignal } from '../cli/command.ts';
import { exitCodes } from '../cli/command-error.ts';

export interface StopSignalOptions {
	readonly onStop: (signal: StopSignal) => void;
	/** Somebody does not want to wait any longer. `exitCode` is what a shell reports for a program that the signal ended. */
	readonly onHurry: (exitCode: number) => void;
	/** Monotonic. */
	readonly nowMs: () => number;
	/** `process`, but in tests. */
	readonly source: Pick<EventEmitter, 'on' | 'off'>;
}

/** npm hands a signal on as soon as it is scheduled; nobody presses a key twice on purpose in less. */
export const echoMs = 500;

/** @returns a function after which signals do what they do by themselves. */
export function watchStopSignals({ onStop, onHurry, nowMs, source }: StopSignalOptions): () => void {
	let first: { readonly signal: StopSignal; readonly atMs: number } | undefined;

	function listen(signal: StopSignal): void {
		if (first === undefined) {
			first = { signal, atMs: nowMs() };
			onStop(signal);
			return;
		}
		if (signal === first.signal && nowMs() - first.atMs < echoMs) return;
		onHurry(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated);
	}

	source.on('SIGINT', listen).on('SIGTERM', listen);
	return () => void source.off('SIGINT', listen).off('SIGTERM', listen);
}

/** The same of this process, which ends at once for whoever does not want to wait. */
export function watchOwnStopSignals(onStop: StopSignalOptions['onStop']): () => void {
	return watchStopSignals({
		source: process,
		nowMs: () => performance.now(),
		onStop,
		onHurry: (code) => process.exit(code),
	});
}
