/**
 * The last resort of a test file. Tests end by what they wait for and have no time limits of their own. A test that
 * cannot end any more ends its file here, and the output names the test and what it was waiting for. Loaded before every
 * test file by `npm test`, and by everything that waits with `waitFor`.
 */
import type { ChildProcess } from 'node:child_process';
import { writeSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

export interface PendingWait {
	readonly what: string;
	/** What was seen last, for people. Must not throw. */
	readState(): string;
}

const pendingWaits = new Set<PendingWait>();
const runningTests = new Map<object, string>();
const childProcesses = new Set<ChildProcess>();

/** Far longer than any test takes on any machine; tests that run for hours get hours. */
const limitTicks = Number(process.env.VITRINE_TEST_LAST_RESORT_S ?? (process.env.VITRINE_SOAK ? 12 * 3600 : 1200));
const tickMs = 1000;

/** Seconds since a test began or ended in which this process could run: suspended time does not count. */
let tickCount = 0;

/** @returns a function that removes the wait from the list. */
export function notePending(wait: PendingWait): () => void {
	pendingWaits.add(wait);
	return () => void pendingWaits.delete(wait);
}

/** The process is killed with this one, however it ends. */
export function killAtExit(child: ChildProcess): void {
	childProcesses.add(child);
	child.once('exit', () => childProcesses.delete(child));
}

function describe(): string {
	const tests = [...runningTests.values()].map((name) => `  test: ${name}`);
	const waits = [...pendingWaits].map((wait) => `  waits for ${wait.what}; last seen: ${wait.readState()}`);
	return [
		...(tests.length > 0 ? tests : ['  no test: a hook, or the file itself']),
		...(waits.length > 0 ? waits : [`  waits for nothing that has a name; open: ${process.getActiveResourcesInfo()}`]),
	].join('\n');
}

function giveUp(): void {
	// The process ends at once: only synchronous writes are still seen.
	writeSync(
		2,
		`no test began or ended for ${limitTicks} seconds in ${process.argv.slice(1).join(' ')}\n${describe()}\n`,
	);
	process.exit(1);
}

/** Once for the tests of this process: those of one file, or all unit tests together. */
export function watchTests(): void {
	beforeEach((context) => {
		tickCount = 0;
		runningTests.set(context, context.fullName);
	});
	afterEach((context) => {
		tickCount = 0;
		runningTests.delete(context);
	});
	setInterval(() => {
		tickCount += 1;
		if (tickCount >= limitTicks) giveUp();
	}, tickMs).unref();
}

if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) watchTests();
process.on('exit', () => {
	for (const child of childProcesses) child.kill('SIGKILL');
});
