/**
 * A wall clock that a test sets, for all threads of a real process: preloaded by `--import`, it shifts `Date` by the
 * present content of a file. Timers and `performance.now()` are not affected, as on any machine.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const variable = 'TEST_CLOCK_FILE';
const path = process.env[variable];

export interface SettableClock {
	/** For `startServer`. */
	readonly environment: Readonly<Record<string, string>>;
	/** From now on the clock of the process is ahead by this much; behind if negative. */
	setAhead(ms: number): void;
	close(): void;
}

export function createSettableClock(file: string): SettableClock {
	const descriptor = openSync(file, 'w');
	const setAhead = (ms: number) => void writeSync(descriptor, Float64Array.of(ms), 0, 8, 0);
	setAhead(0);
	return {
		environment: { [variable]: file, NODE_OPTIONS: `--import=${import.meta.url}` },
		setAhead,
		close: () => closeSync(descriptor),
	};
}

if (path !== undefined) installClock(path);

function installClock(file: string): void {
	const descriptor = openSync(file, 'r');
	const ahead = new Float64Array(1);
	const RealDate = Date;
	const readNow = () => {
		readSync(descriptor, ahead, 0, 8, 0);
		return RealDate.now() + (ahead[0] ?? 0);
	};
	globalThis.Date = class extends RealDate {
		constructor(...words: unknown[]) {
			super(...((words.length === 0 ? [readNow()] : words) as [number]));
		}

		static override now(): number {
			return readNow();
		}
	} as DateConstructor;
	if (isMainThread) process.stderr.write('the clock can be set\n');
}
