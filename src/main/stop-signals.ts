/**
 * Interprets SIGINT and SIGTERM: the first signal asks the program to stop, another one to end at once.
 *
 * One Ctrl-C may arrive twice: the terminal sends it to every process of the group, including npm, which passes it on to
 * its children. So the same signal shortly after the first counts as the same.
 */
import type { EventEmitter } from 'node:events';
import type { StopSignal } from '../cli/command.ts';
import { exitCodes } from '../cli/command-error.ts';

export interface StopSignalOptions {
	readonly onStop: (signal: StopSignal) => void;
	/**
	 * Called when a second signal asks to end at once. `exitCode` is what a shell reports for a program that the signal
	 * ended.
	 */
	readonly onHurry: (exitCode: number) => void;
	/** Monotonic. */
	readonly nowMs: () => number;
	/** `process`, except in tests. */
	readonly source: Pick<EventEmitter, 'on' | 'off'>;
}

/** npm passes a signal on as soon as it is scheduled; people do not press a key twice in less time. */
export const echoMs = 500;

/** @returns a function that restores the default effects of the signals. */
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

/** The same for this process, which ends at once at the second signal. */
export function watchOwnStopSignals(onStop: StopSignalOptions['onStop']): () => void {
	return watchStopSignals({
		source: process,
		nowMs: () => performance.now(),
		onStop,
		onHurry: (code) => process.exit(code),
	});
}
