/**
 * When does V8 compile a function with its optimizing compilers? By default after thresholds that are made for pages and
 * loops. Most functions of a search are called once for each, so V8 would wait for 3,000 searches, and for 500 more after
 * each that brought an object of another shape; and it forgets what is to be compiled while eight functions wait.
 *
 * The median search over HTTP takes 0.84 of the time, after some thousand of them (docs/speed.md).
 */
import { setFlagsFromString } from 'node:v8';

const flags = [
	'--invocation-count-for-turbofan=1000',
	'--minimum-invocations-after-ic-update=100',
	// For the threads that are started later. The main thread has a queue already; it gets the flag on the command line.
	'--concurrent-recompilation-queue-length=64',
];

/** For this thread, and all that are started later. A flag that V8 does not know is told on standard error. */
export function compileSooner(): void {
	for (const flag of flags) setFlagsFromString(flag);
}
