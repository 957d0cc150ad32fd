/**
 * Where the log goes: a file that may not take it, because the disk is full, the terminal is gone or its reader has ended. Then lines
 * are lost and counted, and nothing else stops: a log must not take the server with it.
 *
 *     waiting lines ─► one write at a time ─┬─ all of it ─► what waits by now; and how many were lost before, if any
 *                                           ├─ a part ────► the rest of it
 *                                           ├─ not now ───► the same again, after a pause
 *                                           └─ failed ────► what is left of it is lost; what waits by now
 */
import { write, writeSync } from 'node:fs';
import { toError } from '../../lib/thrown.ts';

export interface LogOutput {
	/** Takes a line, with its line feed. Never waits and never fails. */
	write(line: string): void;
	/** As the process ends: writes what waits, for at most a second more than the file takes. What comes later is lost. */
	end(): void;
	/** How many lines have been lost since the start. */
	readLostCount(): number;
}

/** A file, and how to wait for it; replaced in tests. */
export interface LogFile {
	/** Calls back later, with an error or the number of bytes that were written. */
	write(bytes: Uint8Array, done: (error: Error | null, byteCount: number) => void): void;
	/** @returns the number of bytes that were written. @throws {Error} */
	writeSync(bytes: Uint8Array): number;
	/** Calls back after a while. */
	pause(goOn: () => void): void;
	pauseSync(): void;
}

export interface LogOutputOptions {
	readonly file: LogFile;
	/** Called when the file takes lines again, with how many were lost since it did. May write. */
	readonly onRecovered: (lineCount: number) => void;
	/** For tests. */
	readonly waitingLengthMax?: number;
}

/** The most characters that wait: a reader that is too slow for more loses lines. */
const waitingLengthUsual = 8 * 1024 * 1024;
const pauseMs = 100;
/** How often the end of the process waits for a slow reader. */
const pausesAtEndMax = 10;
const lineFeed = 0x0a;
const nothing = new Uint8Array();

export function createLogOutput(options: LogOutputOptions): LogOutput {
	const { file, onRecovered, waitingLengthMax = waitingLengthUsual } = options;
	let waiting = '';
	/** What is left of the current write. */
	let current: Uint8Array = nothing;
	let state: 'idle' | 'writing' | 'pausing' | 'ended' = 'idle';
	/** Whether the file ends within a line. */
	let isTorn = false;
	let lostCount = 0;
	let toldCount = 0;

	/** @returns whether there is something to write */
	function takeWaiting(): boolean {
		if (current.length > 0) return true;
		if (waiting === '') return false;
		current = Buffer.from(isTorn ? `\n${waiting}` : waiting);
		waiting = '';
		return true;
	}

	function noteWritten(byteCount: number): void {
		if (byteCount > 0) isTorn = current[byteCount - 1] !== lineFeed;
		current = current.subarray(byteCount);
		if (current.length > 0 || toldCount === lostCount) return;
		const lineCount = lostCount - toldCount;
		toldCount = lostCount;
		onRecovered(lineCount);
	}

	function loseCurrent(): void {
		for (const byte of current) if (byte === lineFeed) lostCount += 1;
		// This one only ends a line before it.
		if (isTorn && current[0] === lineFeed) lostCount -= 1;
		current = nothing;
	}

	function goOn(): void {
		if (state === 'ended') return;
		state = takeWaiting() ? 'writing' : 'idle';
		if (state === 'writing') file.write(current, settle);
	}

	function settle(error: Error | null, byteCount: number): void {
		if (state === 'ended') return;
		if (isTemporary(error, byteCount)) {
			state = 'pausing';
			file.pause(goOn);
			return;
		}
		if (error === null) noteWritten(byteCount);
		else loseCurrent();
		goOn();
	}

	return {
		write(line) {
			if (waiting.length + line.length > waitingLengthMax) lostCount += 1;
			else waiting += line;
			if (state === 'idle') goOn();
		},
		end() {
			// The call that is under way is finished by another thread.
			if (state === 'writing') current = nothing;
			state = 'ended';
			for (let pausesLeft = pausesAtEndMax; takeWaiting(); ) {
				const { error, byteCount } = trySync(file, current);
				if (error === null) noteWritten(byteCount);
				if (error === null && byteCount > 0) continue;
				if (pausesLeft === 0 || !isTemporary(error, byteCount)) return;
				pausesLeft -= 1;
				file.pauseSync();
			}
		},
		readLostCount: () => lostCount,
	};
}

/** Whether the file may take the same bytes in a moment. */
function isTemporary(error: NodeJS.ErrnoException | null, byteCount: number): boolean {
	return error === null ? byteCount === 0 : error.code === 'EAGAIN' || error.code === 'EBUSY';
}

function trySync(file: LogFile, bytes: Uint8Array): { readonly error: Error | null; readonly byteCount: number } {
	try {
		return { error: null, byteCount: file.writeSync(bytes) };
	} catch (error) {
		return { error: toError(error), byteCount: 0 };
	}
}

/** The file of a descriptor, such as 2 for standard error. */
export function openLogFile(descriptor: number): LogFile {
	return {
		write: (bytes, done) => write(descriptor, bytes, done),
		writeSync: (bytes) => writeSync(descriptor, bytes),
		pause: (goOn) => void setTimeout(goOn, pauseMs).unref(),
		pauseSync: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs),
	};
}
