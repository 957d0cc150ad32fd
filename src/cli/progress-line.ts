/** Shows how far a long command is: on a terminal a line that is updated, elsewhere a new line every few seconds. */
import type { CommandIo } from './command.ts';

const terminalPeriodMs = 200;
const plainPeriodMs = 5000;

/**
 * Starts the display on standard error. @returns a function that stops it and clears the line of a terminal.
 * @param format the line, after so many seconds
 */
export function showLine(io: CommandIo, format: (seconds: number, isTerminal: boolean) => string): () => void {
	const startMs = io.monotonicMs();
	const isTerminal = io.stderr.isTTY === true;
	const stop = io.every(isTerminal ? terminalPeriodMs : plainPeriodMs, () => {
		const text = format((io.monotonicMs() - startMs) / 1000, isTerminal);
		// Cut to the width, because a wrapped line cannot be updated.
		io.stderr.write(isTerminal ? `\r\x1b[K${text.slice(0, (io.stderr.columns ?? 80) - 1)}` : `${text}\n`);
	});
	return () => {
		stop();
		if (isTerminal) io.stderr.write('\r\x1b[K');
	};
}
