/**
 * The last resort of a test file. Tests end by what they wait for and have no clocks of their own; a test that cannot
 * end any more ends its file here, and what is printed names the test and what it was waiting for. Loaded before every
 * test file by `npm test`, and by whatever waits with `waitFor`.
 */
import type { ChildProcess } from 'node:child_process';
import { writeSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

export interface PendingWait {
	readonly what: string;
	/** What was seen last, for people. @throws nothing. */
	readState(): string;
}

const pendingWaits = new Set<PendingWait>();
const runningTests = new Map<object, string>();
const childProcesses = new Set<ChildProcess>();

/** Far beyond every test on any machine; the tests that run for hours have hours. */
const limitTicks = Number(process.env.VITRINE_TEST_LAST_RESORT_S ?? (process.env.VITRINE_SOAK ? 12 * 3600 : 1200));
const tickMs = 1000;

/** Seconds since a test began or ended in which this process could run: one that is starved or halted has all its time. */
let tickCount = 0;

/** @returns what takes the wait off the list. */
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
	// The process ends at once: only what is written synchronously is read by anybody.
	writeSync(
		2,
		`no test began or ended for ${limitTicks} seconds in ${process.argv[1] ?? 'the unit tests'}\n${describe()}\n`,
	);
	process.exit(1);
}

/** Whether tests run in this process: alone with their file, or all unit tests together. */
const hasTests = process.env.NODE_TEST_CONTEXT !== undefined || process.execArgv.includes('--test-isolation=none');

if (isMainThread && hasTests) {
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
process.on('exit', () => {
	for (const child of childProcesses) child.kill('SIGKILL');
});
